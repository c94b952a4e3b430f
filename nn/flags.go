package nn

import "maps"

// AddFlags adds user-defined attributes to the cell and returns it: Cell.add_flags. GetFlags returns them.
func (c *Cell) AddFlags(flags map[string]any) *Cell {
	if c.flags == nil {
		c.flags = map[string]any{}
	}
	maps.Copy(c.flags, flags)
	return c
}

// AddFlagsRecursive adds the attributes to c and all cells below it and returns c: Cell.add_flags_recursive.
func (c *Cell) AddFlagsRecursive(flags map[string]any) *Cell {
	for _, n := range c.walkCells("") {
		n.cell.AddFlags(flags)
	}
	return c
}

// GetFlags returns the attributes that were added with AddFlags: Cell.get_flags.
func (c *Cell) GetFlags() map[string]any { return maps.Clone(c.flags) }
