package report

import "github.com/planlint/planlint/internal/result"

// mapOf sums up ranges that follow each other.
func mapOf(file string, ranges ...result.MapRange) result.Map {
	m := result.Map{File: file, Family: "tensorrt", Version: "11.2.1.2", Ranges: ranges, NotChecked: []result.NotChecked{}, Labels: []result.LabelTotal{}}
	sums := map[string]*result.LabelTotal{}
	var order []string
	for i := range ranges {
		ranges[i].Offset = m.Size
		m.Size += ranges[i].Length
		sum := sums[ranges[i].Label]
		if sum == nil {
			sum = &result.LabelTotal{Label: ranges[i].Label}
			sums[sum.Label] = sum
			order = append(order, sum.Label)
		}
		sum.Bytes += ranges[i].Length
		sum.Ranges++
	}
	for _, label := range order {
		sums[label].Share = float64(sums[label].Bytes) / float64(m.Size)
		m.Labels = append(m.Labels, *sums[label])
	}
	for i := range m.Labels { // few labels: the simplest sort will do
		for k := i; k > 0 && m.Labels[k].Bytes > m.Labels[k-1].Bytes; k-- {
			m.Labels[k], m.Labels[k-1] = m.Labels[k-1], m.Labels[k]
		}
	}
	return m
}

func part(label string, length int64) result.MapRange {
	return result.MapRange{Label: label, Length: length}
}

func code(detail string, length int64) result.MapRange {
	return result.MapRange{Label: "GPU code", Detail: detail, Length: length}
}

// paddedMap has the numbers of the padded plan of issue 4841.
func paddedMap() result.Map {
	return mapOf("super_resolution_x4_head.plan",
		part("header", 32), part("section table", 24), part("section ENGN", 9_160), part("zero run", 7_323), part("section ENGN", 300_000),
		code("elf for SM 90", 62_000), part("section ENGN", 12_000), code("elf for SM 90", 48_128), part("section ENGN", 120_000),
		part("zero run", 4_200), part("section ENGN", 537_265), part("end tag", 4), part("zero run", 5_486_674_044))
}

// weightsMap is a plan of TensorRT for RTX, with weights and without padding.
func weightsMap() result.Map {
	m := mapOf("engines/up2.rtx.plan", part("header", 64), part("section table", 48), part("section ENGN", 360_340), part("alignment", 4),
		part("section WGHT", 668_672), part("end tag", 4))
	m.Family, m.Version = "tensorrt-rtx", "1.7.1.116"
	return m
}

// manyRunsMap has 40 long zero runs in 20 GB, and thousands of small ranges.
func manyRunsMap() result.Map {
	var ranges []result.MapRange
	ranges = append(ranges, part("wrapper", 1_829), part("header", 32), part("section table", 24))
	for i := range 40 {
		for k := range 60 {
			ranges = append(ranges, part("section ENGN", int64(9_000+i*k)), code("elf for SM 90", int64(1_000+7*k)))
		}
		ranges = append(ranges, part("zero run", int64(490_000_000+i*1_000_000)))
	}
	m := mapOf("/srv/models/very/long/path/to/a/model/repository/with/versions/transformer-2026-11-01/3/model.plan", append(ranges, part("host code", 40_000), part("end tag", 4), part("after the end", 900_000))...)
	m.PlanOffset = 1_829
	return m
}

func mapDocument(maps ...result.Map) result.Document[result.Map] {
	document := result.NewDocument[result.Map](result.SchemaMap, "0.1.0")
	document.Results = maps
	return document
}
