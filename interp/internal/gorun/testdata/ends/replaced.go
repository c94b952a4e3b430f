package main

func f() { defer func() { panic("again") }(); panic("p") }
func main() {
	defer func() { println(recover().(string)); var p *int; *p = 1 }()
	f()
}
