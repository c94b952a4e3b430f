package nn

// CellList holds cells in a list: mindspore.nn.CellList. It cannot be called; a cell with a CellList as a field calls
// its cells, and grad.Vmap calls all of them side by side.
//
//ms:class layer.container
type CellList struct {
	Cell
	items cellItems
}

// NewCellList returns the cells, each a layer or a slice of layers, as a CellList. It raises TypeError
// for anything else.
func NewCellList(cells ...any) *CellList {
	s := &CellList{items: cellItems{class: "CellList"}}
	for _, c := range cells {
		s.items.add(c)
	}
	s.Init(s)
	return s
}

// Extend adds the cells of a slice at the end: CellList.extend.
func (s *CellList) Extend(cells any) { relabel(&s.Cell, &s.items, func() { s.items.add(cells) }) }

// Slice returns the cells from start to before end as a new CellList: cells[start:end]. Their parameters are renamed
// after the new indices.
func (s *CellList) Slice(start, end int) *CellList {
	part := &CellList{items: cellItems{"CellList", s.items.part(start, end)}}
	part.items.renumber()
	part.Init(part)
	return part
}

// At returns cell i; negative i counts from the end. It raises IndexError if i is out of range.
func (s *CellList) At(i int) Layer { return s.items.list[s.items.index(i)].Cell }

// Len returns the number of cells.
func (s *CellList) Len() int { return len(s.items.list) }

// All returns the cells in order.
func (s *CellList) All() []Layer {
	return each(s.items.list, func(n Named) Layer { return n.Cell })
}

// Models returns the cells for grad.Vmap.
func (s *CellList) Models() []any { return each(s.items.list, func(n Named) any { return n.Cell }) }

// Append adds a cell at the end: CellList.append.
func (s *CellList) Append(cell Layer) { relabel(&s.Cell, &s.items, func() { s.items.add(cell) }) }

// Insert inserts a cell before index i, negative from the end, and renumbers all cells: CellList.insert. It raises
// IndexError if i is out of range.
func (s *CellList) Insert(i int, cell Layer) {
	relabel(&s.Cell, &s.items, func() { s.items.insert(i, cell) })
}

// Set replaces cell i: cells[i] = cell.
func (s *CellList) Set(i int, cell Layer) {
	relabel(&s.Cell, &s.items, func() {
		s.items.list[s.items.index(i)].Cell = appendCells("CellList", nil, cell)[0]
	})
}

// Delete removes cell i: del cells[i]. The others are renumbered.
func (s *CellList) Delete(i int) { relabel(&s.Cell, &s.items, func() { s.items.remove(i) }) }

func (s *CellList) elementAttrs() []attr { return s.items.attrs() }
