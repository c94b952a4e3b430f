package nn

import (
	"fmt"
	"sync"

	"github.com/msrepl/msrepl/tensor"
)

// naming records which parameters and cells the attributes of a cell held when they were last scanned. Python names
// a parameter when it is assigned to an attribute. Go has no such event, so Init, every query and the first call
// scan for new ones.
type naming struct {
	mu    sync.Mutex
	held  map[string]any        // attribute name → *Parameter or *Cell
	paths map[*Parameter]string // the names that the items of tuples had when they were added
	given int                   // names given to items of lists
}

// renaming is locked during a scan, so that goroutines that call the same network for the first time do not name its
// parameters at once.
var renaming sync.Mutex

// sync names the parameters assigned to attributes of c, and of the cells below it, since the last scan.
func (c *Cell) sync() {
	renaming.Lock()
	defer renaming.Unlock()
	c.syncSeen(map[*Cell]bool{})
}

func (c *Cell) syncSeen(seen map[*Cell]bool) {
	if seen[c] {
		return
	}
	seen[c] = true
	for _, a := range c.attrs() {
		switch {
		case a.param != nil:
			if c.naming.isNew(a.name, a.param) && a.param.name == defaultName {
				a.param.name = a.name
			}
		case a.tuple != nil:
			for _, p := range a.tuple {
				c.naming.path(p)
			}
		case a.list != nil:
			c.nameList(a.list)
		default:
			a.cell.syncSeen(seen)
			if c.naming.isNew(a.name, a.cell) && !c.noPrefix {
				a.cell.prefixNames(a.name + ".")
			}
		}
	}
}

// nameList names the unnamed parameters in a list Parameter$1, Parameter$2, …, and raises ValueError if two of the
// others have the same name (Cell.__setattr__ for lists).
func (c *Cell) nameList(list []*Parameter) {
	seen := map[string]*Parameter{}
	for _, p := range list {
		if p == nil {
			continue
		}
		if p.name == defaultName {
			c.naming.given++
			p.name = fmt.Sprintf("%s$%d", defaultName, c.naming.given)
		}
		if q := seen[p.name]; q != nil && q != p {
			tensor.Throw("Cell", tensor.ValueError, "The value %s , its name '%s' already exists. "+
				"Please set a unique name for the parameter.", ParameterList(list), p.name)
		}
		seen[p.name] = p
	}
}

// isNew records that the attribute holds v and reports whether it held something else before.
func (n *naming) isNew(name string, v any) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.held == nil {
		n.held = map[string]any{}
	}
	if n.held[name] == v {
		return false
	}
	n.held[name] = v
	return true
}

// has reports whether the attribute held something at the last scan.
func (n *naming) has(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.held[name] != nil
}

// path returns the name under which p, an item of a ParameterTuple, belongs to the cell: the name it had when it was
// added.
func (n *naming) path(p *Parameter) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.paths == nil {
		n.paths = map[*Parameter]string{}
	}
	if _, ok := n.paths[p]; !ok {
		n.paths[p] = p.name
	}
	return n.paths[p]
}

// prefixNames names every parameter below c prefix + path: Cell.update_parameters_name.
func (c *Cell) prefixNames(prefix string) {
	for _, p := range c.walkParams("") {
		p.Param.name = prefix + p.Name
	}
}

// UpdateParametersName names every parameter after its attribute path with a prefix: Cell.update_parameters_name.
func (c *Cell) UpdateParametersName(prefix string) {
	c.sync()
	c.prefixNames(prefix)
}

// AutoPrefix sets whether parameters of cells in the fields of c are named after the field; the default is true (the
// argument auto_prefix of Cell). Call it before Init.
func (c *Cell) AutoPrefix(on bool) { c.noPrefix = !on }

// checkNames ensures, on the first call, that no two parameters have the same name: they are renamed to their paths,
// and remaining duplicates raise ValueError (Cell.check_names_and_refcount_for_flatten_weights).
func (c *Cell) checkNames() {
	if c.checked.Load() {
		return
	}
	renaming.Lock()
	defer renaming.Unlock()
	c.syncSeen(map[*Cell]bool{})
	if double, _ := c.doubleName(); double {
		c.prefixNames("")
		if double, p := c.doubleName(); double {
			tensor.Throw(c.ClassName(), tensor.ValueError, "The value of %s is %s, its name '%s' already exists. "+
				"Please set a unique name for the parameter.", p.Name, p.Param, p.Param.name)
		}
	}
	c.checked.Store(true)
}

func (c *Cell) doubleName() (bool, NamedParameter) {
	seen := map[string]bool{}
	for _, p := range c.walkParams("") {
		if seen[p.Param.name] {
			return true, p
		}
		seen[p.Param.name] = true
	}
	return false, NamedParameter{}
}
