package main

import (
	"fmt"
	"math/big"
)

func factorial(n int64) *big.Int {
	if n < 2 {
		return big.NewInt(1)
	}
	return new(big.Int).Mul(big.NewInt(n), factorial(n-1))
}

func fib(n int) *big.Int {
	a, b := big.NewInt(0), big.NewInt(1)
	for range n {
		a.Add(a, b)
		a, b = b, a
	}
	return a
}

func digitSum(n *big.Int) (sum int) {
	for _, c := range n.String() {
		sum += int(c - '0')
	}
	return
}

func pi(digits int64) string {
	// Machin: pi/4 = 4 arctan(1/5) - arctan(1/239)
	unity := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits+10), nil)
	arccot := func(x int64) *big.Int {
		sum, term := new(big.Int), new(big.Int).Div(unity, big.NewInt(x))
		xx := big.NewInt(x * x)
		for n, sign := int64(1), int64(1); term.Sign() != 0; n, sign = n+2, -sign {
			t := new(big.Int).Div(term, big.NewInt(n))
			sum.Add(sum, t.Mul(t, big.NewInt(sign)))
			term.Div(term, xx)
		}
		return sum
	}
	r := new(big.Int).Mul(big.NewInt(4), arccot(5))
	r.Sub(r, arccot(239)).Mul(r, big.NewInt(4))
	s := r.String()
	return s[:1] + "." + s[1:digits+1]
}

func main() {
	fmt.Println(factorial(30), digitSum(factorial(100)))
	fmt.Println(fib(100), fib(300).BitLen())
	fmt.Println(pi(50))
	h := new(big.Rat)
	for i := int64(1); i <= 10; i++ {
		h.Add(h, big.NewRat(1, i))
	}
	fmt.Println(h, h.FloatString(10))
	m, ok := new(big.Int).SetString("170141183460469231731687303715884105727", 10)
	fmt.Println(ok, m.ProbablyPrime(10), m.Cmp(new(big.Int).Lsh(big.NewInt(1), 127)))
	if _, ok := new(big.Int).SetString("12z", 10); !ok {
		fmt.Println("not a number")
	}
	f := new(big.Float).SetPrec(100).SetInt64(2)
	fmt.Println(f.Sqrt(f).Text('f', 25))
	fmt.Printf("%x %d %s\n", big.NewInt(255), big.NewInt(-7), new(big.Int).GCD(nil, nil, big.NewInt(84), big.NewInt(36)))
}
