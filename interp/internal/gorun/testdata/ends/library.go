package main

func main() {
	defer func() { r := recover(); panic(r) }()
	var m map[string]int
	m["a"] = 1
}
