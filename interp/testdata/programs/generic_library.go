package main

import (
	"crypto/fips140"
	"crypto/hkdf"
	"crypto/hpke"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"database/sql"
	"errors"
	"fmt"
	"hash"
	"hash/maphash"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"structs"
	"sync"
	"sync/atomic"
	"time"
	_ "time/tzdata"
	"unicode"
	"unicode/utf8"
	"unique"
	"weak"
)

type conf struct {
	_    structs.HostLayout
	Name string
}

type host string

func myHash() hash.Hash { return sha256.New() }

func main() {
	k, err := hkdf.Key(sha256.New, []byte("secret"), []byte("salt"), "info", 16)
	fmt.Printf("%x %v\n", k, err)
	k, err = hkdf.Key(myHash, []byte("secret"), []byte("salt"), "info", 16)
	fmt.Printf("%x %v\n", k, err)
	e, err := hkdf.Extract(sha512.New, []byte("secret"), nil)
	fmt.Printf("%x %v\n", e[:8], err)
	x, err := hkdf.Expand(sha512.New, e, "ctx", 1<<20)
	fmt.Println(len(x), err)
	x, err = hkdf.Expand(sha512.New, e, "ctx", 20)
	fmt.Printf("%x %v\n", x, err)
	pk, err := pbkdf2.Key(sha256.New, "password", []byte("salt"), 10, 16)
	fmt.Printf("%x %v\n", pk, err)
	fmt.Println(fips140.Enabled())
	fmt.Printf("%#x\n", hpke.HKDFSHA256().ID())

	p := &conf{Name: "x"}
	w1, w2 := weak.Make(p), weak.Make(p)
	fmt.Println(w1 == w2, w1.Value() == p, w1.Value().Name)
	var zero weak.Pointer[conf]
	fmt.Println(zero.Value() == nil, zero == weak.Make[conf](nil), zero == w1)
	fmt.Printf("%T %T\n", w1, unique.Make("a"))
	seen := map[weak.Pointer[conf]]int{w1: 1}
	seen[w2]++
	fmt.Println(seen[w1])
	runtime.KeepAlive(p)

	h1, h2 := unique.Make(host("a.example")), unique.Make(host(strings.Clone("a.example")))
	fmt.Println(h1 == h2, h1.Value(), h1 == unique.Make(host("b")))
	type key struct {
		a int
		b string
	}
	m := map[unique.Handle[key]]int{}
	m[unique.Make(key{1, "x"})]++
	m[unique.Make(key{1, "x"})]++
	fmt.Println(len(m), m[unique.Make(key{1, "x"})])
	ue := unique.Make[error](nil)
	fmt.Println(ue.Value() == nil)

	seed := maphash.MakeSeed()
	fmt.Println(maphash.Comparable(seed, key{1, "x"}) == maphash.Comparable(seed, key{1, "x"}), maphash.Comparable(seed, 1) == maphash.Comparable(seed, 2))
	var mh maphash.Hash
	mh.SetSeed(seed)
	maphash.WriteComparable(&mh, "a")
	s1 := mh.Sum64()
	mh.Reset()
	maphash.WriteComparable(&mh, "a")
	fmt.Println(s1 == mh.Sum64())

	var ns sql.Null[int]
	fmt.Println(ns.Scan("42"), ns)
	fmt.Println(ns.Scan("zz"))
	fmt.Println(ns.Scan(nil), ns)
	var nt sql.Null[time.Duration]
	fmt.Println(nt.Scan(int64(1500)), nt.V)
	v, err := nt.Value()
	fmt.Printf("%v %T %v\n", v, v, err)
	var nh sql.Null[host]
	fmt.Println(nh.Scan([]byte("h")), nh)
	v, err = sql.Null[key]{V: key{1, "a"}, Valid: true}.Value()
	fmt.Println(v, err)

	r := unicode.MaxRune
	s := os.PathSeparator
	fmt.Printf("%T %T %T %v\n", r, s, utf8.RuneError, string(s))
	fmt.Println(strings.ContainsRune("a/b", s), strings.IndexRune("a"+string(filepath.Separator), s))
	fmt.Printf("%v %q\n", unicode.ReplacementChar, unicode.ReplacementChar)
	loc, err := time.LoadLocation("Europe/Zurich")
	fmt.Println(loc, err)

	func() {
		defer func() { fmt.Println(recover()) }()
		runtime.AddCleanup(p, func(*conf) {}, p)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		runtime.AddCleanup((*conf)(nil), func(int) {}, 1)
	}()
	cl := runtime.AddCleanup(p, func(int) { fmt.Println("never") }, 1)
	cl.Stop()
	once := sync.OnceValues(func() (int, error) { return 1, errors.New("e") })
	fmt.Println(once())
	var ap atomic.Pointer[conf]
	fmt.Println(ap.CompareAndSwap(nil, p), ap.Load().Name)
	next, stop := iter.Pull(slices.Values(slices.Sorted(maps.Keys(map[string]int{"b": 1, "a": 2}))))
	fmt.Println(next())
	stop()
}
