/* Check every header of csrc/ that needs no Python, against plain loops over single squares and
 * bits. One file, so that any compiler and target can do it: csrc_check.sh.
 *
 * Prints the number of checks, and exits with 1 after the first that fails.
 */
/* clock.h wants POSIX's clock, for which Python.h asks otherwise; table.h wants madvise. */
#define _DEFAULT_SOURCE 1

#include <stdio.h>
#include <stdlib.h>

#ifdef AS_MSVC
#include "msvc_stand_in/as_msvc.h"
#endif

#include "atomics.h"
#include "bitboard.h"
#include "bytes.h"
#include "clock.h"
#include "difference.h"
#include "processor.h"
#include "table.h"

static long checks;

#define CHECK(what)                                                                                \
    do {                                                                                           \
        checks++;                                                                                  \
        if (!(what)) {                                                                             \
            printf("line %d: not so: %s\n", __LINE__, #what);                                      \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Numbers to check with: Knuth's MMIX generator, its upper half twice. */
static uint64_t random_word(void) {
    static uint64_t state = 20261130;
    uint64_t word = 0;
    for (int i = 0; i < 2; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        word = word << 32 | state >> 32;
    }
    return word;
}

/* A set as 81 numbers 0 or 1: what the sets of bits are compared with. */
typedef struct {
    char on[81];
} Plain;

static Plain plain(Bitboard set) {
    Plain result;
    for (int square = 0; square < 81; square++) {
        uint64_t word = square < 63 ? set.lo : set.hi;
        result.on[square] = (char)(word >> (square < 63 ? square : square - 63) & 1);
    }
    return result;
}

static int same(Bitboard set, Plain wanted) {
    Plain found = plain(set);
    int unused = (set.lo & ~BB_LO_MASK) != 0 || (set.hi & ~BB_HI_MASK) != 0;
    return !unused && memcmp(&found, &wanted, sizeof found) == 0;
}

static Bitboard random_set(void) {
    Bitboard set;
    set.lo = random_word() & BB_LO_MASK;
    set.hi = random_word() & BB_HI_MASK;
    /* Every other one thin, so that words are often empty. */
    if (random_word() & 1) {
        for (int i = 0; i < 2; i++) {
            set.lo &= random_word();
            set.hi &= random_word();
        }
    }
    return set;
}

static void check_words(void) {
    for (int turn = 0; turn < 2000; turn++) {
        uint64_t word = random_word() & random_word(), reversed = 0, sum = word;
        unsigned char bytes[9];
        int bits = 0, lowest = 0;
        for (int i = 0; i < 64; i++)
            bits += (int)(word >> i & 1);
        for (int i = 0; i < 8; i++)
            reversed |= (word >> (8 * i) & 255) << (56 - 8 * i);
        CHECK(word_popcount(word) == bits);
        CHECK(word_reverse_bytes(word) == reversed);
        if (word != 0) {
            while (!(word >> lowest & 1))
                lowest++;
            CHECK(word_lowest(word) == lowest);
            CHECK(word_lowest(UINT64_C(1) << lowest) == lowest);
        }
        CHECK(!word_add_overflows(&sum, UINT64_MAX - word) && sum == UINT64_MAX);
        sum = word | 1;
        CHECK(word_add_overflows(&sum, UINT64_MAX - word) == !(word & 1));
        sum = word | 1;
        CHECK(word_add_overflows(&sum, UINT64_MAX) && sum == (word | 1));
        /* At an odd address, the lowest byte first. */
        store_word(bytes + 1, word);
        for (int i = 0; i < 8; i++)
            CHECK(bytes[1 + i] == (word >> (8 * i) & 255));
        CHECK(load_word(bytes + 1) == word);
        prefetch(bytes);
    }
    CHECK(word_popcount(0) == 0 && word_popcount(UINT64_MAX) == 64);
}

static void check_one_set(Bitboard a, Bitboard b) {
    Plain pa = plain(a), pb = plain(b), wanted;
    Bitboard rest = a;
    int count = 0, first = -1, meet = 0;
    for (int square = 0; square < 81; square++) {
        count += pa.on[square];
        meet |= pa.on[square] & pb.on[square];
        if (first < 0 && pa.on[square])
            first = square;
        CHECK(bb_has(a, square) == pa.on[square]);
    }
#define CHECK_EACH(set, expression)                                                                \
    for (int s = 0; s < 81; s++)                                                                   \
        wanted.on[s] = (char)(expression);                                                         \
    CHECK(same(set, wanted))
    CHECK_EACH(bb_and(a, b), pa.on[s] & pb.on[s]);
    CHECK_EACH(bb_or(a, b), pa.on[s] | pb.on[s]);
    CHECK_EACH(bb_xor(a, b), pa.on[s] ^ pb.on[s]);
    CHECK_EACH(bb_minus(a, b), pa.on[s] & !pb.on[s]);
    CHECK_EACH(bb_not(a), !pa.on[s]);
    for (int n = 1; n < 18; n++) {
        CHECK_EACH(bb_shift_up(a, n), s >= n ? pa.on[s - n] : 0);
        CHECK_EACH(bb_shift_down(a, n), s + n < 81 ? pa.on[s + n] : 0);
    }
    CHECK(bb_any(a) == (count > 0));
    CHECK(bb_count(a) == count);
    CHECK(bb_many(a) == (count > 1));
    CHECK(bb_meet(a, b) == meet);
    CHECK(bb_equal(a, a) && bb_equal(a, b) == (memcmp(&pa, &pb, sizeof pa) == 0));
    if (count > 0)
        CHECK(bb_first(a) == first);
    for (int square = 0; square < 81; square++)
        if (pa.on[square])
            CHECK(bb_pop(&rest) == square);
    CHECK(!bb_any(rest));
    for (int file = 0; file < 9; file++) {
        unsigned bits = 0;
        for (int rank = 0; rank < 9; rank++)
            bits |= (unsigned)pa.on[9 * file + rank] << rank;
        CHECK(bb_file_bits(a, file) == bits);
        CHECK_EACH(bb_file_from_bits(bits, file), s / 9 == file && pa.on[s]);
    }
    for (int s = 0; s < 81; s++) {
        wanted.on[s] = 0;
        for (int rank = 0; rank < 9; rank++)
            wanted.on[s] |= pa.on[s / 9 * 9 + rank];
    }
    CHECK(same(bb_fill_files(a), wanted));
}

/* Lines from a square in a direction, as far as the first that is occupied. */
static void check_lines(Bitboard occupied) {
    static const int files[8] = {0, 0, 1, 1, 1, -1, -1, -1};
    static const int ranks[8] = {1, -1, 0, 1, -1, 0, 1, -1};
    for (int square = 0; square < 81; square++) {
        for (int direction = 0; direction < 8; direction++) {
            Bitboard line = bb_empty(), seen = bb_empty();
            int blocked = 0, up = 9 * files[direction] + ranks[direction] > 0;
            int file = square / 9 + files[direction], rank = square % 9 + ranks[direction];
            for (; file >= 0 && file < 9 && rank >= 0 && rank < 9;
                 file += files[direction], rank += ranks[direction]) {
                Bitboard here = bb_square(9 * file + rank);
                line = bb_or(line, here);
                if (!blocked)
                    seen = bb_or(seen, here);
                blocked |= bb_meet(here, occupied);
            }
            if (up)
                CHECK(bb_equal(bb_line_up(line, occupied), seen));
            else if (files[direction] != 0)
                CHECK(bb_equal(bb_line_down(line, occupied), seen));
        }
    }
}

static void check_sets(void) {
    CHECK(bb_count(bb_full()) == 81 && !bb_any(bb_empty()));
    for (int square = 0; square < 81; square++)
        CHECK(bb_count(bb_square(square)) == 1 && bb_first(bb_square(square)) == square);
    for (int turn = 0; turn < 300; turn++) {
        /* Not in the call, where compilers differ in which of the two they make first. */
        Bitboard a = random_set();
        check_one_set(a, random_set());
    }
    check_one_set(bb_empty(), bb_full());
    check_one_set(bb_full(), bb_empty());
    for (int turn = 0; turn < 40; turn++)
        check_lines(random_set());
    check_lines(bb_empty());
    check_lines(bb_full());
}

static void check_difference(void) {
    uint64_t rows[6][8];
    for (int i = 0; i < 8; i++) {
        rows[5][i] = 0;
        for (int row = 0; row < 5; row++)
            rows[5][i] ^= rows[row][i] = random_word();
    }
    CHECK(words_cancel(rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]));
    for (int row = 0; row < 6; row++)
        for (int bit = 0; bit < 512; bit += 7) {
            rows[row][bit / 64] ^= UINT64_C(1) << bit % 64;
            CHECK(!words_cancel(rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]));
            rows[row][bit / 64] ^= UINT64_C(1) << bit % 64;
        }
}

static void check_shared(void) {
    int32_t number = 5;
    uint64_t word = 1;
    int64_t before = milliseconds();
    shared_store(&number, 7);
    CHECK(shared_load(&number) == 7);
    CHECK(shared_add(&number, -9) == 7 && number == -2);
    shared_word_store(&word, UINT64_C(0xfedcba9876543210));
    CHECK(shared_word_load(&word) == UINT64_C(0xfedcba9876543210));
    CHECK(before >= 0 && milliseconds() >= before && milliseconds() - before < 60000);
}

static void check_table(void) {
    void *block;
    uint64_t found = 0;
    Bucket *buckets = new_buckets(1000, &block);
    CHECK(buckets != NULL && ((uintptr_t)buckets & (BUCKET_BYTES - 1)) == 0);
    for (int i = 0; i < 1000 * 2 * BUCKET_ENTRIES; i++)
        CHECK(buckets[i / (2 * BUCKET_ENTRIES)].word[i % (2 * BUCKET_ENTRIES)] == 0);
    for (uint64_t i = 1; i <= BUCKET_ENTRIES; i++)
        bucket_put(&buckets[999], i * UINT64_C(0x123456789abcdef), 100 * i);
    for (uint64_t i = 1; i <= BUCKET_ENTRIES; i++) {
        CHECK(bucket_find(&buckets[999], i * UINT64_C(0x123456789abcdef), &found));
        CHECK(found == 100 * i);
    }
    /* The smallest count gives way. */
    bucket_put(&buckets[999], 77, 5000);
    CHECK(!bucket_find(&buckets[999], UINT64_C(0x123456789abcdef), &found));
    CHECK(bucket_find(&buckets[999], 77, &found) && found == 5000);
    CHECK(!bucket_find(&buckets[998], 77, &found));
    prefetch_bucket(buckets);
    free(block);
    CHECK(new_buckets(UINT64_MAX, &block) == NULL && block == NULL);
    for (int turn = 0; turn < 2000; turn++) {
        /* By halves, in the way that every child learns. */
        uint64_t a = random_word(), b = random_word();
        uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
        uint64_t middle = (a0 * b0 >> 32) + (uint32_t)(a1 * b0) + (uint32_t)(a0 * b1);
        uint64_t high = a1 * b1 + (a1 * b0 >> 32) + (a0 * b1 >> 32) + (middle >> 32);
        CHECK(high_product(a, b) == high);
    }
}

static void check_processor(void) {
    uint32_t words[PROCESSOR_WORDS] = {1, 2, 3, 4};
    int read = processor_read(words);
    CHECK(read == SHOGI_FAST_HAS_CPUID);
    if (read)
        /* Every x86-64 has at least one of these to show. */
        CHECK(words[PROCESSOR_BASIC] != 0);
    else
        CHECK(words[0] == 1 && words[3] == 4);
}

int main(void) {
    check_words();
    check_sets();
    check_difference();
    check_shared();
    check_table();
    check_processor();
    printf("%ld checks of csrc/, pointers of %d bits, %s-endian: all as they should be\n", checks,
           (int)(8 * sizeof(void *)), SHOGI_FAST_BIG_ENDIAN ? "big" : "little");
    return 0;
}
