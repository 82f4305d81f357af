package folder

import (
	"slices"
	"strconv"
)

// defaultPlan is the name of the file that Triton loads unless the configuration has another.
const defaultPlan = "model.plan"

// tritonModel is what is read of a model's config.pbtxt.
type tritonModel struct {
	name     string
	tensorRT bool
	// file is what every version is loaded from.
	file string
	// others are the files for single compute capabilities.
	others []string
	policy pbtxt
}

func newTritonModel(config pbtxt) tritonModel {
	m := tritonModel{
		name:     config.text("name"),
		tensorRT: config.text("platform") == "tensorrt_plan" || config.text("backend") == "tensorrt",
		file:     config.text("default_model_filename"),
		policy:   config.message("version_policy"),
	}
	if m.file == "" {
		m.file = defaultPlan
	}
	for _, entry := range config.messages("cc_model_filenames") {
		if name := entry.text("value"); name != "" {
			m.others = append(m.others, name)
		}
	}
	return m
}

// loads reports whether one of the plans of a version is what Triton loads.
func (m tritonModel) loads(plans []string) bool {
	return slices.ContainsFunc(plans, func(name string) bool {
		return name == m.file || slices.Contains(m.others, name)
	})
}

// served returns the versions that Triton serves of those that are there, or that it should serve. The
// latest one is the default.
func (m tritonModel) served(there []string) []string {
	if m.policy.has("all") {
		return there
	}
	if m.policy.has("specific") {
		versions := slices.DeleteFunc(m.policy.message("specific").texts("versions"), func(v string) bool { return !isVersion(v) })
		slices.SortFunc(versions, natural)
		return slices.Compact(versions)
	}
	count, err := strconv.Atoi(m.policy.message("latest").text("num_versions"))
	if err != nil || count < 1 {
		count = 1
	}
	return there[max(0, len(there)-count):]
}
