rng = np.random.default_rng(0)


def weight(name, elem, dims, size):
    """Random values, none of them zero, in place of weights: what a plan's size follows from is their shape."""
    count = int(np.prod(dims))
    if elem in (T.FLOAT, T.FLOAT16, T.DOUBLE, T.BFLOAT16):
        values = rng.random(count, dtype=np.float32) * 0.1 + 0.01
        if elem == T.BFLOAT16:
            raw = (values.view(np.uint32) >> 16).astype(np.uint16).tobytes()
        else:
            raw = values.astype({T.FLOAT: np.float32, T.FLOAT16: np.float16, T.DOUBLE: np.float64}[elem]).tobytes()
    elif elem in (T.INT32, T.INT64, T.BOOL):  # they may be indices, and these are always right
        raw = rng.integers(0, 2, count).astype({T.INT32: np.int32, T.INT64: np.int64, T.BOOL: np.bool_}[elem]).tobytes()
    else:  # integers and numbers of 4 or 8 bits
        raw = rng.integers(0x21, 0x28, size, dtype=np.uint8).tobytes()
    return h.make_tensor(name, elem, dims, raw, raw=True)
