package compare

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// property is what is known of a side in words.
type property struct {
	name string
	of   func(Side) string
}

// properties compares what is known in words. What neither side has is left out.
func properties(old, new Side) []result.PropertyChange {
	changes := []result.PropertyChange{}
	for _, p := range append([]property{
		{"verdict", func(s Side) string {
			if !sameRules(old, new) {
				return ""
			}
			return string(s.Scan.Verdict)
		}},
		{"family", ofContainer(func(c result.Container) string { return c.Family })},
		{"version", ofContainer(func(c result.Container) string { return c.Version })},
		{"serialization version", ofContainer(serialization)},
		{"SM", ofContainer(func(c result.Container) string { return strings.Join(c.SM, " ") })},
		{"compute capabilities", ofContainer(func(c result.Container) string { return strings.Join(c.Capabilities, " ") })},
		{"built on", ofContainer(device)},
		{"hardware compatibility", ofContainer(func(c result.Container) string { return c.HardwareCompatibility })},
		{"network", ofContainer(network)},
		{"optimization profiles", ofContainer(profiles)},
		{"wrapper", ofContainer(wrapper)},
	}, predictedFor()...) {
		o, n := p.of(old), p.of(new)
		if o != "" || n != "" {
			changes = append(changes, result.PropertyChange{Name: p.name, Old: known(o), New: known(n), Differs: o != "" && n != "" && o != n})
		}
	}
	return changes
}

// ofContainer makes "" of what a plan without a container has.
func ofContainer(of func(result.Container) string) func(Side) string {
	return func(s Side) string {
		if s.Scan.Container == nil {
			return ""
		}
		return of(*s.Scan.Container)
	}
}

func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func serialization(c result.Container) string {
	if c.SerializationVersion == nil {
		return ""
	}
	return strconv.FormatInt(*c.SerializationVersion, 10)
}

// device tells GPUs apart by what is the same for all of one model.
func device(c result.Container) string {
	if c.Device == nil {
		return ""
	}
	text := "compute capability " + c.Device.ComputeCapability
	if c.Device.Multiprocessors > 0 {
		text += fmt.Sprintf(", %d multiprocessors", c.Device.Multiprocessors)
	}
	if c.Device.Model != "" {
		text += " (" + c.Device.Model + ")"
	}
	return text
}

// network is the name that a network was given. TensorRT numbers those without one as they come in a process,
// which says nothing of the plan.
func network(c result.Container) string {
	if strings.HasPrefix(c.Network, "Unnamed Network ") {
		return "unnamed"
	}
	return c.Network
}

func profiles(c result.Container) string {
	if c.Profiles == 0 {
		return ""
	}
	return strconv.Itoa(c.Profiles)
}

func wrapper(c result.Container) string {
	if c.Wrapper == "" {
		return "none"
	}
	return c.Wrapper
}
