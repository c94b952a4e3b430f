package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
)

var (
	ErrConfig  = errors.New("bad configuration")
	ErrMissing = fmt.Errorf("missing key: %w", ErrConfig)
)

type KeyError struct {
	Key string
	Err error
}

func (k *KeyError) Error() string { return "key " + strconv.Quote(k.Key) + ": " + k.Err.Error() }
func (k *KeyError) Unwrap() error { return k.Err }

type Port uint16

func get(m map[string]string, key string) (s string, err error) {
	s, ok := m[key]
	if !ok {
		err = &KeyError{key, ErrMissing}
	}
	return
}

func getInt(m map[string]string, key string) (n int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("int: %w", err)
		}
	}()
	s, err := get(m, key)
	if err != nil {
		return 0, err
	}
	if n, err = strconv.Atoi(s); err != nil {
		return 0, &KeyError{key, err}
	}
	return n, nil
}

func getPort(m map[string]string) (p Port, err error) {
	n, err := getInt(m, "port")
	switch {
	case err != nil:
		return p, fmt.Errorf("port: %w", err)
	case n <= 0 || n > 65535:
		return p, fmt.Errorf("port: %d: %w", n, strconv.ErrRange)
	}
	return Port(n), nil
}

func open(name string) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	defer f.Close()
	return nil
}

func classify(err error) (what string) {
	var ke *KeyError
	var ne *strconv.NumError
	var pe *fs.PathError
	if err == nil {
		return "ok"
	}
	if errors.As(err, &ke) {
		what += "key=" + ke.Key + " "
	}
	if errors.As(err, &ne) {
		what += "num=" + ne.Num + " "
	}
	if errors.As(err, &pe) {
		what += pe.Op + "=" + pe.Path + " "
	}
	for _, target := range []struct {
		name string
		err  error
	}{{"config", ErrConfig}, {"missing", ErrMissing}, {"range", strconv.ErrRange}, {"syntax", strconv.ErrSyntax}, {"notexist", fs.ErrNotExist}} {
		if errors.Is(err, target.err) {
			what += "[" + target.name + "]"
		}
	}
	return what
}

func main() {
	for _, m := range []map[string]string{
		{"port": "8080"},
		{},
		{"port": "http"},
		{"port": "70000"},
		{"port": "99999999999999999999"},
		nil,
	} {
		p, err := getPort(m)
		fmt.Println(p, err)
		fmt.Println("   ", classify(err))
	}
	err := open("/does/not/exist")
	fmt.Println(err, "|", classify(err))
	for depth := 0; err != nil; depth++ {
		fmt.Printf("%d %T\n", depth, err)
		err = errors.Unwrap(err)
	}
}
