// Pylos, solved backwards on a graphics card: every position of one variant, won, lost or drawn for the player to move.
//
//   nvcc -O3 -arch=sm_90 -o pylos pylos.cu && ./pylos RULE FOLDER SAMPLES QUESTIONS [ASKED]      (RULE: 0 children, 1, 3 expert)
//
// Positions are numbered by which cells are filled (sorted by how many) and by which of those balls are the mover's: one
// byte each, about 15 GB. Writes FOLDER/pylos-RULE.bin (sampled positions, a 64-bit word each: own balls on the thirty
// cells, the other's << 30, value << 60) and FOLDER/pylos-RULE.txt (positions where a mistake is possible, with the value of
// every move). ASKED is a file of such words: they are written to FOLDER/answered-RULE.bin with their values. Cells,
// moves and rules are those of src/billes/games/pylos/rules.py.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <string>
#include <vector>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
enum { UNKNOWN, WIN, LOSS, BALLS = 15, MOST = 2048 };
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)
const u64 A1 = 0x777, A2 = 0x33ull << 16, A3 = 1ull << 27, ANCHORS = A1 | A2 | A3, GROUND = 0xFFFF, TOP = 1ull << 33;

__constant__ u64 ABOVE[34], HIGHER[34];

__host__ __device__ u64 supported(u64 occ) {
    u64 t = occ & (occ >> 1) & (occ >> 4) & (occ >> 5);
    return ((t & A1) << 16) | ((t & A2) << 11) | ((t & A3) << 6);
}
__device__ u64 blocked(u64 occ) {
    u64 a = ((occ >> 16) & A1) | ((occ >> 11) & A2) | ((occ >> 6) & A3);
    return a | (a << 1) | (a << 4) | (a << 5);
}
__device__ u64 four(u64 x, int s, u64 first) {
    u64 b = x >> s, c = x >> (2 * s), d = x >> (3 * s);
    return (b & c & d & first) | ((x & c & d & first) << s) | ((x & b & d & first) << (2 * s)) | ((x & b & c & first) << (3 * s));
}
__device__ u64 three(u64 x, int s, u64 first) {
    u64 b = x >> s, c = x >> (2 * s);
    return (b & c & first) | ((x & c & first) << s) | ((x & b & first) << (2 * s));
}
__device__ u64 completing(u64 own, int rule) {
    if (!(rule & 1)) return 0;
    u64 b = own >> 1, c = own >> 4, d = own >> 5;
    u64 t = (b & c & d & ANCHORS) | ((own & c & d & ANCHORS) << 1) | ((own & b & d & ANCHORS) << 4) | ((own & b & c & ANCHORS) << 5);
    if (rule & 2) t |= four(own, 1, 0x1111) | four(own, 4, 0xF) | three(own, 1, 0x111ull << 16) | three(own, 4, 0x7ull << 16);
    return t;
}
__host__ __device__ u32 pack(u64 x) {
    u64 two = x >> 16, three = x >> 27;
    two = (two & 7) | ((two >> 1) & 070) | ((two >> 2) & 0700);
    three = (three & 3) | ((three >> 2) & 12);
    return (u32)((x & GROUND) | ((two & 0777) << 16) | ((three & 15) << 25) | (((x >> 33) & 1) << 29));
}
__device__ u64 place(u64 own, u64 occ, const u32* where) {
    u32 mine = pack(own), all = pack(occ), colour = 0;
    u64 base = (u64)where[all] << 4;
    for (int k = 0; all; all &= all - 1, k++) colour |= ((mine >> (__ffs(all) - 1)) & 1) << k;
    return base + colour;
}
// The value, for the next player, of what a move leads to; own and opp as the one who moved sees them.
__device__ int value(u64 own, u64 opp, const u32* where, const u8* values) {
    u64 occ = own | opp;
    if ((occ & TOP) || __popcll(opp) == BALLS) return LOSS;
    return values[place(opp, occ, where)];
}
template <class F> __device__ bool takes(u32 move, u64 own, u64 opp, F& each) {
    u64 occ = own | opp, loose = own & ~blocked(occ);
    for (u64 left = loose; left;) {
        int a = __ffsll(left) - 1;
        left &= left - 1;
        u64 less = own & ~(1ull << a);
        if (each(move | ((a + 1) << 12), less)) return true;
        u64 second = less & ~blocked(occ & ~(1ull << a)) & (~loose | left);
        for (; second; second &= second - 1) {
            int b = __ffsll(second) - 1;
            if (each(move | ((min(a, b) + 1) << 12) | ((max(a, b) + 1) << 18), less & ~(1ull << b))) return true;
        }
    }
    return false;
}
// Every move and the mover's balls after it; stops when `each` says so.
template <class F> __device__ bool moves(u64 own, u64 opp, int rule, F& each) {
    u64 occ = own | opp, rests = supported(occ) & ~occ;
    u64 done = completing(own, rule);
    for (u64 left = rests | (GROUND & ~occ); left; left &= left - 1) {
        int c = __ffsll(left) - 1;
        u64 more = own | (1ull << c);
        if ((done >> c) & 1 ? takes(c, more, opp, each) : each(c, more)) return true;
    }
    for (u64 loose = own & ~blocked(occ); loose && rests; loose &= loose - 1) {
        int a = __ffsll(loose) - 1;
        u64 less = own ^ (1ull << a), left = rests & HIGHER[a] & ~ABOVE[a];
        if (!left) continue;
        done = completing(less, rule);
        for (; left; left &= left - 1) {
            int c = __ffsll(left) - 1;
            u32 move = c | ((a + 1) << 6);
            u64 more = less | (1ull << c);
            if ((done >> c) & 1 ? takes(move, more, opp, each) : each(move, more)) return true;
        }
    }
    return false;
}
__global__ void answer(u64* asked, u32 count, const u32* where, const u8* values) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    u64 w = asked[i];
    u32 mine = w & ((1u << 30) - 1), all = mine | ((w >> 30) & ((1u << 30) - 1)), colour = 0;
    u64 base = (u64)where[all] << 4;
    for (int k = 0; all; all &= all - 1, k++) colour |= ((mine >> (__ffs(all) - 1)) & 1) << k;
    asked[i] = (w & ~(3ull << 60)) | ((u64)values[base + colour] << 60);
}
struct Judge {
    u64 opp; const u32* where; const u8* values; bool unknown;
    __device__ bool operator()(u32 move, u64 own) {
        int v = value(own, opp, where, values);
        if (v == UNKNOWN) unknown = true;
        return v == LOSS;
    }
};
__global__ void sweep(int n, const u64* filled, u64 count, int rule, const u32* where, u8* values, unsigned long long* changed) {
    u64 e = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count << n) return;
    u64 occ = filled[e >> n], own = 0;
    u32 colour = e & ((1ull << n) - 1);
    int mine = __popc(colour);
    if (mine >= BALLS || n - mine > BALLS) return;
    u64 at = ((u64)where[pack(occ)] << 4) + colour;
    if (values[at] != UNKNOWN) return;
    u64 left = occ;
    for (int k = 0; k < n; k++, left &= left - 1) if ((colour >> k) & 1) own |= left & -left;
    Judge judge = {occ & ~own, where, values, false};
    u8 now = moves(own, occ & ~own, rule, judge) ? WIN : judge.unknown ? UNKNOWN : LOSS;
    if (now != UNKNOWN) { values[at] = now; atomicAdd(changed, 1ull); }
}
__device__ u64 stir(u64& s) {
    s += 0x9E3779B97F4A7C15ull;
    u64 z = s;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
struct Draw {  // one of the best moves, or of all
    u64 opp; const u32* where; const u8* values; bool best; u64* s; int top, seen; u64 chosen;
    __device__ bool operator()(u32 move, u64 own) {
        int v = 0;
        if (best) { v = value(own, opp, where, values); v = v == LOSS ? 2 : v == UNKNOWN ? 1 : 0; }
        if (v > top) { top = v; seen = 0; }
        if (v == top && stir(*s) % ++seen == 0) chosen = own;
        return false;
    }
};
struct Note {
    u64 opp; const u32* where; const u8* values; u32* list;
    __device__ bool operator()(u32 move, u64 own) {
        if (list[0] < MOST - 1) list[++list[0]] = move | (value(own, opp, where, values) << 24);
        return false;
    }
};
__global__ void walk(u64 seed, u32 count, int rule, const u32* where, const u8* values, u64* out, u32* lists) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    u64 s = seed * 0x100000000ull + i, own = 0, opp = 0;
    out[i] = 0;
    int skill = (stir(s) % 3) * 45, length = stir(s) % 40;
    for (int ply = 0; ply < length; ply++) {
        Draw draw = {opp, where, values, (int)(stir(s) % 100) < skill, &s, -1, 0, 0};
        moves(own, opp, rule, draw);
        own = opp;
        opp = draw.chosen;
        if (((own | opp) & TOP) || __popcll(own) == BALLS) return;
    }
    u64 v = values[place(own, own | opp, where)];
    out[i] = pack(own) | ((u64)pack(opp) << 30) | (v << 60) | (1ull << 62);
    if (lists) {
        u32* list = lists + (u64)MOST * i;
        list[0] = 0;
        Note note = {opp, where, values, list};
        moves(own, opp, rule, note);
    }
}

int main(int argc, char** argv) {
    int rule = atoi(argv[1]);
    std::string name = std::string(argv[2]) + "/pylos-" + argv[1];
    u32 samples = atoi(argv[3]), questions = atoi(argv[4]);
    u64 above[34] = {}, higher[34] = {};
    int offsets[] = {0, 16, 27, 33}, size[] = {4, 3, 2, 1};
    for (int l = 0; l < 4; l++) for (int r = 0; r < size[l]; r++) for (int f = 0; f < size[l]; f++) {
        int here = offsets[l] + 4 * r + f;
        for (int m = l + 1; m < 4; m++) for (int q = 0; q < size[m]; q++) for (int g = 0; g < size[m]; g++) {
            u64 bit = 1ull << (offsets[m] + 4 * q + g);
            higher[here] |= bit;
            if (m == l + 1 && f - g >= 0 && f - g <= 1 && r - q >= 0 && r - q <= 1) above[here] |= bit;
        }
    }
    CHECK(cudaMemcpyToSymbol(ABOVE, above, sizeof above));
    CHECK(cudaMemcpyToSymbol(HIGHER, higher, sizeof higher));
    std::vector<std::vector<u64>> filled(30);
    for (u64 a = 0; a < 65536; a++) {
        u64 two = supported(a) & (0x777ull << 16);
        for (u64 s = two;; s = (s - 1) & two) {
            u64 three = supported(a | s) & (0x33ull << 27);
            for (u64 q = three;; q = (q - 1) & three) {
                filled[__builtin_popcountll(a | s | q)].push_back(a | s | q);
                if (!q) break;
            }
            if (!s) break;
        }
    }
    std::vector<u32> where(1u << 29, 0);
    u64 room = 16;
    for (int n = 0; n < 30; n++) for (u64 occ : filled[n]) { where[pack(occ)] = room >> 4; room += std::max<u64>(16, 1ull << n); }
    printf("%.2f GB of values\n", room / 1e9);
    u32* d_where;
    u8* values;
    unsigned long long* changed;
    CHECK(cudaMalloc(&d_where, 4ull << 29));
    CHECK(cudaMemcpy(d_where, where.data(), 4ull << 29, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&values, room));
    CHECK(cudaMemset(values, 0, room));
    CHECK(cudaMalloc(&changed, 8));
    u64* d_filled[30];
    for (int n = 0; n < 30; n++) { CHECK(cudaMalloc(&d_filled[n], 8 * filled[n].size())); CHECK(cudaMemcpy(d_filled[n], filled[n].data(), 8 * filled[n].size(), cudaMemcpyHostToDevice)); }
    unsigned long long all, total = 0;
    int round = 0;
    std::vector<bool> dirty(30, true);
    do {
        all = 0;
        for (int n = 29; n >= 0; n--) {
            unsigned long long found = 1;
            for (int again = 0; found && again < 40; again++) {
                CHECK(cudaMemset(changed, 0, 8));
                u64 entries = (u64)filled[n].size() << n;
                sweep<<<(entries + 127) / 128, 128>>>(n, d_filled[n], filled[n].size(), rule, d_where, values, changed);
                CHECK(cudaMemcpy(&found, changed, 8, cudaMemcpyDeviceToHost));
                all += found;
                if (rule && again >= 2) break;
            }
        }
        total += all;
        printf("round %d: %llu settled\n", ++round, all);
        fflush(stdout);
    } while (all && rule);
    u8 start;
    CHECK(cudaMemcpy(&start, values + ((u64)where[0] << 4), 1, cudaMemcpyDeviceToHost));
    printf("rule %d: %llu positions decided, the start is %s\n", rule, total, start == WIN ? "won" : start == LOSS ? "lost" : "drawn");
    if (argc > 5) {
        std::vector<u64> asked;
        FILE* from = fopen(argv[5], "rb");
        for (u64 word; fread(&word, 8, 1, from) == 1;) asked.push_back(word);
        fclose(from);
        u64* d_asked;
        CHECK(cudaMalloc(&d_asked, 8 * asked.size()));
        CHECK(cudaMemcpy(d_asked, asked.data(), 8 * asked.size(), cudaMemcpyHostToDevice));
        answer<<<(asked.size() + 127) / 128, 128>>>(d_asked, asked.size(), d_where, values);
        CHECK(cudaMemcpy(asked.data(), d_asked, 8 * asked.size(), cudaMemcpyDeviceToHost));
        FILE* to = fopen((std::string(argv[2]) + "/answered-" + argv[1] + ".bin").c_str(), "wb");
        fwrite(asked.data(), 8, asked.size(), to);
        fclose(to);
    }
    u64* out;
    u32 tries = 12 * questions;
    CHECK(cudaMalloc(&out, 8ull * std::max(samples, tries)));
    std::vector<u64> got(std::max(samples, tries));
    walk<<<(samples + 127) / 128, 128>>>(31 + rule, samples, rule, d_where, values, out, nullptr);
    CHECK(cudaMemcpy(got.data(), out, 8ull * samples, cudaMemcpyDeviceToHost));
    FILE* file = fopen((name + ".bin").c_str(), "wb");
    u64 tally[3] = {};
    for (u32 i = 0; i < samples; i++) if (got[i]) { fwrite(&got[i], 8, 1, file); tally[(got[i] >> 60) & 3]++; }
    fclose(file);
    printf("samples: %llu drawn, %llu won, %llu lost\n", (unsigned long long)tally[0], (unsigned long long)tally[1], (unsigned long long)tally[2]);
    u32* lists;
    CHECK(cudaMalloc(&lists, 4ull * MOST * tries));
    walk<<<(tries + 127) / 128, 128>>>(41 + rule, tries, rule, d_where, values, out, lists);
    CHECK(cudaMemcpy(got.data(), out, 8ull * tries, cudaMemcpyDeviceToHost));
    std::vector<u32> list((u64)MOST * tries);
    CHECK(cudaMemcpy(list.data(), lists, 4ull * MOST * tries, cudaMemcpyDeviceToHost));
    FILE* text = fopen((name + ".txt").c_str(), "w");
    const char* variant = rule == 0 ? "children" : rule == 1 ? "standard" : "expert";
    u32 written = 0;
    for (u32 i = 0; i < tries && written < questions; i++) {
        if (!got[i]) continue;
        u32* l = &list[(u64)MOST * i];
        bool differ = false;
        for (u32 k = 2; k <= l[0]; k++) differ |= (l[k] >> 24) != (l[1] >> 24);
        if (!differ) continue;
        written++;
        fprintf(text, "%s %llu", variant, (unsigned long long)got[i]);
        for (u32 k = 1; k <= l[0]; k++) fprintf(text, " %u:%u", l[k] & 0xFFFFFF, l[k] >> 24);
        fprintf(text, "\n");
    }
    fclose(text);
}
