package shape

// training are the operators of the domain ai.onnx.preview.training.
func training() map[string]rule {
	return map[string]rule{
		"Adagrad": optimizer(2, 1), "Adam": optimizer(3, 2), "Momentum": optimizer(2, 1), "Gradient": inferGradient,
	}
}

// optimizer is a rule for steps that change tensors and what is remembered of each: after the rate and the count come
// all tensors, then all their gradients, then each kind of memory. The outputs are the tensors and the memory.
func optimizer(outputs, memory int) rule {
	return func(o *operation) error {
		n := (len(o.in) - 2) / (2 + memory)
		if n <= 0 || len(o.in) != 2+n*(2+memory) || len(o.out) > n*outputs {
			return unknownf("%d inputs and %d outputs do not belong together", len(o.in), len(o.out))
		}
		for k := range o.out {
			from := 2 + k // the tensors themselves
			if k >= n {
				from += n // memory stands behind the gradients
			}
			o.set(k, o.at(from).plain())
		}
		return nil
	}
}

// inferGradient: each gradient is like the value that it is for.
func inferGradient(o *operation) error {
	for k := range o.out {
		o.set(k, o.at(k).plain())
	}
	return nil
}
