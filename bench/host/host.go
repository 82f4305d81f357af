// Package host says where and when something was measured.
package host

import (
	"bufio"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Host is the machine, and how busy it was.
type Host struct {
	Time       time.Time  `json:"time"`
	Processor  string     `json:"processor"`
	Processors int        `json:"processors"`
	Virtual    bool       `json:"virtual"`
	Features   []string   `json:"features"`
	Memory     int64      `json:"memory_bytes"`
	Kernel     string     `json:"kernel"`
	Go         string     `json:"go"`
	Compiler   string     `json:"c_compiler"`
	Commit     string     `json:"commit"`
	LoadBefore [3]float64 `json:"load_before"` // average number of busy processes over 1, 5 and 15 minutes
	LoadAfter  [3]float64 `json:"load_after"`
}

// Look describes this machine now. What it cannot find out stays empty.
func Look() Host {
	h := Host{
		Time: time.Now().UTC().Truncate(time.Second), Processors: runtime.NumCPU(), Go: runtime.Version(),
		Compiler: firstLine("gcc", "--version"), Kernel: firstLine("uname", "-sr"),
		Commit: firstLine("git", "describe", "--always", "--dirty"), LoadBefore: Load(),
	}
	h.processor()
	memory, err := os.ReadFile("/proc/meminfo")
	if fields := strings.Fields(string(memory)); err == nil && len(fields) > 1 {
		kib, _ := strconv.ParseInt(fields[1], 10, 64)
		h.Memory = kib << 10
	}
	return h
}

func (h *Host) processor() {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan() && len(h.Features) == 0; {
		key, value, _ := strings.Cut(lines.Text(), ":")
		switch strings.TrimSpace(key) {
		case "model name":
			h.Processor = strings.TrimSpace(value)
		case "flags":
			for flag := range strings.FieldsSeq(value) {
				switch flag {
				case "avx2", "bmi2", "avx512bw", "erms", "fsrm":
					h.Features = append(h.Features, flag)
				case "hypervisor":
					h.Virtual = true
				}
			}
		}
	}
}

// Load returns the load averages.
func Load() (load [3]float64) {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return load
	}
	for i, field := range strings.Fields(string(text)) {
		if i < len(load) {
			load[i], _ = strconv.ParseFloat(field, 64)
		}
	}
	return load
}

func firstLine(command string, arguments ...string) string {
	out, err := exec.Command(command, arguments...).Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line
}
