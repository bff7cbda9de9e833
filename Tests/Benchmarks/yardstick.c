/* The yardstick: the bare job of `kopiyka import` in C, one thread, to know what this machine can do at all.
 *
 *     yardstick import KEYWORDS STATE FILE…    Monobank CSV -> STATE/ids (known lines) and STATE/queue.jsonl
 *     yardstick scan FILE…                     reads, counts lines: the cost of touching every byte
 *     yardstick version                        starts and ends
 *
 * import: blocks of 256 KiB, fields, description folded into word hashes, the longest keyword of up to four words, a hash set of
 * known lines kept in a memory-mapped file, one queue line for each new row, fsync. Prints `rows new sum categorized`.
 * It is no product: it trusts its input, names no bad row, keeps no evidence, survives no crash and knows one layout.
 *
 *     cc -O3 -march=native -o yardstick yardstick.c
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 256 * 1024, FIELDS = 10, WORDS = 24, RUN = 4, CATEGORIES = 96, KEYWORD_SLOTS = 1 << 14 };

typedef struct { const uint8_t *at; size_t length; } Text;

static void give_up(const char *what)
{
    fprintf(stderr, "yardstick: %s failed\n", what);
    exit(74);
}

static inline uint64_t stir(uint64_t x)
{
    x ^= x >> 31; x *= 0x7FB5D329728EA185ull;
    x ^= x >> 27; x *= 0x81DADEF4BC2DD44Dull;
    return x ^ x >> 33;
}

static inline uint64_t hash_of(Text text, uint64_t seed)
{
    uint64_t hash = seed + text.length;
    size_t i = 0;
    for (; i + 8 <= text.length; i += 8) {
        uint64_t eight;
        memcpy(&eight, text.at + i, 8);
        hash = stir(hash ^ eight);
    }
    uint64_t rest = 0;
    memcpy(&rest, text.at + i, text.length - i);
    return stir(hash ^ rest);
}

/* ---- folding: case, apostrophes, words ---- */

static inline size_t code_point(const uint8_t *s, size_t left, uint32_t *code)
{
    if (s[0] < 0x80) { *code = s[0]; return 1; }
    if (s[0] < 0xE0 && left >= 2) { *code = (s[0] & 31u) << 6 | (s[1] & 63u); return 2; }
    if (s[0] < 0xF0 && left >= 3) { *code = (s[0] & 15u) << 12 | (s[1] & 63u) << 6 | (s[2] & 63u); return 3; }
    *code = ' ';
    return left < 4 ? left : 4;
}

static inline uint32_t lower(uint32_t c)
{
    if (c - 'A' < 26) return c + 32;
    if (c - 0x410 < 32) return c + 32;
    if (c - 0x400 < 16) return c + 80;
    return c == 0x490 ? 0x491 : c;
}

static inline int is_apostrophe(uint32_t c) { return c == '\'' || c == '`' || c == 0x2019 || c == 0x2BC; }

static inline int is_word(uint32_t c)
{
    return c - 'a' < 26 || c - '0' < 10 || (c >= 0x430 && c < 0x530) || (c >= 0xDF && c < 0x250);
}

static size_t fold(Text text, uint64_t hashes[WORDS])
{
    size_t words = 0, i = 0;
    uint64_t hash = 0;
    while (i < text.length) {
        uint32_t c;
        i += code_point(text.at + i, text.length - i, &c);
        if (is_apostrophe(c)) continue;
        c = lower(c);
        if (is_word(c)) {
            hash = (hash + c + 1) * 0x9E6C63D0876A9A47ull;
            hash ^= hash >> 29;
        } else if (hash != 0) {
            if (words < WORDS) hashes[words++] = hash;
            hash = 0;
        }
    }
    if (hash != 0 && words < WORDS) hashes[words++] = hash;
    return words;
}

/* ---- keywords ---- */

static struct { uint64_t hash; uint8_t category, percent; } keywords[KEYWORD_SLOTS];
static char categories[CATEGORIES][40];
static int category_count;

static void add_keyword(Text word, const char *category, int percent)
{
    uint64_t hashes[WORDS], run = 1;
    size_t words = fold(word, hashes);
    if (words == 0 || words > RUN) return;
    for (size_t i = 0; i < words; i++) run = stir(run + hashes[i]);
    int index = 0;
    while (index < category_count && strcmp(categories[index], category) != 0) index++;
    if (index == category_count) {
        if (category_count == CATEGORIES || strlen(category) >= sizeof categories[0]) give_up("a keyword's category");
        strcpy(categories[category_count++], category);
    }
    size_t slot = run & (KEYWORD_SLOTS - 1);
    while (keywords[slot].hash != 0 && keywords[slot].hash != run) slot = (slot + 1) & (KEYWORD_SLOTS - 1);
    keywords[slot].hash = run;
    keywords[slot].category = (uint8_t)index;
    keywords[slot].percent = (uint8_t)percent;
}

static void read_keywords(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    if (file == NULL) give_up("opening the keywords");
    while (fgets(line, sizeof line, file) != NULL) {
        char *category = strchr(line, '\t');
        char *confidence = category ? strchr(category + 1, '\t') : NULL;
        if (confidence == NULL) continue;
        *confidence = 0;
        Text word = { (const uint8_t *)line, (size_t)(category - line) };
        add_keyword(word, category + 1, (int)(atof(confidence + 1) * 100));
    }
    fclose(file);
}

/* The longest run of words that is a keyword; -1 when none is. */
static int categorize(Text description, int *percent)
{
    uint64_t hashes[WORDS];
    size_t words = fold(description, hashes), longest = 0;
    int found = -1;
    *percent = 0;
    for (size_t first = 0; first < words; first++) {
        uint64_t run = 1;
        for (size_t length = 1; length <= RUN && first + length <= words; length++) {
            run = stir(run + hashes[first + length - 1]);
            if (length <= longest) continue;
            for (size_t slot = run & (KEYWORD_SLOTS - 1); keywords[slot].hash != 0; slot = (slot + 1) & (KEYWORD_SLOTS - 1)) {
                if (keywords[slot].hash != run) continue;
                longest = length;
                found = keywords[slot].category;
                *percent = keywords[slot].percent;
                break;
            }
        }
    }
    return found;
}

/* ---- the set of known lines: open addressing in a mapped file; slot 0 counts ---- */

static int known_file;
static uint64_t *known, known_slots;

static void map_known(uint64_t slots)
{
    if (ftruncate(known_file, (off_t)((slots + 1) * 8)) != 0) give_up("growing the set");
    known = mmap(NULL, (slots + 1) * 8, PROT_READ | PROT_WRITE, MAP_SHARED, known_file, 0);
    if (known == MAP_FAILED) give_up("mapping the set");
    known_slots = slots;
}

static int put(uint64_t key)
{
    uint64_t slot = key & (known_slots - 1);
    while (known[slot + 1] != 0) {
        if (known[slot + 1] == key) return 0;
        slot = (slot + 1) & (known_slots - 1);
    }
    known[slot + 1] = key;
    return 1;
}

static void open_known(const char *folder)
{
    char path[4096];
    struct stat about;
    snprintf(path, sizeof path, "%s/ids", folder);
    known_file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (known_file < 0 || fstat(known_file, &about) != 0) give_up("opening the set");
    map_known(about.st_size > 8 ? (uint64_t)about.st_size / 8 - 1 : 4096);
}

static int is_new(uint64_t key)
{
    if (key == 0) key = 1;
    if ((known[0] + 1) * 2 > known_slots) {
        uint64_t slots = known_slots, count = known[0], *before = malloc(slots * 8);
        if (before == NULL) give_up("memory");
        memcpy(before, known + 1, slots * 8);
        munmap(known, (slots + 1) * 8);
        if (ftruncate(known_file, 0) != 0) give_up("emptying the set");
        map_known(slots * 4);
        for (uint64_t i = 0; i < slots; i++) if (before[i] != 0) put(before[i]);
        known[0] = count;
        free(before);
    }
    if (!put(key)) return 0;
    known[0]++;
    return 1;
}

/* ---- the queue ---- */

static int queue_file;
static uint8_t queue[BLOCK + 16 * 1024];
static size_t queued_bytes;

static void flush_queue(void)
{
    for (size_t done = 0; done < queued_bytes;) {
        ssize_t wrote = write(queue_file, queue + done, queued_bytes - done);
        if (wrote <= 0) give_up("writing the queue");
        done += (size_t)wrote;
    }
    queued_bytes = 0;
}

static inline uint8_t *copy(uint8_t *to, const void *from, size_t length)
{
    memcpy(to, from, length);
    return to + length;
}

#define LITERAL(to, text) copy(to, text, sizeof text - 1)

static void enqueue(uint64_t key, Text when, Text amount, Text description, const char *category, int percent)
{
    if (description.length > 4096) description.length = 4096;
    if (queued_bytes > BLOCK) flush_queue();
    uint8_t *to = LITERAL(queue + queued_bytes, "{\"key\":\"");
    for (int shift = 60; shift >= 0; shift -= 4) *to++ = (uint8_t)"0123456789abcdef"[key >> shift & 15];
    to = LITERAL(to, "\",\"date\":\"");
    to = copy(to, when.at + 6, 4); *to++ = '-';
    to = copy(to, when.at + 3, 2); *to++ = '-';
    to = copy(to, when.at, 2);
    to = LITERAL(to, "\",\"time\":\"");
    to = copy(to, when.at + 11, 8);
    to = LITERAL(to, "\",\"amount\":\"");
    to = copy(to, amount.at, amount.length);
    to = LITERAL(to, "\",\"currency\":\"UAH\",\"description\":\"");
    for (size_t i = 0; i < description.length; i++) {
        if (description.at[i] == '"' || description.at[i] == '\\') *to++ = '\\';
        *to++ = description.at[i];
    }
    to = LITERAL(to, "\",\"category\":\"");
    to = copy(to, category, strlen(category));
    to = LITERAL(to, "\",\"confidence\":0.");
    *to++ = (uint8_t)('0' + percent / 10 % 10);
    *to++ = (uint8_t)('0' + percent % 10);
    to = LITERAL(to, "}\n");
    queued_bytes = (size_t)(to - queue);
}

/* ---- one row ---- */

static long long rows, fresh, sum, categorized;

static long long minor_units(Text amount)
{
    long long value = 0;
    int decimals = -1;
    for (size_t i = 0; i < amount.length; i++) {
        uint8_t c = amount.at[i];
        if (c == '.') decimals = 0;
        else if (c >= '0' && c <= '9') { value = value * 10 + (c - '0'); if (decimals >= 0) decimals++; }
    }
    for (int have = decimals < 0 ? 0 : decimals; have < 2; have++) value *= 10;
    return amount.length > 0 && amount.at[0] == '-' ? -value : value;
}

static void take(const Text field[FIELDS])
{
    Text when = field[0], description = field[1], amount = field[3];
    rows++;
    sum += minor_units(amount);
    uint64_t key = hash_of(when, 1);
    key = hash_of(amount, key);
    key = hash_of(description, key);
    key = hash_of(field[9], key);
    if (!is_new(key)) return;
    fresh++;
    int percent, category = categorize(description, &percent);
    if (category >= 0) categorized++;
    enqueue(key, when, amount, description, category < 0 ? "" : categories[category], percent);
}

/* ---- CSV ---- */

/* One cell from `at`: its text without quotes in `cell`; returns where it ends, or 0 when the bytes end first. */
static size_t take_cell(const uint8_t *bytes, size_t at, size_t length, Text *cell, uint8_t *scratch, size_t room)
{
    if (bytes[at] != '"') {
        size_t end = at;
        while (end < length && bytes[end] != ',' && bytes[end] != '\n') end++;
        *cell = (Text){ bytes + at, end - at };
        return end < length ? end : 0;
    }
    size_t start = ++at;
    int doubled = 0;
    for (;;) {
        const uint8_t *quote = memchr(bytes + at, '"', length - at);
        if (quote == NULL || quote + 1 >= bytes + length) return 0;
        at = (size_t)(quote - bytes);
        if (bytes[at + 1] != '"') break;
        doubled = 1;
        at += 2;
    }
    *cell = (Text){ bytes + start, at - start };
    if (doubled && cell->length <= room) {
        size_t kept = 0;
        for (size_t i = start; i < at; i++) {
            scratch[kept++] = bytes[i];
            if (bytes[i] == '"') i++;
        }
        *cell = (Text){ scratch, kept };
    }
    return at + 1;
}

/* Takes the whole rows of a block; returns the bytes they were. */
static size_t take_rows(const uint8_t *bytes, size_t length, int *header_seen)
{
    static uint8_t scratch[FIELDS][4096];
    size_t row_start = 0;
    while (row_start < length) {
        Text field[FIELDS];
        size_t at = row_start, count = 0;
        for (;;) {
            Text extra, *cell = count < FIELDS ? &field[count] : &extra;
            at = at < length ? take_cell(bytes, at, length, cell, scratch[count % FIELDS], sizeof scratch[0]) : 0;
            if (at == 0) return row_start;
            count++;
            if (bytes[at++] == '\n') break;
        }
        if (*header_seen && count == FIELDS && field[0].length == 19) take(field);
        *header_seen = 1;
        row_start = at;
    }
    return row_start;
}

static void each_file(char **paths, size_t (*take_block)(const uint8_t *, size_t, int *))
{
    static uint8_t block[2 * BLOCK];
    for (; *paths != NULL; paths++) {
        int file = open(*paths, O_RDONLY | O_CLOEXEC), header_seen = 0;
        if (file < 0) give_up(*paths);
        size_t have = 0;
        for (;;) {
            ssize_t got = read(file, block + have, sizeof block - have);
            if (got < 0) give_up("reading");
            if (got == 0) break;
            have += (size_t)got;
            size_t used = take_block(block, have, &header_seen);
            memmove(block, block + used, have - used);
            have -= used;
        }
        close(file);
    }
}

static size_t count_lines(const uint8_t *bytes, size_t length, int *header_seen)
{
    (void)header_seen;
    for (size_t i = 0; i < length; i++) rows += bytes[i] == '\n';
    return length;
}

static int import(const char *keyword_file, const char *folder, char **files)
{
    char path[4096];
    read_keywords(keyword_file);
    if (mkdir(folder, 0700) != 0 && access(folder, W_OK) != 0) give_up("making the folder");
    open_known(folder);
    snprintf(path, sizeof path, "%s/queue.jsonl", folder);
    queue_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (queue_file < 0) give_up("opening the queue");
    each_file(files, take_rows);
    flush_queue();
    if (fsync(queue_file) != 0 || msync(known, (known_slots + 1) * 8, MS_SYNC) != 0 || fsync(known_file) != 0)
        give_up("saving");
    printf("%lld %lld %lld %lld\n", rows, fresh, sum, categorized);
    return 0;
}

int main(int count, char **words)
{
    if (count >= 5 && strcmp(words[1], "import") == 0) return import(words[2], words[3], words + 4);
    if (count >= 3 && strcmp(words[1], "scan") == 0) {
        each_file(words + 2, count_lines);
        printf("%lld\n", rows);
        return 0;
    }
    if (count == 2 && strcmp(words[1], "version") == 0) return puts("yardstick 1") < 0;
    fprintf(stderr, "usage: yardstick import KEYWORDS STATE FILE... | scan FILE... | version\n");
    return 64;
}
