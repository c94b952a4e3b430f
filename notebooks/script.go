package notebooks

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/text/percent"
)

// The fields of a mark. Other parts of a notebook than cells are below marks of special types.
const (
	fieldID    = "id"
	fieldTags  = "tags"     // metadata.tags
	fieldMeta  = "metadata" // all other metadata
	fieldEnd   = "end"      // line ends at the end of the code, which a script does not keep
	fieldOther = "other"    // fields of the cell that nbformat does not know
)

// Script returns the notebook as a script of cells (package percent), which DecodeScript reads. Titles, IDs, tags and
// other metadata of cells are in their marks. Attachments are below separate marks, and so are metadata of the
// notebook unless they are those of a new one. With outputs, it contains execution counts and outputs as well, and
// nothing is lost; otherwise it is the script of the stripped notebook. A cell that is not code, Markdown or raw is
// an error.
func (n *Notebook) Script(outputs bool) (string, error) {
	dropTransient(n)
	var script []percent.Cell
	if head := jsonCell(percent.Notebook, n.head()); head != jsonCell(percent.Notebook, newNotebook().head()) {
		script = append(script, head)
	}
	derived := n.derivedIDs()
	for i, c := range n.Cells {
		if c.Type != "code" && c.Type != percent.Markdown && c.Type != percent.Raw {
			return "", fmt.Errorf("cell %d has the type %q; nbformat 4 has code, markdown and raw", i+1, c.Type)
		}
		script = append(script, c.marked(outputs, derived[i] == c.ID))
		if attachments, ok := c.Extra["attachments"].(map[string]any); ok {
			script = append(script, jsonCell(percent.Attachments, attachments))
		}
		if outputs && len(c.Outputs) > 0 {
			list, _ := c.object()["outputs"].([]any)
			script = append(script, jsonCell(percent.Outputs, list))
		}
	}
	return percent.Join(script), nil
}

// head returns the parts of the notebook other than cells.
func (n *Notebook) head() map[string]any {
	m := extended(n.Extra)
	m["metadata"], m["nbformat"], m["nbformat_minor"] = orEmpty(n.Metadata), 4, n.Minor
	return m
}

// newNotebook returns an empty notebook, as Jupyter creates it for msrepl's kernel.
func newNotebook() *Notebook {
	return &Notebook{Minor: 5, Metadata: map[string]any{
		"kernelspec": map[string]any{"display_name": "msrepl (Go)", "language": "go", "name": "msrepl"},
		"language_info": map[string]any{
			"codemirror_mode": "go", "file_extension": ".go", "mimetype": "text/x-go",
			"name": "go", "pygments_lexer": "go",
		},
	}}
}

func jsonCell(kind string, v any) percent.Cell {
	return percent.Cell{Type: kind, Text: percent.Comment(string(appendJSON(nil, v, "\n")))}
}

// marked returns the cell in the form of a script, without the ID if that follows from its text.
func (c *Cell) marked(outputs, derived bool) percent.Cell {
	p := percent.Cell{Text: percent.Comment(c.Source)}
	m, f := maps.Clone(orEmpty(c.Metadata)), map[string]any{}
	if c.Type == "code" {
		p.Text = strings.TrimRight(c.Source, "\n")
		if end := c.Source[len(p.Text):]; end != "" {
			f[fieldEnd] = end
		}
	} else {
		p.Type = c.Type
	}
	if title, ok := m["title"].(string); ok && percent.IsTitle(title) && !counted().MatchString(title) {
		p.Title = title
		delete(m, "title")
	}
	if c.ExecutionCount != nil && outputs {
		p.Title = strings.TrimSpace(fmt.Sprintf("In[%d] %s", *c.ExecutionCount, p.Title))
	}
	if tags, ok := m[fieldTags].([]any); ok {
		f[fieldTags] = tags
		delete(m, fieldTags)
	}
	if len(m) > 0 {
		f[fieldMeta] = m
	}
	if c.ID != "" && !derived {
		f[fieldID] = c.ID
	}
	other := maps.Clone(c.Extra)
	if _, ok := other["attachments"].(map[string]any); ok {
		delete(other, "attachments")
	}
	if len(other) > 0 {
		f[fieldOther] = other
	}
	if len(f) > 0 {
		p.Fields = lineJSON(f)
	}
	return p
}

// lineJSON returns v as one line of JSON.
func lineJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("notebooks: %T is not JSON: %v", v, err)) // it was read from JSON
	}
	return strings.TrimSpace(b.String())
}

// counted matches the title of a cell that has run, as :save and Script write it.
var counted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^In\[(-?\d+)\](?:\s+(.*))?$`) })

// DecodeScript reads a script of cells as a notebook of nbformat 4. A script without metadata of the notebook gets
// those of a new one for msrepl's kernel. Cells without an ID get one that follows from their text.
func DecodeScript(text string) (*Notebook, error) {
	text = strings.TrimPrefix(text, byteOrderMark)
	if err := mustBeUTF8([]byte(text)); err != nil {
		return nil, err
	}
	nb := newNotebook()
	if strings.HasPrefix(text, "#!") {
		text = "//" + text[2:]
	}
	for i, p := range percent.Split(text) {
		if err := nb.addCell(p, i == 0); err != nil {
			return nil, fmt.Errorf("line %d: %w", max(p.Line, 1), err)
		}
	}
	dropTransient(nb)
	if nb.Minor >= 5 {
		nb.nameCells()
	}
	return nb, nil
}

// addCell adds a cell of a script, or what belongs to the cell above.
func (n *Notebook) addCell(p percent.Cell, first bool) error {
	switch p.Type {
	case percent.Notebook:
		if !first {
			return fmt.Errorf("[notebook] must be the first mark")
		}
		return n.setHead(p)
	case percent.Outputs, percent.Attachments:
		if len(n.Cells) == 0 {
			return fmt.Errorf("[%s] without a cell above", p.Type)
		}
		return n.Cells[len(n.Cells)-1].attach(p)
	}
	c, err := unmarked(p)
	n.Cells = append(n.Cells, c)
	return err
}

func (n *Notebook) setHead(p percent.Cell) error {
	raw, err := decodeJSON([]byte(p.Body()))
	if err != nil {
		return fmt.Errorf("[notebook]: %w", err)
	}
	d := fields{m: raw, where: "[notebook]"}
	major, minor := d.takeInt("nbformat"), d.takeInt("nbformat_minor")
	if major != nil && *major != 4 {
		return fmt.Errorf("[notebook]: not nbformat 4")
	}
	if n.Metadata = d.takeMap("metadata"); minor != nil {
		n.Minor = *minor
	}
	n.Extra = d.m
	return d.err
}

// attach reads the outputs or attachments of a cell.
func (c *Cell) attach(p percent.Cell) error {
	raw, err := decodeJSON([]byte(`{"v":` + p.Body() + "}"))
	where := "[" + p.Type + "]"
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	d := fields{m: raw, where: where}
	if p.Type == percent.Attachments {
		files := d.takeMap("v")
		for _, bundle := range files {
			joinLines(bundle)
		}
		if c.Extra == nil {
			c.Extra = map[string]any{}
		}
		c.Extra["attachments"] = files
		return d.err
	}
	if c.Type != "code" {
		return fmt.Errorf("[outputs] below a cell that is not code")
	}
	for i, o := range d.takeList("v") {
		out, err := decodeOutput(o, fmt.Sprintf("%s, output %d", where, i+1))
		if err != nil {
			return err
		}
		c.Outputs = append(c.Outputs, out)
	}
	return d.err
}

// unmarked returns a cell of a script in the form of a notebook.
func unmarked(p percent.Cell) (*Cell, error) {
	c := &Cell{Type: p.Type, Source: p.Body(), Metadata: map[string]any{}}
	if p.Type == "" {
		c.Type = "code"
	}
	d := fields{where: "the mark"}
	if p.Fields != "" {
		var err error
		if d.m, err = decodeJSON([]byte(p.Fields)); err != nil {
			return c, fmt.Errorf("the text in braces is not JSON: %w", err)
		}
	}
	if m := d.takeMap(fieldMeta); m != nil {
		c.Metadata = m
	}
	if _, ok := d.m[fieldTags]; ok {
		c.Metadata[fieldTags] = d.takeList(fieldTags)
	}
	title := p.Title
	if m := counted().FindStringSubmatch(title); m != nil && c.Type == "code" {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return c, err
		}
		c.ExecutionCount, title = &n, m[2]
	}
	if title != "" {
		c.Metadata["title"] = title
	}
	c.ID, c.Extra = d.takeString(fieldID), d.takeMap(fieldOther)
	c.Source += d.takeString(fieldEnd)
	for key := range d.m {
		return c, fmt.Errorf("%q is not a field of a mark; the fields are id, tags, metadata, end and other", key)
	}
	return c, d.err
}

// nameCells assigns IDs to the cells that have none.
func (n *Notebook) nameCells() {
	taken := map[string]bool{}
	for _, c := range n.Cells {
		taken[c.ID] = true
	}
	for _, c := range n.Cells {
		for k := 0; c.ID == ""; k++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", k, c.Type, c.Source))
			if id := fmt.Sprintf("%x", sum[:4]); !taken[id] {
				c.ID, taken[id] = id, true
			}
		}
	}
}

// derivedIDs returns the ID of each cell that would get the same one again if a script omitted it, and "" for other
// cells.
func (n *Notebook) derivedIDs() []string {
	named := func(with []string) []string {
		var all Notebook
		for i, c := range n.Cells {
			all.Cells = append(all.Cells, &Cell{Type: c.Type, Source: c.Source, ID: with[i]})
		}
		all.nameCells()
		ids := make([]string, len(n.Cells))
		for i, c := range all.Cells {
			ids[i] = c.ID
		}
		return ids
	}
	none := make([]string, len(n.Cells))
	if n.Minor < 5 {
		return none
	}
	derived, kept := named(none), make([]string, len(n.Cells))
	for i, c := range n.Cells {
		if c.ID != derived[i] {
			derived[i], kept[i] = "", c.ID
		}
	}
	for i, id := range named(kept) { // an ID that is kept may equal one derived from a text
		if n.Cells[i].ID != "" && id != n.Cells[i].ID {
			return none
		}
	}
	return derived
}
