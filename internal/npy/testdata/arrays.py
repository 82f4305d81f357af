# arrays.py save FOLDER | check FILE KIND SHAPE: numpy's own opinion of arrays.
import sys

import ml_dtypes
import numpy

if sys.argv[1] == "save":
    folder = sys.argv[2]
    for kind in ["f8", "f4", "f2", "i8", "i4", "i2", "i1", "u1"]:
        for shape in [(), (5,), (0,), (2, 3, 4)]:
            count = numpy.prod(shape, dtype=int)
            name = "%s_%s" % (kind, "x".join(map(str, shape)))
            numpy.save(folder + "/" + name + ".npy", numpy.arange(1, count + 1).reshape(shape).astype(kind))
    numpy.save(folder + "/bfloat16.npy", numpy.ones(3, ml_dtypes.bfloat16))
    numpy.save(folder + "/fp8.npy", numpy.ones(3, ml_dtypes.float8_e4m3fn))
    numpy.save(folder + "/bool.npy", numpy.ones(3, bool))
    numpy.save(folder + "/big.npy", numpy.ones(3, ">f4"))
    numpy.save(folder + "/columns.npy", numpy.asfortranarray(numpy.ones((2, 3))))
    numpy.save(folder + "/record.npy", numpy.zeros(2, [("a", "<f4"), ("b", "<i4")]))
    numpy.save(folder + "/text.npy", numpy.array(["a", "b"]))
    numpy.lib.format.write_array(open(folder + "/version3.npy", "wb"), numpy.ones(3), version=(3, 0))
    several = {"y": numpy.arange(4.0), "a/b:0": numpy.arange(5.0)}
    numpy.savez(folder + "/stored.npz", **several)
    numpy.savez_compressed(folder + "/packed.npz", **several)
else:
    array = numpy.load(sys.argv[2])
    assert array.dtype.str[1:] == sys.argv[3], array.dtype
    assert "x".join(map(str, array.shape)) == sys.argv[4], array.shape
    assert array.flags["C_CONTIGUOUS"]
