package symbols

import (
	"log"
	"maps"
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// loggers returns the table of package log with Go's own loggers, where yaegi's end cells in a way of
// its own.
func loggers(std gotypes.Exports) gotypes.Exports {
	merged := maps.Clone(std["log/log"])
	maps.Copy(merged, map[string]reflect.Value{
		"Logger": reflect.ValueOf((*log.Logger)(nil)), "New": reflect.ValueOf(log.New), "Default": reflect.ValueOf(log.Default),
	})
	return gotypes.Exports{"log/log": merged}
}
