package symbols

import (
	"crypto/hkdf"
	"crypto/pbkdf2"
	"embed"
	"hash"
	"hash/maphash"
	"reflect"
	_ "time/tzdata" // what a cell that imports it asks for

	"github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// The generic parts of the standard library are out of the interpreter's reach when they are compiled, so
// they are here as text, of which the front end makes copies.
//
//go:embed library/*.go.txt
var library embed.FS

// texts are the files of the packages in library.
var texts = map[string]string{
	"cmp": "cmp", "crypto/hkdf": "hkdf", "crypto/pbkdf2": "pbkdf2", "database/sql": "sql", "errors": "errors", "hash/maphash": "maphash",
	"iter": "iter", "maps": "maps", "math/rand/v2": "rand", "reflect": "reflect", "runtime": "runtime", "slices": "slices", "sync": "sync",
	"sync/atomic": "atomic", "time/tzdata": "tzdata", "unique": "unique", "weak": "weak",
}

// inner is the package that those texts call for what compiled code does better.
const inner = gotypes.Inner + "lib/libꞏ"

var helpers = interp.Exports{inner: {
	"AddCleanup":     reflect.ValueOf(addCleanup),
	"DriverValue":    reflect.ValueOf(driverValue),
	"Handle":         reflect.ValueOf((*handle)(nil)),
	"HandleMake":     reflect.ValueOf(makeHandle),
	"HandleValue":    reflect.ValueOf(handleValue),
	"HashComparable": reflect.ValueOf(maphash.Comparable[any]),
	"HashWrite":      reflect.ValueOf(maphash.WriteComparable[any]),
	"HKDFExpand":     reflect.ValueOf(hkdf.Expand[hash.Hash]),
	"HKDFExtract":    reflect.ValueOf(hkdf.Extract[hash.Hash]),
	"HKDFKey":        reflect.ValueOf(hkdf.Key[hash.Hash]),
	"PBKDF2Key":      reflect.ValueOf(pbkdf2.Key[hash.Hash]),
	"Pull":           reflect.ValueOf(pull),
	"ScanInto":       reflect.ValueOf(convertAssign),
	"Sort":           reflect.ValueOf(sortOrdered),
	"Weak":           reflect.ValueOf((*weakPointer)(nil)),
	"WeakMake":       reflect.ValueOf(weakMake),
	"WeakValue":      reflect.ValueOf(weakValue),
}}

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
