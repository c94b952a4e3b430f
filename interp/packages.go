package interp

import (
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/apidoc"
	"github.com/msrepl/msrepl/interp/internal/symbols"
)

// Package is a compiled package for use in sessions. Generated code fills it: see package custombuild.
type Package struct {
	Path, Name string
	Symbols    map[string]reflect.Value // exported names, in the format of yaegi
	// Go source of its generic functions and types, which reflection cannot provide
	Generic string
	Hints   string // parameter names and documentation, in the format of package apidoc
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

// Added returns the import paths of the packages passed to Add.
func Added() []string { return added }
