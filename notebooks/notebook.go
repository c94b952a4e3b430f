package notebooks

import "slices"

// Notebook is a document of nbformat 4. Unknown fields are kept in the Extra maps and written back.
type Notebook struct {
	Cells    []*Cell
	Metadata map[string]any
	Minor    int // nbformat_minor
	Extra    map[string]any
}

// Cell is one cell of a notebook.
type Cell struct {
	Type           string // "code", "markdown" or "raw"
	ID             string // empty before nbformat 4.5
	Source         string
	Metadata       map[string]any
	ExecutionCount *int     // code cells only; nil if the cell has not run
	Outputs        []Output // code cells only
	Extra          map[string]any
}

// The types of an Output.
const (
	StreamOutput  = "stream"
	DisplayOutput = "display_data"
	ResultOutput  = "execute_result"
	ErrorOutput   = "error"
)

// Output is one output of a code cell. Which fields are used depends on Type.
type Output struct {
	Type string

	Name, Text string // stream: "stdout" or "stderr", and what was written

	Data           map[string]any // display_data, execute_result: MIME type → string or JSON value
	Metadata       map[string]any // display_data, execute_result
	ExecutionCount *int           // execute_result

	EName, EValue string   // error
	Traceback     []string // error

	Extra map[string]any
}

// The tags that Replay supports.
const (
	TagRaises = "raises-exception"
	TagIgnore = "nbval-ignore-output"
	TagSkip   = "nbval-skip"
	TagRandom = "random"
	TagVaries = "varies"
)

// CodeCells returns the code cells in order.
func (n *Notebook) CodeCells() []*Cell {
	var code []*Cell
	for _, c := range n.Cells {
		if c.Type == "code" {
			code = append(code, c)
		}
	}
	return code
}

// HasTag reports whether the cell's metadata lists the tag.
func (c *Cell) HasTag(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	return slices.Contains(tags, any(tag))
}
