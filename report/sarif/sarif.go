// Package sarif has the part of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format) that planlint
// writes, as plain structs. What GitHub code scanning asks for beyond the standard is said where it matters.
package sarif

import (
	"encoding/json"
	"fmt"
	"io"
)

// Version is the version of the standard, and Schema where its JSON schema is published.
const (
	Version = "2.1.0"
	Schema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

// MaxResults is how many results of a run GitHub code scanning takes; it refuses a file with more.
const MaxResults = 25_000

// Log is a whole file.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []Run  `json:"runs"`
}

// Run is one run of one tool.
type Run struct {
	Tool        Tool         `json:"tool"`
	Invocations []Invocation `json:"invocations,omitempty"`
	// AutomationDetails.ID ends with a slash: all before it is the category under which code scanning keeps results,
	// so that those of one command do not replace those of another.
	AutomationDetails  AutomationDetails           `json:"automationDetails"`
	OriginalURIBaseIDs map[string]ArtifactLocation `json:"originalUriBaseIds,omitempty"`
	ColumnKind         string                      `json:"columnKind,omitempty"`
	// Results is never nil: [] says that nothing was found, and null that nothing was looked for.
	Results []Result `json:"results"`
}

// Tool is what made the results.
type Tool struct {
	Driver Driver `json:"driver"`
}

// Driver names the tool and its rules.
type Driver struct {
	Name           string `json:"name"`
	Version        string `json:"version,omitempty"`
	InformationURI string `json:"informationUri,omitempty"`
	Rules          []Rule `json:"rules"`
}

// Rule is a reportingDescriptor. GitHub takes up to 255 characters of a name and 1024 of a description.
type Rule struct {
	ID                   string               `json:"id"`
	Name                 string               `json:"name"`
	ShortDescription     Message              `json:"shortDescription"`
	FullDescription      Message              `json:"fullDescription"`
	DefaultConfiguration DefaultConfiguration `json:"defaultConfiguration"`
	HelpURI              string               `json:"helpUri,omitempty"`
	Help                 Help                 `json:"help"`
	Properties           RuleProperties       `json:"properties"`
}

// DefaultConfiguration has the level of a rule whose result does not say.
type DefaultConfiguration struct {
	Level string `json:"level"`
}

// Help is a rule's page.
type Help struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

// RuleProperties are those that GitHub filters by.
type RuleProperties struct {
	Tags []string `json:"tags"`
}

// Message is text for people, in one line.
type Message struct {
	Text string `json:"text"`
}

// Invocation says how the run went.
type Invocation struct {
	ExecutionSuccessful        bool           `json:"executionSuccessful"`
	ExitCode                   int            `json:"exitCode"`
	ToolExecutionNotifications []Notification `json:"toolExecutionNotifications,omitempty"`
}

// Notification is something about the run itself, such as an input that could not be read.
type Notification struct {
	Level     string     `json:"level"`
	Message   Message    `json:"message"`
	Locations []Location `json:"locations,omitempty"`
}

// AutomationDetails names the kind of run.
type AutomationDetails struct {
	ID string `json:"id"`
}

// Result is one finding.
type Result struct {
	RuleID    string     `json:"ruleId"`
	RuleIndex *int       `json:"ruleIndex,omitempty"`
	Level     string     `json:"level"`
	Message   Message    `json:"message"`
	Locations []Location `json:"locations"`
	// PartialFingerprints tell that two results of different runs are the same. Code scanning goes by
	// primaryLocationLineHash alone.
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Properties          *Properties       `json:"properties,omitempty"`
}

// Properties place a result in a binary file: an offset and a number of bytes.
type Properties struct {
	Offset *int64 `json:"offset,omitempty"`
	Bytes  *int64 `json:"bytes,omitempty"`
}

// Location is a file. It has no region: the action that uploads SARIF to GitHub would read a file with a line
// number as text, from end to end, and a plan is binary and may have gigabytes.
type Location struct {
	PhysicalLocation PhysicalLocation `json:"physicalLocation"`
}

// PhysicalLocation is a file.
type PhysicalLocation struct {
	ArtifactLocation ArtifactLocation `json:"artifactLocation"`
}

// ArtifactLocation is the address of a file: an absolute one, or one relative to a base of the run.
type ArtifactLocation struct {
	URI         string   `json:"uri,omitempty"`
	URIBaseID   string   `json:"uriBaseId,omitempty"`
	Description *Message `json:"description,omitempty"`
}

// Write writes a file, in one line: spaces would make it half as large again, and GitHub takes 10 MB.
func Write(w io.Writer, log Log) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(log); err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}
