package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

type Config struct {
	Addr    string        `env:"ADDR"`
	Debug   bool          `env:"DEBUG"`
	Timeout time.Duration `env:"TIMEOUT"`
	Limits  struct {
		Conns int     `json:"conns"`
		Rate  float64 `json:"rate"`
	} `json:"limits"`
	Hosts []string
}

type Source interface {
	Name() string
	Apply(c *Config) error
}

type Defaults struct{}

type JSONSource string

type EnvSource struct {
	prefix string
	lookup func(string) (string, bool)
}

type FuncSource func(*Config) error

func (Defaults) Name() string    { return "defaults" }
func (JSONSource) Name() string  { return "json" }
func (e EnvSource) Name() string { return "env " + e.prefix }
func (FuncSource) Name() string  { return "func" }

func (Defaults) Apply(c *Config) error {
	*c = Config{Addr: ":80", Timeout: 30 * time.Second}
	c.Limits.Conns = 10
	return nil
}

func (j JSONSource) Apply(c *Config) error {
	dec := json.NewDecoder(strings.NewReader(string(j)))
	dec.DisallowUnknownFields()
	return dec.Decode(c)
}

func (e EnvSource) Apply(c *Config) (err error) {
	set := func(key string, f func(string) error) {
		v, ok := e.lookup(e.prefix + key)
		if !ok || err != nil {
			return
		}
		if ferr := f(v); ferr != nil {
			err = fmt.Errorf("%s=%q: %w", key, v, ferr)
		}
	}
	set("ADDR", func(v string) error { c.Addr = v; return nil })
	set("DEBUG", func(v string) (err error) { c.Debug, err = strconv.ParseBool(v); return })
	set("TIMEOUT", func(v string) (err error) { c.Timeout, err = time.ParseDuration(v); return })
	set("HOSTS", func(v string) error { c.Hosts = strings.Split(v, ","); return nil })
	return err
}

func (f FuncSource) Apply(c *Config) error { return f(c) }

func Load(sources ...Source) (*Config, error) {
	c := new(Config)
	for _, s := range sources {
		if err := s.Apply(c); err != nil {
			return nil, fmt.Errorf("config from %s: %w", s.Name(), err)
		}
	}
	return c, nil
}

func main() {
	env := map[string]string{"APP_DEBUG": "true", "APP_TIMEOUT": "1m30s", "APP_HOSTS": "a,b", "BAD_DEBUG": "maybe"}
	lookup := func(k string) (string, bool) { v, ok := env[k]; return v, ok }
	os.Setenv("REAL_ADDR", "127.0.0.1:9")
	defer os.Unsetenv("REAL_ADDR")
	for _, sources := range [][]Source{
		{Defaults{}},
		{Defaults{}, JSONSource(`{"Addr": ":8080", "limits": {"rate": 2.5}, "Hosts": ["x"]}`), EnvSource{"APP_", lookup}},
		{Defaults{}, EnvSource{"REAL_", os.LookupEnv}, FuncSource(func(c *Config) error { c.Limits.Conns *= 2; return nil })},
		{Defaults{}, EnvSource{"BAD_", lookup}},
		{JSONSource(`{"Adr": 1}`)},
		{FuncSource(func(c *Config) error {
			if c.Addr == "" {
				return fmt.Errorf("no address")
			}
			return nil
		})},
	} {
		c, err := Load(sources...)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Printf("%+v\n", *c)
	}
}
