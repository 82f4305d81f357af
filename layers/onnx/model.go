package onnx

// Model is a whole ONNX file (ModelProto). Its fields may be changed, and Write writes what it has become:
// whatever was not changed is copied from the file byte for byte, also what this package does not know.
type Model struct {
	IRVersion       int64
	ProducerName    string
	ProducerVersion string
	Domain          string
	ModelVersion    int64
	// Opsets are the versions of the operator sets that the graph uses.
	Opsets []Opset
	// Graph is the main graph; a model that was read always has one.
	Graph *Graph
	// Functions are the operators that the model defines itself.
	Functions []*Function
	Metadata  []Property

	origin span
	files  *files
}

// Opset is the version of the operators of a domain. The domain of ONNX's own operators is "".
type Opset struct {
	Domain  string
	Version int64
}

// Property is a pair of texts, as in a model's metadata.
type Property struct{ Key, Value string }

// Function is an operator that is made of other operators (FunctionProto).
type Function struct {
	// Name, Domain and Overload are what a node that calls the function has as OpType, Domain and Overload.
	Name, Domain, Overload string
	// Inputs and Outputs name values, in the order of those of a node that calls the function.
	Inputs, Outputs []string
	// Attributes are the names of attributes without a default; Defaults are those that have one.
	Attributes []string
	Defaults   []*Attribute
	// Nodes may have attributes with a RefName, which stand for those of the calling node.
	Nodes     []*Node
	Opsets    []Opset
	ValueInfo []*ValueInfo

	origin span
}

// Opset returns the version of a domain's operators that the model uses; "ai.onnx" is the same domain as "".
func (m *Model) Opset(domain string) (int64, bool) { return opset(m.Opsets, domain) }

// Opset returns the version of a domain's operators that the function's body uses.
func (f *Function) Opset(domain string) (int64, bool) { return opset(f.Opsets, domain) }

func opset(list []Opset, domain string) (int64, bool) {
	for _, o := range list {
		if sameDomain(o.Domain, domain) {
			return o.Version, true
		}
	}
	return 0, false
}

// Function returns the function that a node calls, or nil if the node's operator is none of the model's own.
func (m *Model) Function(n *Node) *Function {
	for _, f := range m.Functions {
		if f.Name == n.OpType && sameDomain(f.Domain, n.Domain) && f.Overload == n.Overload {
			return f
		}
	}
	return nil
}

func sameDomain(a, b string) bool { return plainDomain(a) == plainDomain(b) }

// plainDomain is "" for both names of the domain of ONNX's own operators.
func plainDomain(domain string) string {
	if domain == "ai.onnx" {
		return ""
	}
	return domain
}
