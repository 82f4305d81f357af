if __name__ == "__main__":
    for path in sys.argv[1:]:
        show(path, np.memmap(path, dtype=np.uint8, mode="r"))
    if not sys.argv[1:]:
        print(f"{trt.__name__} {trt.__version__}")
        for label, make in CASES:
            path = make.__name__ + ".onnx"
            model = make()
            onnx.save(model, path, save_as_external_data=model.ByteSize() > 1 << 30, location=path + ".weights")
            show(f"{path}, {label}", build(path))
