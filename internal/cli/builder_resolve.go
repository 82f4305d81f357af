package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// resolve returns the settings for a family, or an error that names the flag that makes no sense.
func (b *builderFlags) resolve(family trt.Family) (trt.Settings, error) {
	var s trt.Settings
	if err := convert(b.settings, &s); err != nil { // a copy that shares nothing
		return s, err
	}
	for _, sw := range b.switches {
		switch {
		case sw.on && sw.clear:
			s.NoFlags = append(s.NoFlags, sw.flag)
		case sw.on:
			s.Flags = append(s.Flags, sw.flag)
		}
	}
	if b.best {
		s.Flags = append(s.Flags, "FP16", "INT8")
		if family == trt.TRT10 {
			s.Flags = append(s.Flags, "BF16")
		}
	}
	if b.stripAllWeights {
		s.Flags = append(s.Flags, "REFIT", "STRIP_PLAN")
	}
	if b.sparsity == "enable" {
		s.Flags = append(s.Flags, "SPARSE_WEIGHTS")
	}
	if b.restricted {
		s.Flags = append(s.Flags, "SAFETY_SCOPE")
	}
	if b.buildDLAStandalone {
		s.EngineCapability = "DLA_STANDALONE"
	}
	if b.stronglyTyped {
		s.StronglyTyped = new(true)
	}
	for _, text := range b.other {
		if err := setByKey(&s, text); err != nil {
			return s, usagef("--setting %s: %v", text, err)
		}
	}
	s.Flags, s.NoFlags = unique(s.Flags), unique(s.NoFlags)
	var err error
	if s.Profiles, err = b.profiles.resolve(s.Profiles); err != nil {
		return s, err
	}
	return s, b.check(s)
}

// setByKey sets one field by its name in JSON. The value is JSON, or a text that needs no quotes.
func setByKey(s *trt.Settings, text string) error {
	key, value, found := strings.Cut(text, "=")
	if !found || key == "" {
		return fmt.Errorf("it is KEY=VALUE")
	}
	var try error
	for _, spelled := range []string{value, quoted(value)} {
		object := fmt.Sprintf("{%s:%s}", quoted(key), spelled)
		if !json.Valid([]byte(object)) {
			continue
		}
		decoder := json.NewDecoder(strings.NewReader(object))
		decoder.DisallowUnknownFields()
		if try = decoder.Decode(s); try == nil {
			return nil
		}
		if strings.Contains(try.Error(), "unknown field") {
			return fmt.Errorf("there is no setting %q (there are %s)", key, strings.Join(settingKeys(), ", "))
		}
	}
	return fmt.Errorf("the value does not fit the setting: %s", strings.TrimPrefix(try.Error(), "json: "))
}

// convert copies a value into one that looks the same as JSON.
func convert(from, to any) error {
	data, err := json.Marshal(from)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(to)
}

func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil { // a string can always be spelled
		return `""`
	}
	return string(data)
}

// unique drops what is there a second time.
func unique(list []string) []string {
	var once []string
	for _, name := range list {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}
