"""One layer of a network in C: the sums of the rows whose inputs are not zero, then ReLU.

Written for gcc's vectors, since the compiler finds slower ways by itself. A sum lies in one lane
and is added up in the order of the inputs, however many lanes lie side by side. So where the
processor has wide registers they are used, and the answer is the same to the last bit. What is
compiled for them is chosen when a network is made: the rest of the build knows no special
processor.
"""
from libc.stdint cimport int32_t


cdef extern from *:
    """
    typedef int32_t FloatBits __attribute__((may_alias));   /* of a float, all zero for 0 */
    typedef uint64_t FloatPair __attribute__((may_alias, aligned(4)));

    /* The places of the inputs that are not zero, behind those found before. */
    static inline int list_between(
        const float *given, int first, int end, int32_t *at, int found
    ) {
        const FloatBits *bits = (const FloatBits *)given;
        for (int i = first; i < end; i++) {
            /* Always written, since a jump that nobody can foretell would cost more. */
            at[found] = i;
            found += bits[i] != 0;
        }
        return found;
    }

    /* Most inputs are zero, and eight of them at once are passed over. */
    static int list_inputs_narrow(const float *given, int n, int32_t *at) {
        int first, found = 0;
        for (first = 0; first + 8 <= n; first += 8) {
            const FloatPair *pairs = (const FloatPair *)(given + first);
            if (pairs[0] | pairs[1] | pairs[2] | pairs[3])
                found = list_between(given, first, first + 8, at, found);
        }
        return list_between(given, first, n, at, found);
    }

    /* `add_rows_NAME` for registers of LANES floats. Sums are kept in up to eight of them. These
       are macros because a function for wide registers takes in none that is not for them too. */
    #define LAYER_SUMS(NAME, TARGET, LANES)                                                      \\
    typedef float Floats_##NAME                                                                  \\
        __attribute__((vector_size(4 * LANES), aligned(4), may_alias));                          \\
    typedef int32_t Mask_##NAME                                                                  \\
        __attribute__((vector_size(4 * LANES), aligned(4), may_alias));                          \\
                                                                                                 \\
    TARGET static inline __attribute__((always_inline)) void add_columns_##NAME(                 \\
        const float *weights, int stride, const float *bias,                                     \\
        const float *given, const int32_t *at, int n, float *out, const int registers            \\
    ) {                                                                                          \\
        Floats_##NAME sums[8];                                                                   \\
        for (int k = 0; k < registers; k++)                                                      \\
            sums[k] = ((const Floats_##NAME *)bias)[k];                                          \\
        for (int i = 0; i < n; i++) {                                                            \\
            const Floats_##NAME *row =                                                           \\
                (const Floats_##NAME *)(weights + (size_t)at[i] * stride);                       \\
            float times = given[at[i]];                                                          \\
            for (int k = 0; k < registers; k++)                                                  \\
                sums[k] += times * row[k];                                                       \\
        }                                                                                        \\
        for (int k = 0; k < registers; k++)                                                      \\
            ((Floats_##NAME *)out)[k] =                                                          \\
                (Floats_##NAME)((Mask_##NAME)sums[k] & (Mask_##NAME)(sums[k] > 0));              \\
    }                                                                                            \\
                                                                                                 \\
    TARGET static void add_rows_##NAME(                                                          \\
        const float *weights, int outputs, const float *bias,                                    \\
        const float *given, const int32_t *at, int n, float *out                                 \\
    ) {                                                                                          \\
        int o = 0;                                                                               \\
        for (; o + 8 * LANES <= outputs; o += 8 * LANES)                                         \\
            add_columns_##NAME(weights + o, outputs, bias + o, given, at, n, out + o, 8);        \\
        for (; o + 4 * LANES <= outputs; o += 4 * LANES)                                         \\
            add_columns_##NAME(weights + o, outputs, bias + o, given, at, n, out + o, 4);        \\
        for (; o < outputs; o += LANES)                                                          \\
            add_columns_##NAME(weights + o, outputs, bias + o, given, at, n, out + o, 1);        \\
    }

    LAYER_SUMS(narrow, , 4)

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    #define FOR_WIDE __attribute__((target("avx2,popcnt")))
    LAYER_SUMS(wide, FOR_WIDE, 8)

    static uint8_t set_bits[256][8];    /* the places of the ones in a byte */

    /* Whether this processor has wide registers; to be called before they are used. */
    static int open_wide(void) {
        for (int mask = 0; mask < 256; mask++)
            for (int bit = 0, n = 0; bit < 8; bit++)
                if (mask >> bit & 1)
                    set_bits[mask][n++] = (uint8_t)bit;
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    }

    FOR_WIDE static int list_inputs_wide(const float *given, int n, int32_t *at) {
        int first, found = 0;
        for (first = 0; first + 8 <= n; first += 8) {
            __m256i zero = _mm256_cmpeq_epi32(
                _mm256_loadu_si256((const __m256i *)(given + first)), _mm256_setzero_si256());
            int mask = 255 & ~_mm256_movemask_ps(_mm256_castsi256_ps(zero));
            __m256i places = _mm256_cvtepu8_epi32(
                _mm_loadl_epi64((const __m128i *)set_bits[mask]));
            /* All eight are written; those too many are written over by the next. */
            _mm256_storeu_si256(
                (__m256i *)(at + found), _mm256_add_epi32(places, _mm256_set1_epi32(first)));
            found += __builtin_popcount((unsigned)mask);
        }
        return list_between(given, first, n, at, found);
    }
    #else
    #define open_wide() 0
    #define list_inputs_wide list_inputs_narrow
    #define add_rows_wide add_rows_narrow
    #endif
    """
    bint open_wide() noexcept nogil
    # Needs as much room as there are inputs; returns how many are not zero.
    int list_inputs_narrow(const float *given, int n, int32_t *at) noexcept nogil
    int list_inputs_wide(const float *given, int n, int32_t *at) noexcept nogil
    # `outputs`: a multiple of 8. A row of so many weights per input.
    void add_rows_narrow(
        const float *weights, int outputs, const float *bias,
        const float *given, const int32_t *at, int n, float *out
    ) noexcept nogil
    void add_rows_wide(
        const float *weights, int outputs, const float *bias,
        const float *given, const int32_t *at, int n, float *out
    ) noexcept nogil
