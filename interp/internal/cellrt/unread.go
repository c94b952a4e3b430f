package cellrt

import (
	"cmp"
	"slices"
	"strings"
)

// unread is an error that a cell has not read.
type unread struct {
	id   int
	text string
	err  error
}

// Unread records the value of a variable that the cell does not read any more, replacing an earlier one with the same
// number; keep leaves an earlier error in place.
func (r *Runtime) Unread(id int, keep bool, text string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.unread, func(u unread) bool { return u.id == id })
	switch {
	case i >= 0 && keep:
	case i >= 0 && err == nil:
		r.unread = slices.Delete(r.unread, i, i+1)
	case i >= 0:
		r.unread[i].err = err
	case err != nil:
		r.unread = append(r.unread, unread{id, text, err})
	}
}

// TakeUnread returns a line for each error that the cell has not read, in the order of the cell, and drops them. It
// calls methods of the cell's types.
func (r *Runtime) TakeUnread() (lines []string) {
	r.mu.Lock()
	list := r.unread
	r.unread = nil
	r.mu.Unlock()
	slices.SortFunc(list, func(a, b unread) int { return cmp.Compare(a.id, b.id) })
	for _, u := range list {
		lines = append(lines, u.text+": "+message(u.err))
	}
	return lines
}

// message returns the text of an error on one line.
func message(err error) string {
	return strings.Join(strings.FieldsFunc(Describe(err), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
