// Run tests/platform/wheel_tests.py in Pyodide: node run_pyodide.mjs PACKAGE SITE REPOSITORY
// Directories: what is imported, what the tests need, and where the tests are. pyodide is imported
// from node_modules beside this file.
import { resolve } from "node:path";
import { argv, exit } from "node:process";
import { loadPyodide } from "pyodide";

const pyodide = await loadPyodide();
const places = ["package", "site", "repository"];
places.forEach((place, i) => {
    pyodide.FS.mkdir(`/${place}`);
    pyodide.mountNodeFS(`/${place}`, resolve(argv[2 + i]));
});
const status = await pyodide.runPythonAsync(`
import os, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/package", "/site"]
os.chdir("/repository")
sys.argv = ["tests/platform/wheel_tests.py"]
sys.path.insert(0, "/repository/tests/platform")
import wheel_tests
wheel_tests.main()
`);
exit(status);
