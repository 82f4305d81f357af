package fuse

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

// RTX is the family of TensorRT-RTX.
const RTX = "rtx"

// TRT8 is the family of TensorRT 8.
const TRT8 = "trt8"

// measuredFamilies have tables that were made from measurements of their own.
var measuredFamilies = []string{RTX, TRT8}

//go:embed tables/*.json
var tableFiles embed.FS

// Table says what a family of builders fuses.
type Table struct {
	Family string `json:"family"`
	// Source is where the measurements are.
	Source string `json:"source"`
	// Lists are names for lists of operators; "@name" stands for one in a rule.
	Lists map[string][]string `json:"lists"`
	Rules []*Rule             `json:"rules"`
	// Open are groups of which the measurements do not say what becomes of them.
	Open []Open `json:"open"`
	// Words are what stands for operators in the names of kernels.
	Words map[string]string `json:"words"`
	// Base is the family whose rules and words follow, for a family of which only single observations are known.
	Base string `json:"base"`
	// Observed are groups that this family was seen to leave alone.
	Observed []Observed `json:"observed"`
}

// Observed is a group of these operators, in this order.
type Observed struct {
	Ops      []string `json:"ops"`
	Evidence []string `json:"evidence"`
}

// LoadTable returns the table of a family.
func LoadTable(family string) (*Table, error) {
	text, err := tableFiles.ReadFile("tables/" + family + ".json")
	if err != nil {
		return nil, fmt.Errorf("what %q fuses is not known; tables: %s", family, strings.Join(Families(), ", "))
	}
	var table Table
	if err := json.Unmarshal(text, &table); err != nil {
		return nil, fmt.Errorf("fusion table %s: %w", family, err)
	}
	for _, rule := range table.Rules {
		for _, list := range rule.lists() {
			if *list, err = table.expand(*list); err != nil {
				return nil, fmt.Errorf("fusion table %s, rule %q: %w", family, rule.Name, err)
			}
		}
	}
	for i := range table.Open {
		if table.Open[i].Ops, err = table.expand(table.Open[i].Ops); err != nil {
			return nil, fmt.Errorf("fusion table %s, open: %w", family, err)
		}
	}
	if table.Base == "" {
		return &table, nil
	}
	base, err := LoadTable(table.Base)
	if err != nil {
		return nil, err
	}
	table.inherit(base)
	return &table, nil
}

// Families returns the families that there are tables for.
func Families() []string {
	entries, err := tableFiles.ReadDir("tables")
	if err != nil {
		panic(err) // they are part of the program
	}
	var families []string
	for _, entry := range entries {
		families = append(families, strings.TrimSuffix(entry.Name(), ".json"))
	}
	return families
}

func (t *Table) expand(list []string) ([]string, error) {
	var expanded []string
	for _, entry := range list {
		name, isList := strings.CutPrefix(entry, "@")
		switch {
		case !isList:
			expanded = append(expanded, entry)
		case t.Lists[name] == nil:
			return nil, fmt.Errorf("no list is called %q", name)
		default:
			expanded = append(expanded, t.Lists[name]...)
		}
	}
	return expanded, nil
}
