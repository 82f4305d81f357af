package analyze

// growthRules are those of planlint gate. Package gate decides them: they compare plans with budgets and a baseline, and
// need none of the bytes.
func growthRules() []rule {
	return []rule{
		{"PL301", "Larger than its budget", onlyError, nil},
		{"PL302", "Grown beyond the baseline", onlyError, nil},
		{"PL303", "Drifted from the anchor", onlyError, nil},
		{"PL304", "Zero run longer than its budget", onlyError, nil},
		{"PL305", "Too large for its model", onlyError, nil},
		{"PL306", "Unexpected sections", onlyError, nil},
		{"PL307", "Not in the baseline", errorOrNote, nil},
		{"PL308", "Stale entry of the baseline", onlyNote, nil},
		{"PL309", "Allowance out of date", errorOrNote, nil},
		{"PL310", "Budget of no plan", errorOrNote, nil},
		{"PL311", "Rank set incomplete or mixed", onlyError, nil},
		{"PL312", "Rank unlike the others of its stage", onlyError, nil},
		{"PL313", "Looks stripped", warningOrNote, nil},
	}
}
