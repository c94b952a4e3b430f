package main

import "os"

func main() {
	defer println("no")
	go func() { panic("in goroutine") }()
	select {}
	os.Exit(3)
}
