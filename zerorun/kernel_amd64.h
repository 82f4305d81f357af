// NONZERO sets mask to the bytes of 64 at off(SI) that are not zero, one bit
// each. Y15 is zero.
#define NONZERO(off, mask, tmp, ymask, ytmp) \
	VPCMPEQB off(SI), Y15, ymask    \
	VPCMPEQB off+32(SI), Y15, ytmp  \
	VPMOVMSKB ymask, mask           \
	VPMOVMSKB ytmp, tmp             \
	SHLQ $32, tmp                   \
	ORQ  tmp, mask                  \
	NOTQ mask
