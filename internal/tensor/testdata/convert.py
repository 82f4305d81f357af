# convert.py FOLDER OURS=THEIRS...: what numpy and ml_dtypes make of numbers.
import sys

import ml_dtypes
import numpy

folder = sys.argv[1]
inputs = numpy.fromfile(folder + "/inputs", "<f4")
for pair in sys.argv[2:]:
    ours, theirs = pair.split("=")
    dtype = numpy.dtype(getattr(ml_dtypes, theirs, None) or theirs)
    with numpy.errstate(all="ignore"):
        if ours == "float32":
            every = (numpy.arange(1 << 16, dtype="<u4") << 16).view(dtype)
        elif dtype.itemsize == 2:
            every = numpy.arange(1 << 16, dtype="<u2").view(dtype)
        else:
            count = 16 if ours == "fp4" else 256
            every = numpy.arange(count, dtype="u1").view(dtype)
        every.astype("<f8").tofile(folder + "/" + ours + ".values")
        rounded = inputs.astype(dtype)
    raw = rounded.view("u1")
    if ours == "fp4":
        raw = raw & 15
    raw.tofile(folder + "/" + ours + ".rounded")
