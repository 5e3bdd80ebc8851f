#!/usr/bin/env bash
# Check the workflows: their schema and Dependabot's, what zizmor knows of unsafe ones, that a step
# runs one script of this repository, and that a pin is a commit. And the citation's schema.
#
# Needs check-jsonschema and zizmor, of tests/platform/requirements.txt. Nothing is asked of GitHub.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cd "$ROOT"
faults=0
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml || faults=1
check-jsonschema --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml || faults=1
check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml || faults=1
check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff || faults=1
zizmor --offline --quiet --no-progress --persona pedantic --strict-collection .github || faults=1
"$PYTHON" tests/platform/workflow_steps.py || faults=1
exit "$faults"
