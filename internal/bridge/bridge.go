// Package bridge tells compiled code what it cannot see of types that a session declares.
//
// Interpreted struct types reach compiled code as nameless structs without methods. The session
// registers each such type here under its reflect.Type; package nn looks a value up to learn the
// class name, the names of the fields and the methods.
package bridge

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// Class describes a struct type that was declared in a session.
type Class struct {
	Name    string                   // the user's name, "Net"
	Fields  []string                 // the user's field names, in order
	Types   []*Type                  // what the session knows of the fields' types, nil where that is nothing
	Methods map[string]reflect.Value // funcs that take the receiver (a pointer) first

	Embedded []int // the fields that are embedded

	Base func(ptr any) fmt.Stringer // of networks: the *nn.Cell inside, which knows their text

	OfValues []string // those of the methods that values have, too, and not only pointers
}

// Embeds says whether field i is embedded.
func (c *Class) Embeds(i int) bool { return slices.Contains(c.Embedded, i) }

var classes sync.Map // reflect.Type of the pointer → *Class

// Register makes c known as the class of the pointer type t, replacing an earlier entry.
func Register(t reflect.Type, c *Class) { classes.Store(t, c) }

// ClassSpelled returns the class of the type that package reflect spells so, nil when there is none. It is for
// messages.
func ClassSpelled(text string) (found *Class) {
	classes.Range(func(t, c any) bool {
		if p, ok := t.(reflect.Type); ok && p.Kind() == reflect.Pointer && p.Elem().String() == text {
			found, _ = c.(*Class)
		}
		return found == nil
	})
	return found
}

// Forget removes c, unless another class has taken its place.
func Forget(t reflect.Type, c *Class) { classes.CompareAndDelete(t, c) }

// ClassOf returns the class of the pointer type t, or nil when t is an ordinary compiled type.
func ClassOf(t reflect.Type) *Class {
	c, _ := classes.Load(t)
	cl, _ := c.(*Class)
	return cl
}
