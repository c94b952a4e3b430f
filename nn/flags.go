package nn

import "maps"

// AddFlags gives the cell attributes of the user's own and returns it: Cell.add_flags. GetFlags returns them.
func (c *Cell) AddFlags(flags map[string]any) *Cell {
	if c.flags == nil {
		c.flags = map[string]any{}
	}
	maps.Copy(c.flags, flags)
	return c
}

// AddFlagsRecursive gives the attributes to c and all cells below it and returns c: Cell.add_flags_recursive.
func (c *Cell) AddFlagsRecursive(flags map[string]any) *Cell {
	for _, n := range c.walkCells("") {
		n.cell.AddFlags(flags)
	}
	return c
}

// GetFlags returns what AddFlags gave the cell: Cell.get_flags.
func (c *Cell) GetFlags() map[string]any { return maps.Clone(c.flags) }
