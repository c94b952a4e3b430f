// Package notebooks reads and writes Jupyter notebooks (nbformat 4) and replays them: every code cell runs again in a
// new session and its output is compared with the recorded output.
//
// The notebooks in this directory are the tutorials, ported to Go. They are both documentation and tests: go test
// replays each of them, and builds each as an ordinary Go program.
//
// ports_test.go maps our cells to those of the originals. PyTorch's results, for the cells that compare with it, are
// in the folder reference, beside the scripts that wrote them.
//
// Tags change how a cell is treated. The first three come from nbval and nbmake, keep_output from nbstripout:
//
//	raises-exception      the cell must fail; its error is compared like any other output
//	nbval-ignore-output   the cell runs, its output is not compared
//	nbval-skip            the cell does not run
//	random                everything but the numbers is compared
//	varies                of which kind the outputs are is compared, not what they say
//	keep_output           msrepl strip keeps the outputs
package notebooks
