// Program is no package.
package main

func main() {}
