package redact

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// kind is what a string of a result is.
type kind int

const (
	inWords kind = iota
	aFile
	aName
	aCommand  // a word of one
	published // made of what has been redacted
)

// kinds says which strings of the structs of package result are files or names; all others are words.
var kinds = map[string]kind{
	"Scan.File": aFile, "Info.File": aFile, "Map.File": aFile, "Error.File": aFile, "Explain.Model": aFile, "Predict.Model": aFile,
	"ComparedPlan.File": aFile, "ComparedPlan.Saved": aFile, "Member.Folder": aFile, "Layers.From": aFile, "ComparedLayers.From": aFile,
	"DoctorTensorRT.TRT": aFile, "DoctorTensorRT.Folder": aFile, "DoctorPlace.Folder": aFile, "DoctorWorker.Path": aFile, "DoctorTool.Path": aFile,
	"BuildModel.File": aFile, "BuildTensorRT.Named": aFile, "BuildSettings.TimingCache": aFile, "BuildSettings.Plugins": aFile,
	"BuiltPlan.Output": aFile, "ModelFile.Location": aFile,
	"PredictGroup.Nodes": aName, "PredictGroup.Output": aName, "PredictGroup.Body": aName, "NotPredictable.Node": aName,
	"Explanation.Initializers": aName, "Container.Network": aName, "Member.Name": aName, "BuildProfile.Input": aName,
	"Layer.Name": aName, "Layer.Nodes": aName, "Layer.PointwiseNodes": aName, "LayerTensor.Name": aName, "Layers.Bindings": aName,
	"LayerChange.Old": aName, "LayerChange.New": aName, "LayerChanges.Gone": aName, "LayerChanges.New": aName, "LayerGroup.Old": aName, "LayerGroup.New": aName,
	"ReportVersion.File": aFile, "ReportModel.File": aFile, "ReportMove.Node": aName, "ReportMove.Over": aName,
	"Build.Command": aCommand, "ReportCommand.Command": published,
}

var (
	// plainFlag is a flag without a value, as every command has them.
	plainFlag = regexp.MustCompile(`^--?[A-Za-z][A-Za-z-]*$`)
	// formatName is what stands before the path in --write md=PATH.
	formatName = regexp.MustCompile(`^[a-z]+$`)
	// shapes are those of inputs, x=1x3x8x8 or x:1x3x8x8,y:2, and shaped is one.
	shapes = regexp.MustCompile(`^[^,]+[=:]\d+(x\d+)*(,[^,]+[=:]\d+(x\d+)*)*$`)
	shaped = regexp.MustCompile(`[^,]+[=:]\d+(x\d+)*`)
)

// Result returns a redacted copy of a value of package result. Messages in it name files that are told elsewhere in it,
// so files and names are learned first.
func Result[T any](r *Redactor, value T) (T, error) {
	var redacted T
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &redacted) // a copy that shares nothing
	}
	if err != nil {
		return redacted, fmt.Errorf("copying a result to redact it: %w", err)
	}
	r.walk(reflect.ValueOf(&redacted), inWords, false)
	r.walk(reflect.ValueOf(&redacted), inWords, true)
	return redacted, nil
}

// walk goes through a value. At first it only learns files and names.
func (r *Redactor) walk(v reflect.Value, of kind, all bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			r.walk(v.Elem(), of, all)
		}
	case reflect.Struct:
		name, _, _ := strings.Cut(v.Type().Name(), "[") // of a generic type
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				r.walk(v.Field(i), kinds[name+"."+v.Type().Field(i).Name], all)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			r.walk(v.Index(i), of, all)
		}
	case reflect.Map:
		r.walkMap(v, of, all)
	case reflect.String:
		if v.CanSet() && (all || of != inWords) {
			if became := r.as(of, v.String(), all); all {
				v.SetString(became)
			}
		}
	}
}

func (r *Redactor) walkMap(m reflect.Value, of kind, all bool) {
	for _, key := range m.MapKeys() {
		value := reflect.New(m.Type().Elem()).Elem()
		value.Set(m.MapIndex(key))
		r.walk(value, of, all)
		became := key
		if key.Kind() == reflect.String && all {
			became = reflect.ValueOf(r.Text(key.String())).Convert(m.Type().Key())
			m.SetMapIndex(key, reflect.Value{})
		}
		m.SetMapIndex(became, value)
	}
}

func (r *Redactor) as(of kind, text string, all bool) string {
	switch of {
	case aFile:
		return r.File(text)
	case aName:
		return r.Name(text)
	case aCommand:
		if all {
			return r.Word(text)
		}
		return text
	case published:
		return text
	}
	return r.Text(text)
}

// Word redacts a word of a command line: a path, shapes of inputs, or a flag with one of these behind its equals sign.
func (r *Redactor) Word(word string) string {
	flag, value, hasValue := strings.Cut(word, "=")
	switch {
	case plainFlag.MatchString(word):
		return word
	case strings.Contains(word, "://"):
		return r.Text(r.File(word))
	case hasValue && (plainFlag.MatchString(flag) || formatName.MatchString(flag) && strings.ContainsAny(value, `/\`)):
		return flag + "=" + r.Word(value)
	}
	if shapes.MatchString(word) {
		return shaped.ReplaceAllStringFunc(word, func(one string) string {
			at := strings.LastIndexAny(one, "=:")
			return r.Name(one[:at]) + one[at:]
		})
	}
	_, known := r.files[word]
	if known || strings.ContainsAny(word, `/\`) && fileOf(word) != "" {
		return r.Text(r.File(word))
	}
	return r.Text(word)
}
