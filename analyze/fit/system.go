package fit

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// negligible is which singular values count as 0, relative to the largest one. Elements are whole numbers, so that rounding
// leaves about 1e-16 of columns that depend on each other.
const negligible = 1e-12

// system is a linear system of one row for each plan and one column for each unknown number. Columns are scaled to length
// 1 inside: elements are up to 1e10 times as many as there are constants.
type system struct {
	matrix *mat.Dense // scaled
	scale  []float64
	right  *mat.VecDense
	rank   int
	// inverse is the pseudo-inverse for columns that are not scaled.
	inverse *mat.Dense
	// kernel has a column for each direction in which the unknown numbers can change and no plan's zeros do.
	kernel *mat.Dense
}

func newSystem(columns [][]float64, right []float64) (*system, error) {
	rows := len(right)
	s := &system{matrix: mat.NewDense(rows, len(columns), nil), right: mat.NewVecDense(rows, right)}
	for j, column := range columns {
		length := mat.Norm(mat.NewVecDense(rows, column), 2)
		s.scale = append(s.scale, length)
		for i, n := range column {
			s.matrix.Set(i, j, n/length)
		}
	}
	inverse, rank, kernel, err := pseudoInverse(s.matrix)
	if err != nil {
		return nil, err
	}
	s.rank, s.kernel = rank, kernel
	for j := range columns {
		for i := range rows {
			inverse.Set(j, i, inverse.At(j, i)/s.scale[j])
		}
	}
	s.inverse = inverse
	return s, nil
}

// pseudoInverse returns that of a matrix, its rank, and a basis of its kernel.
func pseudoInverse(m *mat.Dense) (inverse *mat.Dense, rank int, kernel *mat.Dense, err error) {
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDFull) {
		return nil, 0, nil, errors.New("the numbers of the plans cannot be fitted")
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	for rank < len(values) && values[rank] > negligible*values[0] {
		rank++
	}
	rows, columns := m.Dims()
	inverse = mat.NewDense(columns, rows, nil)
	for i := range columns {
		for j := range rows {
			sum := 0.0
			for k := range rank {
				sum += v.At(i, k) * u.At(j, k) / values[k]
			}
			inverse.Set(i, j, sum)
		}
	}
	if rank < columns {
		kernel = mat.DenseCopyOf(v.Slice(0, columns, rank, columns))
	}
	return inverse, rank, kernel, nil
}

// determined tells whether an unknown number has one value alone.
func (s *system) determined(column int) bool {
	return s.kernel == nil || mat.Norm(s.kernel.RowView(column), 2) < 1e-6
}

// solve returns the numbers that leave the least squares, none of them negative: Lawson and Hanson's method. Numbers that
// are not determined have any value that fits.
func (s *system) solve() []float64 {
	_, columns := s.matrix.Dims()
	numbers, used := mat.NewVecDense(columns, nil), make([]bool, columns)
	enough := 1e-13 * math.Max(mat.Norm(s.right, 2), 1)
	for range 3 * columns {
		var left, gain mat.VecDense
		left.MulVec(s.matrix, numbers)
		left.SubVec(s.right, &left)
		gain.MulVec(s.matrix.T(), &left)
		best := -1
		for j := range columns {
			if !used[j] && gain.AtVec(j) > enough && (best < 0 || gain.AtVec(j) > gain.AtVec(best)) {
				best = j
			}
		}
		if best < 0 {
			break
		}
		used[best] = true
		s.descend(numbers, used)
		if !used[best] { // it came out negative at once, by rounding: nothing is gained any more
			break
		}
	}
	made := make([]float64, columns)
	for j := range columns {
		made[j] = numbers.AtVec(j) / s.scale[j]
	}
	return made
}

// descend moves the numbers to the least squares of the columns that are used, and stops using those that would become
// negative on the way.
func (s *system) descend(numbers *mat.VecDense, used []bool) {
	for {
		want := s.leastSquares(used)
		step, blocking := 1.0, -1
		for j, u := range used {
			if !u || want[j] > 0 {
				continue
			}
			at := numbers.AtVec(j)
			if until := at / math.Max(at-want[j], math.SmallestNonzeroFloat64); blocking < 0 || until < step {
				step, blocking = math.Min(until, 1), j
			}
		}
		for j, u := range used {
			if u {
				numbers.SetVec(j, math.Max(0, numbers.AtVec(j)+step*(want[j]-numbers.AtVec(j))))
			}
		}
		if blocking < 0 {
			return
		}
		numbers.SetVec(blocking, 0)
		used[blocking] = false
	}
}

// leastSquares are the numbers for the columns that are used, 0 for the others.
func (s *system) leastSquares(used []bool) []float64 {
	rows, columns := s.matrix.Dims()
	var chosen []int
	for j, u := range used {
		if u {
			chosen = append(chosen, j)
		}
	}
	made := make([]float64, columns)
	if len(chosen) == 0 {
		return made
	}
	some := mat.NewDense(rows, len(chosen), nil)
	for k, j := range chosen {
		some.SetCol(k, mat.Col(nil, j, s.matrix))
	}
	inverse, _, _, err := pseudoInverse(some)
	if err != nil {
		return made
	}
	var numbers mat.VecDense
	numbers.MulVec(inverse, s.right)
	for k, j := range chosen {
		made[j] = numbers.AtVec(k)
	}
	return made
}

// fitted is what the numbers say of each row.
func (s *system) fitted(numbers []float64) []float64 {
	rows, columns := s.matrix.Dims()
	made := make([]float64, rows)
	for i := range rows {
		for j := range columns {
			made[i] += s.matrix.At(i, j) * s.scale[j] * numbers[j]
		}
	}
	return made
}
