package nn

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// buffer is a tensor that belongs to a cell and is not trained.
type buffer struct {
	name       string
	value      *tensor.Tensor
	persistent bool
}

// NamedBuffer is a buffer with the path of attributes that leads to it.
type NamedBuffer struct {
	Name   string
	Buffer *tensor.Tensor
}

// String is the text of the Python tuple (name, buffer).
func (n NamedBuffer) String() string { return pyrepr.Line(n) }

// ReprParts returns the brackets of a Python tuple, the name and the buffer.
func (n NamedBuffer) ReprParts() (open string, parts []any, end string) {
	return "(", []any{n.Name, n.Buffer}, ")"
}

// RegisterBuffer adds a tensor that is part of the cell's state but not trained, such as a running average:
// Cell.register_buffer. Unless persistent is false, StateDict contains it. GetBuffer returns it. A buffer with the
// same name is replaced; an empty or dotted name, or that of a field, raises KeyError. A nil buffer is registered but
// not listed.
func (c *Cell) RegisterBuffer(name string, value *tensor.Tensor, persistent ...bool) {
	switch {
	case strings.Contains(name, "."):
		tensor.Throw("register_buffer", tensor.KeyError, "buffer name can't contain \".\"")
	case name == "":
		tensor.Throw("register_buffer", tensor.KeyError, "buffer name can't be empty string \"\"")
	}
	b := buffer{name, value, len(persistent) == 0 || persistent[0]}
	for i := range c.buffers {
		if c.buffers[i].name == name {
			c.buffers[i] = b
			return
		}
	}
	if c.occupied(name) {
		tensor.Throw("register_buffer", tensor.KeyError, "attribute '%s' already exists", name)
	}
	c.buffers = append(c.buffers, b)
}

// occupied reports whether the struct around c has a field called name, or c an attribute inserted under that name.
func (c *Cell) occupied(name string) bool {
	if c.has(name) {
		return true
	}
	v := reflect.ValueOf(c.outer)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return false
	}
	t := v.Elem().Type()
	f, found := t.FieldByName(name)
	return found && !(len(f.Index) > 1 && t.FieldByIndex(f.Index[:len(f.Index)-1]).Type == cellType)
}

// NamedBuffers returns the buffers of c and of the cells below it under their paths, each once: Cell.named_buffers.
func (c *Cell) NamedBuffers() []NamedBuffer {
	var out []NamedBuffer
	seen := map[*tensor.Tensor]bool{nil: true}
	for _, n := range c.walkCells("") {
		for _, b := range n.cell.buffers {
			if !seen[b.value] {
				seen[b.value] = true
				out = append(out, NamedBuffer{join(n.path, b.name), b.value})
			}
		}
	}
	return out
}

// Buffers returns the buffers of c and of the cells below it: Cell.buffers.
func (c *Cell) Buffers() []*tensor.Tensor {
	return each(c.NamedBuffers(), func(n NamedBuffer) *tensor.Tensor { return n.Buffer })
}

// GetBuffer returns the buffer at a path such as "block.mean": Cell.get_buffer. It raises AttributeError if there is
// none.
func (c *Cell) GetBuffer(path string) *tensor.Tensor {
	holder, name := c.split(path)
	for _, b := range holder.buffers {
		if b.name == name {
			return b.value
		}
	}
	if holder.occupied(name) {
		tensor.Throw("get_buffer", tensor.AttributeError, "`%s` is not a buffer", name)
	}
	tensor.Throw("get_buffer", tensor.AttributeError, "%s has no attribute `%s`", holder.ClassName(), name)
	return nil
}

// split returns the cell at the path without its last name, and that name.
func (c *Cell) split(path string) (holder *Cell, name string) {
	i := strings.LastIndex(path, ".")
	if i < 0 {
		return c, path
	}
	return c.GetSubCell(path[:i]).CellBase(), path[i+1:]
}

// GetSubCell returns the cell at a path such as "block.conv", the cell itself for "": Cell.get_sub_cell. It raises
// AttributeError when there is none.
func (c *Cell) GetSubCell(path string) Layer {
	found := c
	for path != "" {
		name, rest, _ := strings.Cut(path, ".")
		next := found.child(name)
		for next == nil && rest != "" { // names of cells in a slice contain a dot
			var more string
			more, rest, _ = strings.Cut(rest, ".")
			name += "." + more
			next = found.child(name)
		}
		if next == nil {
			found.noChild(name)
		}
		found, path = next, rest
	}
	return found.layer()
}

func (c *Cell) child(name string) *Cell {
	for _, a := range c.attrs() {
		if a.cell != nil && a.name == name {
			return a.cell
		}
	}
	return nil
}

func (c *Cell) noChild(name string) {
	first, _, _ := strings.Cut(name, ".")
	if c.occupied(first) {
		tensor.Throw("get_sub_cell", tensor.AttributeError, "`%s` is not an nn.Cell", first)
	}
	tensor.Throw("get_sub_cell", tensor.AttributeError, "%s has no attribute `%s`", c.ClassName(), first)
}

// GetParameter returns the parameter at a path of attributes such as "block.fc.weight", and raises AttributeError
// when there is none.
func (c *Cell) GetParameter(path string) *Parameter {
	for _, p := range c.ParametersAndNames() {
		if p.Name == path {
			return p.Param
		}
	}
	holder, name := c.split(path)
	tensor.Throw("get_parameter", tensor.AttributeError, "%s has no attribute `%s`", holder.ClassName(), name)
	return nil
}

// tensorIn returns the tensor in v, a tensor or a parameter.
func tensorIn(v any) (*tensor.Tensor, bool) { return invoke.AsTensor(v) }
