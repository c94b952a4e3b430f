// Package notebooks reads and writes Jupyter notebooks (nbformat 4) and replays them: every code
// cell runs again in a fresh session and what it puts out is compared with what is recorded.
//
// The notebooks beside this file are the tutorials, ported to Go. They are documents and tests at
// once: go test replays each of them, and builds each as an ordinary Go program.
//
// ports_test.go says which cell of ours carries which cell of an original. What PyTorch answers to the cells that
// compare with it is in the folder reference, beside the scripts that wrote it.
//
// Tags change how a cell is treated. The first three are those of nbval and nbmake, keep_output is that of nbstripout:
//
//	raises-exception      the cell must fail; its error is compared like any other output
//	nbval-ignore-output   the cell runs, its output is not compared
//	nbval-skip            the cell does not run
//	random                everything but the numbers is compared
//	varies                of which kind the outputs are is compared, not what they say
//	keep_output           msrepl strip keeps the outputs
package notebooks
