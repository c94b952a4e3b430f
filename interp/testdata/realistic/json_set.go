package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Set writes itself as a sorted list.
type Set map[string]struct{}

func NewSet(items ...string) Set {
	s := Set{}
	for _, it := range items {
		s[it] = struct{}{}
	}
	return s
}

func (s Set) Sorted() []string {
	out := make([]string, 0, len(s))
	for k := range s {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func (s Set) MarshalJSON() ([]byte, error) { return json.Marshal(s.Sorted()) }

func (s Set) Union(t Set) Set { return NewSet(append(s.Sorted(), t.Sorted()...)...) }

func (s Set) Minus(t Set) Set {
	out := Set{}
	for k := range s {
		if _, in := t[k]; !in {
			out[k] = struct{}{}
		}
	}
	return out
}

func (s Set) String() string { return "{" + strings.Join(s.Sorted(), " ") + "}" }

type Permission uint8

const (
	Read Permission = 1 << iota
	Write
	Exec
)

func (p Permission) String() string {
	var parts []string
	for _, x := range []struct {
		Permission
		name string
	}{{Read, "r"}, {Write, "w"}, {Exec, "x"}} {
		if p&x.Permission != 0 {
			parts = append(parts, x.name)
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, "|")
}

func (p Permission) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

type User struct {
	Name   string                `json:"name"`
	Groups Set                   `json:"groups"`
	Perms  map[string]Permission `json:"perms"`
	ByPerm map[Permission][]string
}

func main() {
	admin := User{
		Name:   "root",
		Groups: NewSet("wheel", "adm", "adm"),
		Perms:  map[string]Permission{"/etc": Read | Write, "/bin": Read | Exec, "/tmp": 0},
	}
	admin.ByPerm = make(map[Permission][]string)
	for path, p := range admin.Perms {
		for _, bit := range []Permission{Read, Write, Exec} {
			if p&bit == bit {
				admin.ByPerm[bit] = append(admin.ByPerm[bit], path)
			}
		}
	}
	for _, l := range admin.ByPerm {
		slices.Sort(l)
	}
	b, err := json.MarshalIndent(admin, "", "  ")
	fmt.Println(string(b), err)
	guest := NewSet("users", "adm")
	all := admin.Groups.Union(guest)
	fmt.Println(all, all.Minus(admin.Groups), len(all), Set(nil), admin.Perms)
	b, _ = json.Marshal([]Set{guest, nil, {}})
	fmt.Println(string(b))
	fmt.Printf("%v %s %d %08b\n", Read|Exec, Write, Exec, Write|Exec)
	const none = Permission(0)
	fmt.Println(none, all.Minus(all))
}
