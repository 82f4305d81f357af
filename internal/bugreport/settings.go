package bugreport

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// ReadSettings reads what a saved document says of plans of one model that were built with several settings: of planlint
// build, or of planlint sweep.
func ReadSettings(text []byte) ([]result.ReportSetting, error) {
	schema, err := schemaOf(text)
	if err != nil {
		return nil, err
	}
	switch schema {
	case result.SchemaBuild:
		var document result.Document[result.Build]
		if err := json.Unmarshal(trim(text), &document); err != nil {
			return nil, notSaved("%v", err)
		}
		var all []result.ReportSetting
		for _, b := range document.Results {
			all = append(all, settingsOf(b)...)
		}
		return all, nil
	case schemaSweep:
		return readSweep(text)
	}
	return nil, notSaved("its schema is %q; those of build and sweep can be read", schema)
}

func settingsOf(b result.Build) []result.ReportSetting {
	var all []result.ReportSetting
	row := result.ReportSetting{Setting: cmp.Or(strings.Join(settingWords(b.Settings), ", "), "default"), Version: b.TensorRT.Version}
	for i, plan := range b.Plans {
		made := row
		if i > 0 {
			made.Setting = fmt.Sprintf("%s, build %d", row.Setting, i+1)
		}
		made.Size, made.Verdict = &plan.Size, plan.Scan.Verdict
		if z := plan.Scan.Zeros; z != nil && z.Longest != nil {
			made.LongestRun = &z.Longest.Length
		}
		all = append(all, made)
	}
	if len(b.Plans) == 0 && b.Failure != nil {
		row.Why = b.Failure.Message
		all = append(all, row)
	}
	return all
}

// settingWords are settings as the builder has them; those that are not there were left to TensorRT.
func settingWords(s result.BuildSettings) []string {
	var words []string
	add := func(format string, values ...any) { words = append(words, fmt.Sprintf(format, values...)) }
	if s.OptimizationLevel != nil {
		add("builder_optimization_level = %d", *s.OptimizationLevel)
	}
	if s.Tiling != "" {
		add("tiling_optimization_level = %s", s.Tiling)
	}
	if s.L2Limit != 0 {
		add("l2_limit_for_tiling = %d", s.L2Limit)
	}
	if s.MaxTactics != nil {
		add("max_num_tactics = %d", *s.MaxTactics)
	}
	if s.TacticSources != nil {
		add("tactic sources %s", cmp.Or(strings.Join(*s.TacticSources, " "), "none"))
	}
	for _, flag := range s.Flags {
		add("BuilderFlag.%s", flag)
	}
	for _, flag := range s.NoFlags {
		add("no BuilderFlag.%s", flag)
	}
	for _, feature := range s.PreviewFeatures {
		add("PreviewFeature.%s", feature)
	}
	if s.Workspace != 0 {
		add("workspace %d bytes", s.Workspace)
	}
	if s.HardwareCompatibility != "" {
		add("hardware compatibility %s", s.HardwareCompatibility)
	}
	for _, route := range s.Routes {
		add("route %s = %s", route.Name, route.Value)
	}
	return words
}

// schemaSweep is the schema of planlint sweep.
const schemaSweep = "planlint/sweep/v1"

// readSweep reads what a report needs of a sweep, each plan with the setting that made it.
func readSweep(text []byte) ([]result.ReportSetting, error) {
	type plan struct {
		Setting    string         `json:"setting"`
		Name       string         `json:"name"`
		Size       *int64         `json:"size"`
		LongestRun *int64         `json:"longest_run"`
		Why        string         `json:"why"`
		Version    string         `json:"version"`
		Verdict    result.Verdict `json:"verdict"`
	}
	var document struct {
		Results []struct {
			Settings []plan `json:"settings"`
			Plans    []plan `json:"plans"`
			Rows     []plan `json:"rows"`
		} `json:"results"`
	}
	if err := json.Unmarshal(trim(text), &document); err != nil {
		return nil, notSaved("%v", err)
	}
	var all []result.ReportSetting
	for _, r := range document.Results {
		for _, list := range [][]plan{r.Settings, r.Plans, r.Rows} {
			for _, p := range list {
				all = append(all, result.ReportSetting{Setting: cmp.Or(p.Setting, p.Name, "default"), Size: p.Size, LongestRun: p.LongestRun, Why: p.Why, Version: p.Version, Verdict: p.Verdict})
			}
		}
	}
	if len(all) == 0 {
		return nil, notSaved("it names no plan")
	}
	return all, nil
}
