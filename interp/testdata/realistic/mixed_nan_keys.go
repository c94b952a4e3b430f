package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"sort"
)

type key struct {
	f float64
	s string
}

func main() {
	nan := math.NaN()
	m := map[float64]int{nan: 1, 1: 2}
	m[nan] = 3
	m[nan]++
	fmt.Println(len(m), m[nan])
	_, ok := m[nan]
	delete(m, nan)
	fmt.Println(ok, len(m))
	n, sum := 0, 0
	for k, v := range m {
		if k != k {
			n++
		}
		sum += v
	}
	fmt.Println(n, sum)
	mk := map[key]bool{{nan, "a"}: true, {0, "z"}: true}
	mk[key{nan, "a"}] = true
	mk[key{math.Copysign(0, -1), "z"}] = false
	fmt.Println(len(mk), mk[key{0, "z"}])
	ma := map[any]string{nan: "x", 1: "int", 1.0: "float", "1": "str", [1]int{1}: "arr", key{1, ""}: "key", nil: "nil"}
	ma[nan] = "y"
	ma[int8(1)] = "i8"
	fmt.Println(len(ma), ma[1], ma[1.0], ma["1"], ma[[1]int{1}], ma[key{f: 1}], ma[nil], ma[int8(1)], ma[int16(1)] == "")
	func() {
		defer func() { fmt.Println(recover()) }()
		ma[[]int{1}] = "slice"
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(ma[struct{ f func() }{}])
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var a, b any = map[int]int{}, map[int]int{}
		fmt.Println(a == b)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		type h struct {
			a int
			v any
		}
		x, y := h{1, []int{}}, h{2, []int{}}
		fmt.Println(x == y)
		y.a = 1
		fmt.Println(x == y)
	}()
	clear(m)
	fmt.Println(len(m))
	xs := []float64{3, nan, -1, math.Inf(1), nan, 0, math.Inf(-1)}
	slices.Sort(xs)
	fmt.Println(xs, slices.Max(xs[2:]), slices.Contains(xs, nan), slices.Index(xs, 3), cmp.Compare(nan, 1), cmp.Less(nan, nan))
	i, found := slices.BinarySearch(xs, nan)
	fmt.Println(i, found, min(1, nan), max(nan, 2.0), slices.Compact(xs))
	sort.Float64s(xs)
	fmt.Println(sort.Float64sAreSorted(xs), maps.Equal(map[int]float64{1: nan}, map[int]float64{1: nan}))
	var p *float64 = &nan
	mp := map[*float64]int{p: 1}
	mp[p]++
	fmt.Println(mp[&nan], fmt.Sprint(map[float64]string{nan: "a", 1: "b", math.Inf(-1): "c"}))
	arr := [2]float64{nan, 1}
	brr := arr
	fmt.Println(arr == brr, arr != brr, any(arr) == any(arr), reflect.DeepEqual(arr, brr), p == p)
	switch nan {
	case nan:
		fmt.Println("same")
	default:
		fmt.Println("other")
	}
	fmt.Println(nan < 1, nan > 1, nan != 1, !(nan >= 1))
}
