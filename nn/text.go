package nn

import (
	"strings"
)

// extender is implemented by layers whose text shows their settings.
type extender interface{ ExtendRepr() string }

// String describes the cell and its children as MindSpore up to 2.5 prints them:
//
//	Net<
//	  (fc): Dense<input_channels=3, output_channels=2, has_bias=True>
//	  >
//
// A type with a method ExtendRepr() string shows its text before the children.
func (c *Cell) String() string {
	c.sync()
	extra := c.extendRepr()
	var lines []string
	for _, a := range c.attrs() {
		if a.cell != nil {
			lines = append(lines, "("+a.name+"): "+a.cell.text())
		}
	}
	name := c.ClassName()
	if len(lines) == 0 {
		return name + "<" + extra + ">"
	}
	if extra != "" {
		lines = append([]string{extra}, lines...)
	}
	body := "\n" + strings.Join(lines, "\n") + "\n"
	return name + "<" + strings.ReplaceAll(body, "\n", "\n  ") + ">"
}

// Repr is the same text as String.
func (c *Cell) Repr() string { return c.text() }

// text returns the text of c as a child: that of the type's own String method, if it has one.
func (c *Cell) text() string {
	if s, ok := c.self().(interface{ String() string }); ok {
		return s.String()
	}
	return c.String()
}

func (c *Cell) extendRepr() string {
	if e, ok := c.self().(extender); ok {
		return e.ExtendRepr()
	}
	return ""
}
