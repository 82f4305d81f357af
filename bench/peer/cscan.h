#include <stddef.h>
#include <stdint.h>

/* State of a scan; sizes and offsets in bytes. */
typedef struct {
	uint64_t min, zeros, runs, longest, longest_at, open, pos;
} cscan;

void cscan_write(cscan *s, const uint8_t *p, size_t n);
void cscan_close(cscan *s);
uint64_t cread_or(const uint8_t *p, size_t n);
