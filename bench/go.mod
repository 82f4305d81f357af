module github.com/planlint/planlint/bench

go 1.26.0
