package np_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/msrepl/msrepl/np"
	"github.com/msrepl/msrepl/tensor"
)

func Example() {
	x := np.Array([][]float64{{0, 1, 2}, {3, 4, 5}})
	fmt.Println(np.MatMul(x, x.T()))
	fmt.Println(np.Where(x.Greater(tensor.Scalar(2)), x, 0))
	fmt.Println(np.Linspace(0, 1, 5), np.Unique([]int{3, 1, 3, 2}))
	// Output:
	// [[ 5. 14.]
	//  [14. 50.]]
	// [[0. 0. 0.]
	//  [3. 4. 5.]]
	// [0.   0.25 0.5  0.75 1.  ] [1 2 3]
}

// The numbers are those of numpy.random.RandomState(7).
func ExampleRandomState() {
	r := np.NewRandomState(7)
	fmt.Println(r.Randn(3))
	fmt.Println(r.Randint(0, 10, 4))
	fmt.Println(r.Permutation(5))
	// Output:
	// [ 1.6905257  -0.46593737  0.03282016]
	// [8 9 8 7]
	// [1 2 3 0 4]
}

func ExampleSave() {
	dir, err := os.MkdirTemp("", "np")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "x.npy")
	if err := np.Save(file, []float64{1, 2.5}); err != nil {
		log.Fatal(err)
	}
	x, err := np.Load(file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x, x.DType())
	// Output: [1.  2.5] Float64
}
