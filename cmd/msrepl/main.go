// Command msrepl runs Go cells in MindSpore's eager style: at a terminal, from a script or a pipe,
// and as a Jupyter kernel.
package main

import "github.com/msrepl/msrepl/cmd/msrepl/app"

//go:generate go run ../msgen notice

func main() { app.Main() }
