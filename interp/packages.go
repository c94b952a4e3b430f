package interp

import (
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/apidoc"
	"github.com/msrepl/msrepl/interp/internal/symbols"
)

// Package is a compiled package for use in sessions. Generated code fills it: see package custombuild.
type Package struct {
	Path, Name string
	Symbols    map[string]reflect.Value // what it exports, by yaegi's conventions
	// Go text of its generic functions and types, which compiled code cannot hand out
	Generic string
	Hints   string // names of parameters and documentation, as package apidoc reads them
}

// Add makes a package available to sessions that start later. It is for functions called init.
func Add(p Package) {
	symbols.Add(p.Path, p.Name, p.Symbols, p.Generic)
	if p.Hints != "" {
		apidoc.Add(p.Path, p.Hints)
	}
	added = append(added, p.Path)
}

var added []string

// Added lists the import paths of the packages that Add was given.
func Added() []string { return added }
