// Package exchange takes tensors to and from the types of other Go libraries: gonum's matrices and the images of
// the standard library.
//
// Where layouts agree nothing is copied: then a change on one side shows on the other, and the gradient tape
// does not notice changes that are made through the other side. Shapes and dtypes that do not fit panic with
// [tensor.Error].
package exchange
