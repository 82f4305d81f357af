def build(path):
    """The plan of an ONNX file."""
    logger = trt.Logger(trt.Logger.ERROR)
    builder = trt.Builder(logger)
    kinds = trt.NetworkDefinitionCreationFlag.__members__
    typed = STRONGLY_TYPED and "STRONGLY_TYPED" in kinds
    kind = kinds["STRONGLY_TYPED"] if typed else kinds.get("EXPLICIT_BATCH")
    network = builder.create_network(0 if kind is None else 1 << int(kind))
    parser = trt.OnnxParser(network, logger)
    if not parser.parse_from_file(path):
        sys.exit("\n".join(str(parser.get_error(i)) for i in range(parser.num_errors)))
    config = builder.create_builder_config()
    flags = trt.BuilderFlag.__members__
    for name in FLAGS + ([] if typed or FLAGS else ["FP16"]):
        if name in flags:
            config.set_flag(flags[name])
    if OPTIMIZATION_LEVEL is not None:
        config.builder_optimization_level = OPTIMIZATION_LEVEL
    inputs = [network.get_input(i) for i in range(network.num_inputs)]
    free = [t for t in inputs if -1 in tuple(t.shape)]
    if free:
        profile = builder.create_optimization_profile()
        for t in free:
            if t.name not in SHAPES:
                sys.exit(f"{path}: fill in SHAPES at the top: the input {t.name} has the shape {tuple(t.shape)}")
            profile.set_shape(t.name, *SHAPES[t.name])
        config.add_optimization_profile(profile)
    plan = builder.build_serialized_network(network, config)
    if plan is None:
        sys.exit(f"{path}: no plan was built")
    return np.frombuffer(plan, dtype=np.uint8)


def zero_runs(plan, least=1 << 20, step=4 << 20):
    """The zero bytes of a plan, and its runs of at least so many of them: (offset, length)."""
    zeros, runs, start = 0, [], 0  # start: of the run that is open
    for at in range(0, len(plan), step):
        others = np.flatnonzero(plan[at : at + step]) + at
        zeros += min(step, len(plan) - at) - len(others)
        if not len(others):
            continue
        starts = np.concatenate(([start], others[:-1] + 1))
        for i in np.flatnonzero(others - starts >= least):
            runs.append((int(starts[i]), int(others[i] - starts[i])))
        start = int(others[-1]) + 1
    if len(plan) - start >= least:
        runs.append((start, len(plan) - start))
    return zeros, runs


def show(label, plan):
    zeros, runs = zero_runs(plan)
    print(f"{label}: {len(plan):,} bytes, {100 * zeros / max(1, len(plan)):.3f} % zeros")
    for offset, length in runs:
        where = ", to the end" if offset + length == len(plan) else ""
        print(f"    zero run of {length:,} bytes at offset {offset:,}{where}")
