package shape

import "maps"

// operators returns the rules of all operators, by domain and name.
func operators() map[string]map[string]rule {
	standard, microsoft := map[string]rule{"If": inferIf, "Loop": inferLoop, "Scan": inferScan}, map[string]rule{}
	for _, group := range []map[string]rule{
		elementwise(), arithmetic(), movement(), selection(), construction(), reduction(), windows(), products(),
		normalization(), recurrence(), quantization(), sequences(), vision(),
	} {
		maps.Copy(standard, group)
	}
	maps.Copy(microsoft, contributed())
	return map[string]map[string]rule{"": standard, "com.microsoft": microsoft}
}
