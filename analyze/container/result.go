package container

import (
	"github.com/planlint/planlint/internal/result"
)

// Result returns what JSON says of a container. The caller fills in what it knows better: where the plan
// lies in the file, its wrapper, the SMs of its code, and an end tag that was found elsewhere.
func (c *Container) Result() *result.Container {
	out := &result.Container{
		Family: string(c.Family), Tag: c.Tag, HeaderVersion: c.HeaderVersion, Version: c.Version.String(),
		PlanSize: c.Size, Sections: []result.Section{}, Unknown: c.Unknown,
	}
	if !c.hasVersion {
		out.Version = ""
	}
	if declared, ok := c.DeclaredSize(); ok {
		out.DeclaredSize = &declared
	}
	if offset, found, _ := c.EndTag(); found {
		out.EndTagOffset = &offset
	}
	out.Capabilities, _ = c.Capabilities()
	if c.RTX != nil && c.Measured && c.RTX.WeightsBytes <= 1<<63-1 {
		weights := int64(c.RTX.WeightsBytes)
		out.WeightsBytes = &weights
	}
	if c.Inner != nil && c.Measured && c.Inner.SerializationVersion <= 1<<63-1 {
		version := int64(c.Inner.SerializationVersion)
		out.SerializationVersion = &version
	}
	for _, s := range c.Sections {
		out.Sections = append(out.Sections, result.Section{Name: s.Name, Offset: s.Offset, Size: s.Size})
	}
	return out
}
