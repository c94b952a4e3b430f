package registries

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/gob"
	"expvar"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
)

// ofData returns the replacements of functions that register types, drivers and variables by name.
func (r *Registries) ofData() map[string]any {
	return map[string]any{
		"encoding/gob.Register":     func(v any) { r.gob(gobName(v), v) },
		"encoding/gob.RegisterName": r.gob,
		"database/sql.Register":     r.driver,
		"expvar.NewInt": func(name string) *expvar.Int {
			return published(r, name, expvar.NewInt, func(v *expvar.Int) { v.Set(0) })
		},
		"expvar.NewFloat": func(name string) *expvar.Float {
			return published(r, name, expvar.NewFloat, func(v *expvar.Float) { v.Set(0) })
		},
		"expvar.NewString": func(name string) *expvar.String {
			return published(r, name, expvar.NewString, func(v *expvar.String) { v.Set("") })
		},
		"expvar.NewMap": func(name string) *expvar.Map {
			return published(r, name, expvar.NewMap, func(v *expvar.Map) { v.Init() })
		},
	}
}

// claim records that a cell registers something under a name. It reports whether the same cell has done so before.
func (r *Registries) claim(kind, name string) (again bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	run, ok := r.names[kind+name]
	r.names[kind+name] = r.runs
	return ok && run == r.runs
}

// gobName returns the name with which gob.Register registers a type.
func gobName(v any) string {
	if t := reflect.TypeOf(v); t.Name() != "" && t.PkgPath() != "" {
		return t.PkgPath() + "." + t.Name()
	}
	return reflect.TypeOf(v).String()
}

var (
	renamed sync.Map // types registered under other names in package gob
	renames atomic.Int64
)

// gob registers a type. If a type of an earlier cell or session has the name, it uses another name, because package
// gob cannot remove a type.
func (r *Registries) gob(name string, v any) {
	again := r.claim("gob ", name)
	if _, ok := renamed.Load(reflect.TypeOf(v)); ok {
		return
	}
	defer func() {
		failed := recover()
		if text, ok := failed.(string); !ok || again || !strings.HasPrefix(text, "gob: registering duplicate types") {
			if failed != nil {
				panic(failed)
			}
			return
		}
		gob.RegisterName(fmt.Sprintf("%s·%d", name, renames.Add(1)), v)
		renamed.Store(reflect.TypeOf(v), true)
	}()
	gob.RegisterName(name, v)
}

// drivers has the drivers that were registered with package sql for cells, by name.
var drivers sync.Map

// latest is the last driver registered under a name.
type latest struct{ atomic.Value }

// Open implements driver.Driver. Package sql calls OpenConnector.
func (l *latest) Open(name string) (driver.Conn, error) { return l.Load().(boxed).Open(name) }

// OpenConnector implements driver.DriverContext.
func (l *latest) OpenConnector(name string) (driver.Connector, error) {
	d := l.Load().(boxed).Driver
	if c, ok := d.(driver.DriverContext); ok {
		return c.OpenConnector(name)
	}
	return dsn{name, d}, nil
}

// boxed wraps drivers, because an atomic.Value requires a single type.
type boxed struct{ driver.Driver }

// dsn opens connections as package sql does for drivers without connectors.
type dsn struct {
	name   string
	driver driver.Driver
}

func (d dsn) Connect(context.Context) (driver.Conn, error) { return d.driver.Open(d.name) }
func (d dsn) Driver() driver.Driver                        { return d.driver }

// driver registers a driver. It replaces one that an earlier cell has registered.
func (r *Registries) driver(name string, d driver.Driver) {
	again := r.claim("sql ", name)
	if was, ok := drivers.Load(name); ok && !again && d != nil {
		was.(*latest).Store(boxed{d})
		return
	}
	if d == nil || again {
		sql.Register(name, d) // panics
	}
	l := &latest{}
	l.Store(boxed{d})
	sql.Register(name, l)
	drivers.Store(name, l)
}

// published creates a variable of package expvar, or resets one that an earlier cell has created.
func published[T expvar.Var](r *Registries, name string, create func(string) T, reset func(T)) T {
	if v, ok := expvar.Get(name).(T); ok && !r.claim("expvar ", name) {
		reset(v)
		return v
	}
	r.claim("expvar ", name)
	return create(name)
}
