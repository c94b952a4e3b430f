// Package exchange converts tensors to and from types of other Go libraries: gonum's matrices and the images of the
// standard library.
//
// If the layouts agree, the memory is shared instead of copied: a change on one side is visible on the other, and the
// gradient tape does not notice changes made through the other side. Shapes and dtypes that do not match panic with
// [tensor.Error].
package exchange
