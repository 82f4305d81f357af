package trt

import "strings"

// features are the rows of the support table that the settings need.
func (s Settings) features() []string {
	var list []string
	need := func(used bool, feature string) {
		if used {
			list = append(list, feature)
		}
	}
	each := func(kind string, names ...string) {
		for _, name := range names {
			need(name != "", kind+" "+name)
		}
	}
	need(s.OptimizationLevel != nil, "optimization level")
	each("tiling", s.Tiling)
	need(s.L2Limit != 0, "L2 limit")
	need(s.MaxTactics != nil, "max tactics")
	if s.TacticSources != nil {
		need(true, "tactic sources")
		for _, name := range *s.TacticSources {
			each("tactic source", strings.TrimLeft(name, "+-"))
		}
	}
	each("flag", s.Flags...)
	each("flag", s.NoFlags...)
	each("preview feature", s.PreviewFeatures...)
	if s.StronglyTyped != nil {
		need(*s.StronglyTyped, "strongly typed network")
		need(!*s.StronglyTyped, "weakly typed network")
	}
	need(s.Int8Range != 0, "dynamic range")
	each("verbosity", s.Verbosity)
	each("capability", s.Capabilities...)
	each("hardware compatibility", s.HardwareCompatibility)
	each("engine capability", s.EngineCapability)
	each("platform", s.Platform)
	need(s.DLACore != nil, "DLA core")
	need(s.AuxStreams != nil, "aux streams")
	need(s.Workspace != 0, "workspace")
	need(len(s.Plugins) > 0, "plugin")
	need(s.TimingCache != "", "timing cache")
	need(len(s.Routes) > 0, "route")
	need(len(s.Profiles) > 0, "profile")
	return list
}
