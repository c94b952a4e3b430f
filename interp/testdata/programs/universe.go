package main

import "fmt"

func a(error string) string                        { return "e:" + error }
func b(string int, bool float64, any []int) string { return fmt.Sprint(string+1, bool*2, any[0]) }
func c(true int, false string, iota int) string    { return fmt.Sprint(true, false, iota) }
func d(rune byte, byte rune, uint8 string) string  { return fmt.Sprint(rune, byte, uint8) }
func e(append func(int) int, copy, make, new, panic, recover, print, println, delete, close, max, min, clear, real, complex, imag int) int {
	return append(copy + make + new + panic + recover + print + println + delete + close + max + min + clear + real + complex + imag)
}
func f() (error, string int, float64 bool) { error, string, float64 = 1, 2, 3 > 2; return }

type T struct {
	error  string
	string int
	int    bool
}

func (int T) m(bool T) string { return int.error + bool.error }
func g(error error) error {
	if error != nil {
		return fmt.Errorf("w %w", error)
	}
	return error
}
func h() {
	error := "local"
	string := []string{"a"}
	int := 7
	bool := error == "local"
	fmt.Println(error, string, int, bool)
}

func lit() {
	k := func(error string, int int) string { return fmt.Sprint(error, int) }
	fmt.Println(k("x", 2))
}

func main() {
	fmt.Println(a("x"), b(1, 2, []int{3}), c(1, "f", 2), d(1, 2, "u"), e(func(i int) int { return i }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
	fmt.Println(f())
	fmt.Println(T{error: "p"}.m(T{"q", 1, true}), g(nil), g(fmt.Errorf("z")))
	h()
	lit()
	for error, string := range []string{"v"} {
		fmt.Println(error, string)
	}
	if len := 3; len > 2 {
		fmt.Println(len)
	}
}
