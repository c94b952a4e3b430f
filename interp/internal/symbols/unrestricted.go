package symbols

import (
	"log"
	"maps"
	"os"
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// unrestricted returns the tables of packages log and os with Go's own loggers and processes. yaegi's end cells in
// another way and do not provide the process itself.
func unrestricted(std gotypes.Exports) gotypes.Exports {
	loggers, processes := maps.Clone(std["log/log"]), maps.Clone(std["os/os"])
	maps.Copy(loggers, map[string]reflect.Value{
		"Logger": reflect.ValueOf((*log.Logger)(nil)), "New": reflect.ValueOf(log.New),
		"Default": reflect.ValueOf(log.Default),
	})
	processes["FindProcess"] = reflect.ValueOf(os.FindProcess)
	return gotypes.Exports{"log/log": loggers, "os/os": processes}
}
