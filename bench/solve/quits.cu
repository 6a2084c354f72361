// Quits for two, solved backwards on a graphics card: every position of every class from 3 against 3 to 5 against 5.
//
//   nvcc -O3 -arch=sm_90 -o quits quits.cu && ./quits FOLDER SAMPLES QUESTIONS [ASKED]
//
// The same numbering and words as bench/quits_solver.py, which is the readable version and solves the small classes on
// any machine. Writes FOLDER/quits.bin (sampled positions with their values, one 64-bit word each: own cells, other's
// cells << 25, forbidden slide << 50, value << 56; seen from the player to move, his base at a1) and FOLDER/quits.txt
// (positions where a mistake is possible, with the value of every move). ASKED is a file of such words: they are written
// to FOLDER/answered.bin with their values.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

typedef uint32_t u32;
typedef uint64_t u64;
typedef uint16_t u16;
enum { UNKNOWN, WIN, LOSS, NONE = 31, SETTLED = 512 };
const u32 FULL = (1u << 25) - 1, FILE_A = 0x108421, FILE_E = FILE_A << 4, RANK_1 = 31, RANK_5 = 31u << 20;

__constant__ u32 BINOMIAL[26][6];
__constant__ u64 BASE[36];
__constant__ u32 SETS_SIZE[6];

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)

__device__ u32 turned(u32 x) { return __brev(x) >> 7; }
__device__ u32 turned_slide(u32 k) { return k < 10 ? 9 - k : k < 20 ? 29 - k : k; }
__device__ u32 line(u32 k) { return k < 10 ? 31u << (5 * (k >> 1)) : FILE_A << ((k - 10) >> 1); }
__device__ u32 end_of(u32 k) {
    if (k < 10) return 1u << (5 * (k >> 1) + ((k & 1) ? 0 : 4));
    return 1u << (((k - 10) >> 1) + ((k & 1) ? 0 : 20));
}
__device__ u32 rank_of(u32 x) {
    u32 r = 0;
    for (int i = 1; x; i++, x &= x - 1) r += BINOMIAL[__ffs(x) - 1][i];
    return r;
}
__device__ u64 place(u32 own, u32 opp) {
    int a = __popc(own), b = __popc(opp);
    return BASE[6 * a + b] + (u64)rank_of(own) * SETS_SIZE[b] + rank_of(opp);
}
__device__ int known(u32 own, u32 opp, u32 forbidden, const u16* words) {
    u16 w = words[place(own, opp)];
    return forbidden < 20 && ((w >> 4) & 31) == forbidden ? (w >> 2) & 3 : w & 3;
}
__device__ u32 slid(u32 x, u32 l, u32 k) {
    u32 m = x & l;
    int s = k < 10 ? 1 : 5;
    m = (k & 1) ? m >> s : m << s;
    return (x & ~l) | m;
}
struct Child { u32 own, opp, forbidden; };  // seen from the player who moves next
__device__ Child after(u32 own, u32 opp, u32 move) {
    u32 forbidden = NONE;
    if (move >= 32) own ^= (1u << ((move >> 5) - 1)) | (1u << (move & 31));
    else if (move != NONE) { u32 l = line(move); own = slid(own, l, move); opp = slid(opp, l, move); forbidden = move ^ 1; }
    own &= ~(1u << 24);
    opp &= ~1u;
    return {turned(opp), turned(own), turned_slide(forbidden)};
}
__device__ int steps(u32 land, int back, u32* moves, int n) {
    for (; land; land &= land - 1) { int to = __ffs(land) - 1; moves[n++] = 32 + 32 * (to - back) + to; }
    return n;
}
__device__ int moves_of(u32 own, u32 opp, u32 forbidden, u32* moves) {
    u32 occ = own | opp, free = FULL & ~occ;
    int n = 0;
    for (u32 k = 0; k < 20; k++) if ((own & line(k)) && !(occ & end_of(k)) && k != forbidden) moves[n++] = k;
    n = steps(((own & ~(FILE_E | RANK_5)) << 6) & free, 6, moves, n);
    n = steps(((own & ~(FILE_A | RANK_5)) << 4) & free, 4, moves, n);
    n = steps(((own & ~(FILE_E | RANK_1)) >> 4) & free, -4, moves, n);
    if (!n) moves[n++] = NONE;
    return n;
}
// The value of a child for its own mover.
__device__ int value(const Child& c, const u16* words) {
    if (__popc(c.opp) <= 2) return LOSS;  // the mover before had enough out
    if (__popc(c.own) <= 2) return WIN;
    return known(c.own, c.opp, c.forbidden, words);
}
// Both at once cannot be: one slide brings at most one marble to a corner.

__global__ void sweep(const u32* mine, u32 count, const u32* theirs, u32 other, u64 base, u16* words, unsigned long long* changed) {
    u64 e = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= (u64)count * other) return;
    u16 old = words[base + e];
    if (old & SETTLED) return;
    u32 own = mine[e / other], opp = theirs[e % other];
    if ((own & opp) || (own >> 24) || (opp & 1)) { words[base + e] = old | SETTLED; return; }
    u32 moves[64];
    int n = moves_of(own, opp, NONE, moves), wins = 0, others = 0;
    u32 winner = NONE, alternative = NONE;
    for (int k = 0; k < n; k++) {
        int v = value(after(own, opp, moves[k]), words);
        if (v == LOSS) { wins++; winner = moves[k]; }
        else if (v == UNKNOWN) { others++; alternative = moves[k]; }
        if (wins > 1) break;
    }
    u32 one = wins == 1 ? winner : others == 1 && wins == 0 ? alternative : NONE;
    int second = UNKNOWN;
    if (n == 1 && moves[0] < 20) {
        int v = value(after(own, opp, NONE), words);
        second = v == LOSS ? WIN : v == WIN ? LOSS : UNKNOWN;
        one = moves[0];
    } else if (wins == 1) second = others ? UNKNOWN : LOSS;
    else if (wins == 0 && others == 1) second = LOSS;
    if (one >= 20) one = NONE;
    int v = wins ? WIN : others ? UNKNOWN : LOSS;
    bool done = (v == LOSS && n > 1) || wins > 1 || (wins == 1 && (one == NONE || second != UNKNOWN));
    u16 now = v | (second << 2) | (one << 4) | (done ? SETTLED : 0);
    if (now != old) { words[base + e] = now; atomicAdd(changed, 1ull); }
}

__device__ u64 stir(u64& s) {
    s += 0x9E3779B97F4A7C15ull;
    u64 z = s;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
// One walk: from a start or from marbles strewn about, some moves at random and some among the best.
__global__ void walk(u64 seed, u32 count, const u16* words, u64* out, u32* lists, int simple) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    u64 s = seed * 0x100000000ull + i;
    out[i] = 0;
    u32 own, opp, forbidden = NONE, moves[64];
    int kind = stir(s) % 100, skill = (stir(s) % 3) * 45, length = stir(s) % 50;
    if (kind < 70) {
        if (simple) { own = 0x62; opp = turned(0x62); } else { own = 0x6 | 0x60 | 0x400; opp = turned(own); }
    } else {
        int a = simple ? 3 : 3 + stir(s) % 3, b = simple ? 3 : 3 + stir(s) % 3;
        own = opp = 0;
        while (__popc(own) < a) { u32 c = 1u << (stir(s) % 24); own |= c; }
        while (__popc(opp) < b) { u32 c = 1u << (1 + stir(s) % 24); if (!(c & own)) opp |= c; }
        length %= 8;
    }
    for (int ply = 0; ply < length; ply++) {
        int n = moves_of(own, opp, forbidden, moves);
        bool best = (int)(stir(s) % 100) < skill;
        int top = -1, seen = 0;
        u32 chosen = moves[0];
        for (int k = 0; k < n; k++) {
            int v = 0;
            if (best) { v = value(after(own, opp, moves[k]), words); v = v == LOSS ? 2 : v == UNKNOWN ? 1 : 0; }
            if (v > top) { top = v; seen = 0; }
            if (v == top && stir(s) % ++seen == 0) chosen = moves[k];
        }
        Child c = after(own, opp, chosen);
        if (__popc(c.own) <= 2 || __popc(c.opp) <= 2) return;
        own = c.own; opp = c.opp; forbidden = c.forbidden;
    }
    out[i] = own | ((u64)opp << 25) | ((u64)forbidden << 50) | ((u64)known(own, opp, forbidden, words) << 56) | (1ull << 60);
    if (lists) {
        int n = moves_of(own, opp, forbidden, moves);
        lists[65 * (u64)i] = n;
        for (int k = 0; k < n; k++) lists[65 * (u64)i + 1 + k] = moves[k] | (value(after(own, opp, moves[k]), words) << 16);
    }
}

__global__ void answer(u64* asked, u32 count, const u16* words) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    u64 w = asked[i];
    asked[i] = (w & ~(3ull << 56)) | ((u64)known(w & FULL, (w >> 25) & FULL, (w >> 50) & 31, words) << 56);
}

static std::vector<u32> sets(int n) {
    std::vector<u32> found;
    for (u32 x = (1u << n) - 1; x < (1u << 25);) {  // the next word with as many bits: the order of the ranks
        found.push_back(x);
        u32 c = x & -x, r = x + c;
        x = (((r ^ x) >> 2) / c) | r;
    }
    return found;
}

int main(int argc, char** argv) {
    std::string folder = argv[1];
    u32 samples = atoi(argv[2]), questions = atoi(argv[3]);
    u32 binomial[26][6] = {}, sizes[6];
    for (int n = 0; n < 26; n++) { binomial[n][0] = 1; for (int k = 1; k < 6 && n; k++) binomial[n][k] = binomial[n - 1][k - 1] + binomial[n - 1][k]; }
    for (int k = 0; k < 6; k++) sizes[k] = binomial[25][k];
    u64 bases[36] = {}, room = 0;
    for (int a = 3; a <= 5; a++) for (int b = 3; b <= 5; b++) { bases[6 * a + b] = room; room += (u64)sizes[a] * sizes[b]; }
    CHECK(cudaMemcpyToSymbol(BINOMIAL, binomial, sizeof binomial));
    CHECK(cudaMemcpyToSymbol(BASE, bases, sizeof bases));
    CHECK(cudaMemcpyToSymbol(SETS_SIZE, sizes, sizeof sizes));
    u16* words;
    unsigned long long* changed;
    CHECK(cudaMalloc(&words, room * 2));
    CHECK(cudaMalloc(&changed, 8));
    std::vector<u16> fill(1 << 20, NONE << 4);
    for (u64 at = 0; at < room; at += fill.size()) CHECK(cudaMemcpy(words + at, fill.data(), 2 * std::min<u64>(fill.size(), room - at), cudaMemcpyHostToDevice));
    u32* cells[6];
    for (int n = 3; n <= 5; n++) { auto s = sets(n); CHECK(cudaMalloc(&cells[n], 4 * s.size())); CHECK(cudaMemcpy(cells[n], s.data(), 4 * s.size(), cudaMemcpyHostToDevice)); }
    int pairs[6][2] = {{3, 3}, {3, 4}, {4, 4}, {3, 5}, {4, 5}, {5, 5}};
    for (auto& p : pairs) {
        int sweeps = 0;
        unsigned long long total = 0, found = 0;
        do {
            CHECK(cudaMemset(changed, 0, 8));
            for (int swap = 0; swap < (p[0] == p[1] ? 1 : 2); swap++) {
                int a = p[swap], b = p[1 - swap];
                u64 n = (u64)sizes[a] * sizes[b];
                sweep<<<(n + 255) / 256, 256>>>(cells[a], sizes[a], cells[b], sizes[b], bases[6 * a + b], words, changed);
            }
            CHECK(cudaMemcpy(&found, changed, 8, cudaMemcpyDeviceToHost));
            total += found;
            sweeps++;
        } while (found);
        printf("%d against %d: %d sweeps, %llu words set\n", p[0], p[1], sweeps, total);
        fflush(stdout);
    }
    if (argc > 4) {
        std::vector<u64> asked;
        FILE* from = fopen(argv[4], "rb");
        for (u64 word; fread(&word, 8, 1, from) == 1;) asked.push_back(word);
        fclose(from);
        u64* d_asked;
        CHECK(cudaMalloc(&d_asked, 8 * asked.size()));
        CHECK(cudaMemcpy(d_asked, asked.data(), 8 * asked.size(), cudaMemcpyHostToDevice));
        answer<<<(asked.size() + 127) / 128, 128>>>(d_asked, asked.size(), words);
        CHECK(cudaMemcpy(asked.data(), d_asked, 8 * asked.size(), cudaMemcpyDeviceToHost));
        FILE* to = fopen((folder + "/answered.bin").c_str(), "wb");
        fwrite(asked.data(), 8, asked.size(), to);
        fclose(to);
    }
    u64* out;
    u32* lists;
    CHECK(cudaMalloc(&out, 8ull * samples));
    std::vector<u64> got(samples);
    FILE* file = fopen((folder + "/quits.bin").c_str(), "wb");
    for (int simple = 0; simple < 2; simple++) {
        u32 n = simple ? samples / 6 : samples - samples / 6;
        walk<<<(n + 127) / 128, 128>>>(11 + simple, n, words, out, nullptr, simple);
        CHECK(cudaMemcpy(got.data(), out, 8ull * n, cudaMemcpyDeviceToHost));
        u64 tally[3] = {};
        for (u32 i = 0; i < n; i++) if (got[i]) { fwrite(&got[i], 8, 1, file); tally[(got[i] >> 56) & 3]++; }
        printf("samples: %llu drawn, %llu won, %llu lost\n", (unsigned long long)tally[0], (unsigned long long)tally[1], (unsigned long long)tally[2]);
    }
    fclose(file);
    u32 tries = 20 * questions;
    CHECK(cudaMalloc(&lists, 4ull * 65 * tries));
    std::vector<u32> list(65ull * tries);
    got.resize(tries);
    FILE* text = fopen((folder + "/quits.txt").c_str(), "w");
    for (int simple = 0; simple < 2; simple++) {
        walk<<<(tries + 127) / 128, 128>>>(21 + simple, tries, words, out, lists, simple);
        CHECK(cudaMemcpy(got.data(), out, 8ull * tries, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(list.data(), lists, 4ull * 65 * tries, cudaMemcpyDeviceToHost));
        u32 written = 0;
        for (u32 i = 0; i < tries && written < questions; i++) {
            if (!got[i]) continue;
            u32* l = &list[65ull * i];
            bool differ = false;
            for (u32 k = 2; k <= l[0]; k++) differ |= (l[k] >> 16) != (l[1] >> 16);
            if (!differ) continue;
            written++;
            fprintf(text, "%s %llu", simple ? "simple" : "standard", (unsigned long long)got[i]);
            for (u32 k = 1; k <= l[0]; k++) fprintf(text, " %u:%u", l[k] & 65535, l[k] >> 16);
            fprintf(text, "\n");
        }
    }
    fclose(text);
}
