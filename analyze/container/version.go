package container

import "fmt"

// Version is the TensorRT that built a plan. Each part has one byte in the header, so a build number
// above 255 cannot be told from the plan.
type Version struct {
	Major, Minor, Patch, Build uint8
}

// String returns major.minor.patch.build.
func (v Version) String() string {
	return fmt.Sprintf("%d.%d.%d.%d", v.Major, v.Minor, v.Patch, v.Build)
}

// measuredLayout reports whether docs/plan-format.md describes plans of this family and version from
// real ones, rather than by expectation.
func measuredLayout(family Family, v Version) bool {
	if family == FamilyRTX {
		return v.Major == 1 && v.Minor >= 4 && v.Minor <= 7
	}
	return v.Major == 8 && v.Minor == 6 && v.Patch == 1
}
