package main

import "fmt"

type st struct{ s []int }

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

var gs []int
var gv int

func main() {
	try("local", func() { var s []int; var v int; v, s = s[len(s)-1], s[:len(s)-1]; _, _ = v, s })
	try("define", func() { var s []int; v, t := s[len(s)-1], s[:len(s)-1]; _, _ = v, t })
	try("field", func() { x := &st{}; var v int; v, x.s = x.s[len(x.s)-1], x.s[:len(x.s)-1]; _ = v })
	try("fieldvalue", func() { var x st; var v int; v, x.s = x.s[len(x.s)-1], x.s[:len(x.s)-1]; _ = v })
	try("global", func() { gv, gs = gs[len(gs)-1], gs[:len(gs)-1] })
	try("blank", func() { var s []int; _, s = s[len(s)-1], s[:len(s)-1]; _ = s })
	try("swapped", func() { var s []int; var v int; s, v = s[:len(s)-1], s[len(s)-1]; _, _ = v, s })
	try("escapes", func() {
		var s []int
		var v int
		p := &s
		q := &v
		gp, gq = p, q
		v, s = s[len(s)-1], s[:len(s)-1]
	})
	try("front", func() { var s []int; var v int; v, s = s[0], s[1:]; _, _ = v, s })
	try("fieldfront", func() { x := &st{}; var v int; v, x.s = x.s[0], x.s[1:]; _ = v })
	try("string", func() { s := ""; var v byte; v, s = s[0], s[1:]; _, _ = v, s })
	try("ret", func() { fmt.Println(func() (int, []int) { var s []int; return s[0], s[1:] }()) })
	try("args", func() { var s []int; g(s[0], s[1:]) })
	try("two", func() { var s, t []int; var v, w int; i := 3; v, w = s[i], t[i+1]; _, _ = v, w })
	try("div", func() { var s []int; var v, w, z int; v, w = s[2], 1/z; _, _ = v, w })
	try("div2", func() { var s []int; var v, w, z int; v, w = 1/z, s[2]; _, _ = v, w })
	try("nilptr", func() {
		var s []int
		var p *st
		var v int
		var w []int
		v, w = s[2], p.s
		_, _ = v, w
	})
	try("nilptr2", func() {
		var s []int
		var p *st
		var v int
		var w []int
		w, v = p.s, s[2]
		_, _ = v, w
	})
	try("lit", func() { var s []int; x := []any{s[0], s[1:]}; _ = x })
	try("lit2", func() {
		var s []int
		x := struct {
			a int
			b []int
		}{s[0], s[1:]}
		_ = x
	})
	try("map", func() { var s []int; var m map[string]int; var v int; v, m["a"] = s[0], 1; _ = v })
	try("map2", func() {
		var s []int
		m := map[any]int{}
		var k any = []int{}
		var v int
		v, m[k] = s[0], 1
		_ = v
	})
	try("assert", func() { var s []int; var i any; var v, w int; v, w = s[0], i.(int); _, _ = v, w })
	try("closurefield", func() { x := &st{}; var v int; func() { v, x.s = x.s[len(x.s)-1], x.s[:len(x.s)-1] }(); _ = v })
}

var gp *[]int
var gq *int

func g(a int, b []int) { fmt.Println(a, b) }
