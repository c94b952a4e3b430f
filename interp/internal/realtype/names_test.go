package realtype

import (
	"bytes"
	"go/types"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestMethodNames compares with package reflect.
func TestMethodNames(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[struct{}](), reflect.TypeFor[time.Time](), reflect.TypeFor[*time.Time](), reflect.TypeFor[time.Duration](),
		reflect.TypeFor[http.Header](), reflect.TypeFor[*http.Request](), reflect.TypeFor[*bytes.Buffer](), reflect.TypeFor[bytes.Buffer](),
		reflect.TypeFor[http.HandlerFunc](), reflect.TypeFor[*types.Named](), reflect.TypeFor[struct{ *strings.Builder }](), reflect.TypeFor[error](),
		reflect.TypeFor[*aStruct](), reflect.TypeFor[testing.TB](), reflect.PointerTo(reflect.TypeFor[time.Month]()),
	} {
		var want []string
		if typ.Kind() != reflect.Interface {
			for i := range typ.NumMethod() {
				want = append(want, typ.Method(i).Name)
			}
		}
		if got := MethodNames(typ); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s has %v, want %v", typ, got, want)
		}
	}
	long := strings.Repeat("long", 100)
	if got := decodeName(reflect.ValueOf(encode(long, "", nameExported, 0)).UnsafePointer()); got != long {
		t.Errorf("a name of %d bytes is read as %q", len(long), got)
	}
}
