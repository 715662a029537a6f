// The search of nmbr9/kernel/generate.py once more in C, on the same arrays: what a compiler makes
// of it when it may assume that arrays do not overlap. Only displays of up to 24 columns without
// fillers, as the benchmark has them.
#include <stdint.h>

typedef uint64_t word;
typedef int64_t number;

enum { ROWS = 80, STRIDE = 80, GUARD = 8, WINDOW = 64, MARGIN = 4, LEVELS = 12 };
enum { BOOK_ROWS = 61, BOOK_COLUMNS = 9, LEVEL_0 = 1, PIECE_0 = 13 };
enum { COUNT = 0, HEIGHT = 1, LEFT = 4 };
enum { FIRST_ROW = 0, END_ROW = 1, TILES = 2, PIECES = 3 };
enum { OUTLINE = 0, X = 1, Y = 2, LEVEL = 3 };
/* The layout of the tables is told when this is compiled: REACH, OUTLINE_FIELDS, KIND_FIELDS, UPRIGHT,
   SHORTEST and OUTLINES, as in tables.py. */

static word taken[STRIDE], patterns[16][STRIDE], anchors[LEVELS][4][STRIDE];

static void spread(long top, long bottom) {
    for (long row = top; row < bottom; row++) {
        word a = patterns[1][row], b = a >> 1, c = a >> 2, d = a >> 3;
        patterns[2][row] = b;
        patterns[3][row] = a & b;
        patterns[4][row] = c;
        patterns[5][row] = a & c;
        patterns[6][row] = b & c;
        patterns[7][row] = a & b & c;
        patterns[8][row] = d;
        patterns[9][row] = a & d;
        patterns[11][row] = a & b & d;
        patterns[12][row] = c & d;
        patterns[13][row] = a & c & d;
        patterns[14][row] = b & c & d;
        patterns[15][row] = a & b & c & d;
    }
}

static number fit(const word *restrict reach, word *restrict target, long top, long bottom, long left) {
    const word *restrict sets = patterns[0];
    const word *one = sets + reach[0], *two = sets + reach[1];
    const word *three = sets + reach[2], *four = sets + reach[3];
    number count = 0;
    for (long row = top; row < bottom; row++) {
        word both = one[row] & two[row] & three[row] & four[row];
        both = (both & ~(both >> 32) & ((1 << 29) - 1)) << left;
        target[row] = both;
        count += __builtin_popcountll(both);
    }
    return count;
}

static number find(const word *restrict rows, const number *restrict book,
                   const word *restrict outlines, const number *restrict kinds,
                   const number *restrict inside_first, const number *restrict inside, number kind) {
    const number *levels_book = book + LEVEL_0 * BOOK_COLUMNS, *own_kind = kinds + kind * KIND_FIELDS;
    long levels = book[HEIGHT] + 1, left = book[LEFT] - MARGIN;
    number found = 0;
    if (levels > 1 && levels_book[(levels - 2) * BOOK_COLUMNS + TILES] < 2)
        levels--;
    for (long row = 0; row < STRIDE; row++)
        taken[row] = 0, patterns[0][row] = ~(word)0;
    for (long level = levels - 1; level >= 0; level--) {
        const number *span = levels_book + (level ? level - 1 : 0) * BOOK_COLUMNS;
        long first = span[FIRST_ROW], end = span[END_ROW] + 1 - own_kind[SHORTEST];
        if (level == 0) {
            first = first - MARGIN > GUARD ? first - MARGIN : GUARD;
            end = span[END_ROW] + 1 < GUARD + WINDOW ? span[END_ROW] + 1 : GUARD + WINDOW;
        }
        long top = first & -4, bottom = ((end > first ? end : first) + 3) & -4;
        const word *below = rows + level * ROWS, *own = below + ROWS;
        word far_mask = levels_book[level * BOOK_COLUMNS + PIECES] ? ~(word)0 << 32 : 0;
        for (long row = top; row < bottom + 4; row++) {
            taken[row] |= own[row];
            word halo = own[row] << 1 | own[row] >> 1 | own[row - 1] | own[row + 1];
            word free_cells = (below[row] & ~taken[row]) >> left, far_cells = ~halo >> left;
            patterns[1][row] = (free_cells & 0xffffffff) | (far_cells << 32 & far_mask);
        }
        spread(top, bottom + 4);
        for (long way = 0; way < own_kind[UPRIGHT]; way++)
            found += fit(outlines + own_kind[way] * OUTLINE_FIELDS + REACH, anchors[level][way], top,
                         bottom, left);
    }
    for (long index = 0; index < book[COUNT]; index++) {
        const number *piece = book + (PIECE_0 + index) * BOOK_COLUMNS;
        const number *entry = inside_first + kind * (OUTLINES + 1) + piece[OUTLINE];
        if (piece[LEVEL] + 1 < levels)
            for (number at = entry[0]; at < entry[1]; at++)
                if (inside[3 * at] < own_kind[UPRIGHT]) {
                    word *set = &anchors[piece[LEVEL] + 1][inside[3 * at]][piece[Y] + inside[3 * at + 2]];
                    word bit = (word)1 << (piece[X] + inside[3 * at + 1]);
                    found -= (*set & bit) != 0;
                    *set &= ~bit;
                }
    }
    return found;
}

number count_all(const word *rows, const number *books, const number *of_position, number positions,
                 const word *outlines, const number *kinds, const number *inside_first,
                 const number *inside, number repeats, number *counts) {
    number total = 0;
    for (number repeat = 0; repeat < repeats; repeat++)
        for (number index = 0; index < positions; index++) {
            counts[index] = find(rows + index * (LEVELS + 1) * ROWS,
                                 books + index * BOOK_ROWS * BOOK_COLUMNS, outlines, kinds,
                                 inside_first, inside, of_position[index]);
            total += counts[index];
        }
    return total;
}
