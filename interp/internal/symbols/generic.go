package symbols

import (
	"crypto/hkdf"
	"crypto/pbkdf2"
	"embed"
	"hash"
	"hash/maphash"
	"reflect"
	_ "time/tzdata" // for cells that import it

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// The generic parts of the standard library have no compiled form and are in no table, so they are provided as text,
// which is compiled like cells.
//
//go:embed library/*.go.txt
var library embed.FS

// texts maps packages to their files in library.
var texts = map[string]string{
	"cmp": "cmp", "crypto/hkdf": "hkdf", "crypto/pbkdf2": "pbkdf2", "database/sql": "sql", "errors": "errors", "hash/maphash": "maphash",
	"iter": "iter", "maps": "maps", "math/rand/v2": "rand", "reflect": "reflect", "runtime": "runtime", "slices": "slices", "sync": "sync",
	"sync/atomic": "atomic", "time/tzdata": "tzdata", "unique": "unique", "weak": "weak",
}

// helpers are functions that the texts call for what compiled code does better. There is a package per text, because
// importing a package creates the types of everything in it.
var helpers = gotypes.Exports{
	gotypes.Inner + "hkdf/libꞏ": {
		"HKDFExpand":  reflect.ValueOf(hkdf.Expand[hash.Hash]),
		"HKDFExtract": reflect.ValueOf(hkdf.Extract[hash.Hash]),
		"HKDFKey":     reflect.ValueOf(hkdf.Key[hash.Hash]),
	},
	gotypes.Inner + "iter/libꞏ": {
		"Pull": reflect.ValueOf(pull),
	},
	gotypes.Inner + "maphash/libꞏ": {
		"HashComparable": reflect.ValueOf(maphash.Comparable[any]),
		"HashWrite":      reflect.ValueOf(maphash.WriteComparable[any]),
	},
	gotypes.Inner + "pbkdf2/libꞏ": {
		"PBKDF2Key": reflect.ValueOf(pbkdf2.Key[hash.Hash]),
	},
	gotypes.Inner + "runtime/libꞏ": {
		"AddCleanup": reflect.ValueOf(addCleanup),
	},
	gotypes.Inner + "slices/libꞏ": {
		"Sort":      reflect.ValueOf(sortOrdered),
		"SortBy":    reflect.ValueOf(sortBy),
		"SortPlain": reflect.ValueOf(sortPlain),
	},
	gotypes.Inner + "sql/libꞏ": {
		"DriverValue": reflect.ValueOf(driverValue),
		"ScanInto":    reflect.ValueOf(convertAssign),
	},
	gotypes.Inner + "unique/libꞏ": {
		"Handle":      reflect.ValueOf((*handle)(nil)),
		"HandleMake":  reflect.ValueOf(makeHandle),
		"HandleValue": reflect.ValueOf(handleValue),
	},
	gotypes.Inner + "weak/libꞏ": {
		"Weak":      reflect.ValueOf((*weakPointer)(nil)),
		"WeakMake":  reflect.ValueOf(weakMake),
		"WeakValue": reflect.ValueOf(weakValue),
	},
}

func addLibrary(w *gotypes.World) error {
	for path, name := range texts {
		text, err := library.ReadFile("library/" + name + ".go.txt")
		if err != nil {
			return err
		}
		if err := w.AddSource(path, string(text)); err != nil {
			return err
		}
	}
	return nil
}
