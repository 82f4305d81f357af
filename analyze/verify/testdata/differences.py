# differences.py A B DTYPE: what numpy counts in two files of numbers, as JSON.
import json
import sys

import numpy

a, b = (numpy.fromfile(path, sys.argv[3]) for path in sys.argv[1:3])
whole = {"<f2": "<i2", "<f4": "<i4", "<f8": "<i8"}[sys.argv[3]]
bits = [x.view(whole).astype(object) for x in (a, b)]
least = -(1 << (8 * a.itemsize - 1))
ordered = [numpy.where(x < 0, least - x, x) for x in bits]  # numbers in their order, both zeros at 0
nan = [numpy.isnan(x) for x in (a, b)]
infinite = [numpy.isinf(x) for x in (a, b)]
with numpy.errstate(all="ignore"):
    wide = [x.astype("<f8") for x in (a, b)]
    absolute = numpy.abs(wide[0] - wide[1])
    relative = absolute / numpy.maximum(numpy.abs(wide[0]), numpy.abs(wide[1]))
same = bits[0] == bits[1]
zero_sign = ~same & (a == 0) & (b == 0)
payload = ~same & nan[0] & nan[1]
different = ~same & ~zero_sign & ~payload
finite = different & numpy.isfinite(a) & numpy.isfinite(b)
ulp = numpy.abs(ordered[0] - ordered[1])
where = numpy.flatnonzero(finite)
print(json.dumps({
    "bit_equal": int(same.sum()),
    "zero_sign": int(zero_sign.sum()),
    "nan_payload": int(payload.sum()),
    "different": int(different.sum()),
    "nan_mismatch": int((different & (nan[0] | nan[1])).sum()),
    "infinity_mismatch": int((different & ~nan[0] & ~nan[1] & (infinite[0] | infinite[1])).sum()),
    "max_ulp": int(max(ulp[finite])),
    "max_absolute": float(absolute[finite].max()),
    "max_relative": float(relative[finite].max()),
    "ulp": [int((finite & (ulp > 2 ** k / 2) & (ulp <= 2 ** k)).sum()) for k in range(64)],
    "absolute": [int((finite & (absolute >= float("1e%d" % k)) & (absolute < float("1e%d" % (k + 1)))).sum()) for k in range(-47, 40)],
    "worst": int(where[absolute[where].argmax()]),
    "first": int(numpy.flatnonzero(different)[0]),
}))
