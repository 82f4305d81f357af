/* The peer: the same job in C with AVX2 intrinsics. It counts every zero byte
   and finds all maximal runs of at least min bytes (min >= 255); of shorter
   runs it does not know the longest. */
#include "cscan.h"
#include <immintrin.h>

#define LOAD(i) _mm256_loadu_si256((const __m256i *)(p + (i)))

static inline uint64_t sum64(__m256i s) {
	return (uint64_t)_mm256_extract_epi64(s, 0) + _mm256_extract_epi64(s, 1) +
	       _mm256_extract_epi64(s, 2) + _mm256_extract_epi64(s, 3);
}

static inline __m256i or128(const uint8_t *p, size_t i) {
	return _mm256_or_si256(_mm256_or_si256(LOAD(i), LOAD(i + 32)),
	                       _mm256_or_si256(LOAD(i + 64), LOAD(i + 96)));
}

/* Bytes of whole 128-byte blocks of zeros at the front. */
static inline size_t skip_zeros(const uint8_t *p, size_t n) {
	size_t i = 0;
	for (; i + 128 <= n; i += 128) {
		__m256i any = or128(p, i);
		if (!_mm256_testz_si256(any, any))
			break;
	}
	return i;
}

/* Counts zeros in 128-byte blocks until one is all zero. */
static inline size_t count_zeros(const uint8_t *p, size_t n, uint64_t *zeros) {
	const __m256i zero = _mm256_setzero_si256();
	__m256i sum = zero;
	size_t i = 0;
	int found = 0;
	while (!found && i + 128 <= n) {
		__m256i a = zero, b = zero;
		size_t end = i + 63 * 128; /* before the byte counters overflow */
		if (end > n)
			end = n;
		for (; i + 128 <= end; i += 128) {
			__m256i v0 = LOAD(i), v1 = LOAD(i + 32), v2 = LOAD(i + 64), v3 = LOAD(i + 96);
			__m256i any = _mm256_or_si256(_mm256_or_si256(v0, v1), _mm256_or_si256(v2, v3));
			if (_mm256_testz_si256(any, any)) {
				found = 1;
				break;
			}
			a = _mm256_sub_epi8(a, _mm256_add_epi8(_mm256_cmpeq_epi8(v0, zero), _mm256_cmpeq_epi8(v1, zero)));
			b = _mm256_sub_epi8(b, _mm256_add_epi8(_mm256_cmpeq_epi8(v2, zero), _mm256_cmpeq_epi8(v3, zero)));
		}
		sum = _mm256_add_epi64(sum, _mm256_add_epi64(_mm256_sad_epu8(a, zero), _mm256_sad_epu8(b, zero)));
		if (end == n)
			break;
	}
	*zeros += sum64(sum);
	return i;
}

static inline void end_run(cscan *s, uint64_t end) {
	if (s->open > s->longest) {
		s->longest = s->open;
		s->longest_at = end - s->open;
	}
	if (s->open >= s->min)
		s->runs++;
	s->open = 0;
}

void cscan_write(cscan *s, const uint8_t *p, size_t n) {
	size_t i = 0;
	while (i < n) {
		if (s->open) {
			size_t k = i + skip_zeros(p + i, n - i);
			while (k < n && !p[k])
				k++;
			s->open += k - i;
			s->zeros += k - i;
			i = k;
			if (i == n)
				break;
			end_run(s, s->pos + i);
		}
		size_t from = i, back;
		i += count_zeros(p + i, n - i, &s->zeros);
		if (i + 128 <= n) {
			for (back = i; back > from && !p[back - 1];)
				back--;
			s->open = i - back + 128;
			s->zeros += 128;
			i += 128;
		} else {
			for (; i < n; i++)
				s->zeros += !p[i];
			for (back = n; back > from && !p[back - 1];)
				back--;
			s->open = n - back;
		}
	}
	s->pos += n;
}

void cscan_close(cscan *s) { end_run(s, s->pos); }

/* The limit: reads everything and finds nothing. */
uint64_t cread_or(const uint8_t *p, size_t n) {
	__m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
	size_t i = 0;
	for (; i + 128 <= n; i += 128) {
		a = _mm256_or_si256(a, LOAD(i));
		b = _mm256_or_si256(b, LOAD(i + 32));
		c = _mm256_or_si256(c, LOAD(i + 64));
		d = _mm256_or_si256(d, LOAD(i + 96));
	}
	a = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
	return !_mm256_testz_si256(a, a);
}
