package shape

// recurrence are recurrent layers.
func recurrence() map[string]rule {
	return map[string]rule{"LSTM": inferRecurrent, "GRU": inferRecurrent, "RNN": inferRecurrent}
}

func inferRecurrent(o *operation) error {
	x, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	directions := Number(1)
	if o.Text("direction", "forward") == "bidirectional" {
		directions = Number(2)
	}
	hidden := o.open(0, len(x))
	if o.Attribute("hidden_size") != nil {
		hidden = Number(o.Int("hidden_size", 0))
	} else if r := o.at(2); r.Ranked && len(r.Shape) == 3 {
		hidden = r.Shape[2]
	}
	elem := o.at(0).Type
	length, batch := x[0], x[1]
	if o.Int("layout", 0) != 0 {
		batch, length = x[0], x[1]
		o.set(0, Tensor(elem, batch, length, directions, hidden))
		for k := 1; k < len(o.out); k++ {
			o.set(k, Tensor(elem, batch, directions, hidden))
		}
		return nil
	}
	o.set(0, Tensor(elem, length, directions, batch, hidden))
	for k := 1; k < len(o.out); k++ {
		o.set(k, Tensor(elem, directions, batch, hidden))
	}
	return nil
}
