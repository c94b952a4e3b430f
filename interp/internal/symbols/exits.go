package symbols

import (
	"flag"
	"log"
	"maps"
	"reflect"

	"github.com/traefik/yaegi/interp"
)

// unending returns the tables of packages whose functions end the program, with some that panic in their place. Loggers are Go's own:
// the front end calls their Panic where a cell says Fatal.
func unending(std interp.Exports) interp.Exports {
	out := interp.Exports{}
	for key, table := range (interp.Exports{
		"log/log": {
			"Logger": reflect.ValueOf((*log.Logger)(nil)), "New": reflect.ValueOf(log.New), "Default": reflect.ValueOf(log.Default),
		},
		"flag/flag": {"NewFlagSet": reflect.ValueOf(newFlagSet)},
	}) {
		merged := maps.Clone(std[key])
		maps.Copy(merged, table)
		out[key] = merged
	}
	return out
}

// newFlagSet is flag.NewFlagSet.
func newFlagSet(name string, handling flag.ErrorHandling) *flag.FlagSet {
	if handling == flag.ExitOnError {
		handling = flag.PanicOnError
	}
	return flag.NewFlagSet(name, handling)
}
