package result_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"github.com/planlint/planlint/internal/result"
)

var update = flag.Bool("update", false, "rewrite docs/schema from the structs of this package")

// schemas are the documents that planlint prints, by the name of their file under docs/schema.
func schemas() map[string]struct {
	id       string
	document any
} {
	type entry = struct {
		id       string
		document any
	}
	return map[string]entry{
		"scan-v1.json":  {result.SchemaScan, result.Document[result.Scan]{}},
		"info-v1.json":  {result.SchemaInfo, result.Document[result.Info]{}},
		"map-v1.json":   {result.SchemaMap, result.Document[result.Map]{}},
		"rules-v1.json": {result.SchemaRules, result.Document[result.Rule]{}},
		"trim-v1.json":  {result.SchemaTrim, result.Document[result.Trim]{}},

		"compare-v1.json":     {result.SchemaCompare, result.Document[result.Compare]{}},
		"verify-v1.json":      {result.SchemaVerify, result.Document[result.Verify]{}},
		"build-v1.json":       {result.SchemaBuild, result.Document[result.Build]{}},
		"explain-v1.json":     {result.SchemaExplain, result.Document[result.Explain]{}},
		"explain-fit-v1.json": {result.SchemaFit, result.Document[result.Fit]{}},
		"fix-v1.json":         {result.SchemaFix, result.Document[result.Fix]{}},
		"predict-v1.json":     {result.SchemaPredict, result.Document[result.Predict]{}},
		"report-v1.json":      {result.SchemaReport, result.Document[result.Report]{}},

		"gate-v1.json":             {result.SchemaGate, result.Document[result.Gate]{}},
		"gate-selftest-v1.json":    {result.SchemaGateSelftest, result.Document[result.GateSelftest]{}},
		"baseline-v1.json":         {result.SchemaBaseline, result.Baseline{}},
		"baseline-changes-v1.json": {result.SchemaBaselineChanges, result.Document[result.BaselineChange]{}},

		"doctor-v1.json":       {result.SchemaDoctor, result.Document[result.Doctor]{}},
		"core-install-v1.json": {result.SchemaCoreInstall, result.Document[result.CoreInstall]{}},
		"core-clean-v1.json":   {result.SchemaCoreClean, result.Document[result.CoreClean]{}},

		"version-v1.json": {result.SchemaVersion, result.Document[result.Version]{}},
	}
}

// values lists what the string types of this package can be.
func values() map[reflect.Type][]any {
	return map[reflect.Type][]any{
		reflect.TypeFor[result.Verdict](): {result.VerdictClean, result.VerdictPadded, result.VerdictSuspect, result.VerdictDamaged, result.VerdictNotPlan},
		reflect.TypeFor[result.Level]():   {result.LevelError, result.LevelWarning, result.LevelNote},
		reflect.TypeFor[result.ErrorKind](): {result.KindUnreadable, result.KindEmpty, result.KindNotPlan, result.KindTruncated, result.KindDamaged,
			result.KindChanged, result.KindNoPlans, result.KindNotModel, result.KindUnavailable, result.KindUnsupported, result.KindBuildFailed, result.KindRunFailed,
			result.KindMismatch, result.KindStripped, result.KindNotWritten},
		reflect.TypeFor[result.FixVerdict]():      {result.FixDiffers, result.FixVacuous, result.FixNotChecked, result.FixEqual},
		reflect.TypeFor[result.FixKind]():         {result.FixOracle, result.FixORT},
		reflect.TypeFor[result.FixExternal]():     {result.ExternalReferenced, result.ExternalCopied},
		reflect.TypeFor[result.TimingCache]():     {result.TimingCacheNone, result.TimingCacheFile},
		reflect.TypeFor[result.ShapeSource]():     {result.ShapesOfModel, result.ShapesGiven, result.ShapesOfProfile},
		reflect.TypeFor[result.FitShapes]():       {result.FitGiven, result.FitBuild, result.FitOfModel},
		reflect.TypeFor[result.FitUndetermined](): {result.FitSameSize, result.FitDependent, result.FitTooAlike},
		reflect.TypeFor[result.ProfileShapes]():   {result.ProfileMin, result.ProfileOpt, result.ProfileMax},
		reflect.TypeFor[result.BuildProcess]():    {result.BuildProcessEach, result.BuildProcessOne},
		reflect.TypeFor[result.Outcome]():         {result.OutcomeIdentical, result.OutcomeNames, result.OutcomeDifferent, result.OutcomeSameResults},
		reflect.TypeFor[result.AbilityState]():    {result.AbilityYes, result.AbilityNo, result.AbilityUnknown},
		reflect.TypeFor[result.WorkerState]():     {result.WorkerReady, result.WorkerUntried, result.WorkerMissing, result.WorkerBroken},
		reflect.TypeFor[result.CoreState]():       {result.CorePresent, result.CoreFetched, result.CoreCompiled},
		reflect.TypeFor[result.CauseKind](): {result.CausePadding, result.CausePrecision, result.CauseWrapper, result.CauseLeanRuntime,
			result.CauseUnknown},
		reflect.TypeFor[result.VerifyOutcome](): {result.VerifyExact, result.VerifyEqual, result.VerifyDifferent, result.VerifyVacuous, result.VerifyUnstable},
		reflect.TypeFor[result.Vacuity](): {result.VacuousZero, result.VacuousNaN, result.VacuousConstant, result.VacuousIndependent,
			result.VacuousEmpty},
		reflect.TypeFor[result.ReportKind]():     {result.ReportPadded, result.ReportSuspect, result.ReportLarger, result.ReportDamaged, result.ReportClean},
		reflect.TypeFor[result.ReportExpected](): {result.ExpectedFromAgainst, result.ExpectedFromContent},
		reflect.TypeFor[result.ReportWeights]():  {result.WeightsRandom, result.WeightsIncluded, result.WeightsNone},
		reflect.TypeFor[result.ReportGiven]():    {result.GivenScript, result.GivenFile, result.GivenNot},
		reflect.TypeFor[result.GateKind]():       {result.GatePlan, result.GateRankSet, result.GateBaseline, result.GateSettings},
		reflect.TypeFor[result.GateTrialKind]():  {result.TrialPadded, result.TrialDoubled},
		reflect.TypeFor[result.GateVerdict]():    {result.GatePass, result.GateFail, result.GateAllowed},
		reflect.TypeFor[result.GateBudget](): {result.BudgetMax, result.BudgetGrowth, result.BudgetDrift, result.BudgetLongestRun, result.BudgetRatio,
			result.BudgetVersion, result.BudgetSM, result.BudgetSections, result.BudgetNew, result.BudgetRanks, result.BudgetSum, result.BudgetMedian,
			result.BudgetOutlier, result.BudgetScan, result.BudgetAllow},
		reflect.TypeFor[result.GateCauseKind](): {result.GateCausePadding, result.GateCausePrecision, result.GateCauseStrip, result.GateCauseStripped,
			result.GateCauseWrapper, result.GateCauseCapabilities, result.GateCauseLeanRuntime, result.GateCauseDuplicates, result.GateCauseRepeated,
			result.GateCauseUnknown},
		reflect.TypeFor[result.BaselineChangeKind](): {result.BaselineAdded, result.BaselineUpdated, result.BaselineKept, result.BaselineRemoved,
			result.BaselineStale},
		reflect.TypeFor[result.LayerDetail](): {result.LayersDetailed, result.LayersNames, result.LayersNone},
		reflect.TypeFor[result.NodeSource]():  {result.NodesFromMetadata, result.NodesFromName},
		reflect.TypeFor[result.Pointwise]():   {result.PointwiseAlone, result.PointwiseFused},
	}
}

// TestSchemas checks that the committed schemas are those of the structs. Comments become descriptions.
func TestSchemas(t *testing.T) {
	const folder = "../../docs/schema"
	reflector := jsonschema.Reflector{
		Anonymous: true, AllowAdditionalProperties: true, ExpandedStruct: true, // readers ignore unknown fields
		Mapper: func(kind reflect.Type) *jsonschema.Schema {
			if allowed := values()[kind]; allowed != nil {
				return &jsonschema.Schema{Type: "string", Enum: allowed}
			}
			switch kind {
			case reflect.TypeFor[result.Delta]():
				return &jsonschema.Schema{Type: "integer", Minimum: json.Number(strconv.FormatInt(math.MinInt64, 10))}
			case reflect.TypeFor[result.Real]():
				return &jsonschema.Schema{Type: "number", Minimum: json.Number(strconv.FormatFloat(-math.MaxFloat64, 'g', -1, 64))}
			case reflect.TypeFor[result.Ratio](), reflect.TypeFor[result.Average]():
				return &jsonschema.Schema{Type: "number", Minimum: "0"}
			}
			return nil
		},
		Namer: func(kind reflect.Type) string { return kind.Name() },
	}
	if err := reflector.AddGoComments("github.com/planlint/planlint/internal/result", "."); err != nil {
		t.Fatal(err)
	}
	reflector.LookupComment = func(kind reflect.Type, field string) string {
		if name, _, generic := strings.Cut(kind.Name(), "["); generic { // its comments are not found by its full name
			return reflector.CommentMap[strings.TrimSuffix(kind.PkgPath()+"."+name+"."+field, ".")]
		}
		return ""
	}
	for name, schema := range schemas() {
		generated := reflector.Reflect(schema.document)
		generated.ID = jsonschema.ID("urn:planlint:" + strings.TrimSuffix(name, ".json"))
		generated.Title = schema.id
		property, ok := generated.Properties.Get("schema")
		if !ok {
			t.Fatalf("%s: no property \"schema\"", name)
		}
		property.Const = schema.id
		limit(generated)
		for _, definition := range generated.Definitions {
			limit(definition)
		}
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(generated); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		committed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(committed, text.Bytes()) {
			t.Errorf("%s is not the schema of the structs: run go test ./internal/result -update", path)
		}
	}
}

// limit says that sizes and offsets are never negative, and shares are from 0 to 1: what is not known is
// absent, never -1.
func limit(schema *jsonschema.Schema) {
	for pair := schema.Properties.Oldest(); pair != nil; pair = pair.Next() {
		switch {
		case pair.Value.Minimum != "": // a difference or a quotient
		case pair.Value.Type == "integer":
			pair.Value.Minimum = "0"
		case pair.Value.Type == "number":
			pair.Value.Minimum, pair.Value.Maximum = "0", "1"
		}
	}
}
