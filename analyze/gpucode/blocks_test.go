package gpucode

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
)

// smallPlan holds one of everything that is found, among false friends.
func smallPlan() []byte {
	hash := "_0xd5b8e54c3bdbe32278919b3d4169ac50"
	parts := [][]byte{
		noise(1, 333),
		testELF{machine: machineCUDA, flags: 0x5a0d5a, kernels: []string{"generatedNativePointwise", "_Z6scale2Pff"}}.bytes(),
		[]byte("\n  function={ name=__myl_Tran fqn=__myl_Tran" + hash + " args={ \"x\" }"),
		[]byte("\n  function={ name=mha fqn=mha_v2_0 args={ \"x\" }"),
		[]byte("\n  runtime_fusion={ name=__myl_CorrMulMax input_args={ \"x\" }"),
		[]byte("\n  fusion={ name=__myl_bb0_1_FcAdd args={ \"x\" } kernel=sm80_xmma_gemm_fused16 "),
		make([]byte, 5000),
		[]byte("\x00__myl_Tran" + hash + "\x00void __myl_Tran" + hash + "(int __myl_Tran" + hash + "_param_0) __myl_bb0_3_Add_param_1"),
		testFatbin(86, testELF{machine: machineCUDA, flags: 0x560556, kernels: []string{"a"}}.bytes(),
			testELF{machine: machineCUDA, flags: 0x590559, kernels: []string{"a", "b"}, stripped: true}.bytes()),
		[]byte(" __myl_CastMulLtSeleCast_myl6_0 __myl_Tran_myl7_0 "),
		testELF{machine: machineARM64}.bytes(),
		noise(2, 100),
	}
	parts = append(parts, falseFriends()...)
	return bytes.Join(parts, []byte{7})
}

func wantSmallPlan(t *testing.T, found Found) {
	t.Helper()
	type image struct {
		kind string
		sm   []string
	}
	var images []image
	for _, i := range found.Images {
		images = append(images, image{i.Kind, i.SM})
	}
	wantImages := []image{{KindELF, []string{"90a"}}, {KindFatbin, []string{"86", "89"}}, {KindHostELF, nil}}
	if !reflect.DeepEqual(images, wantImages) {
		t.Errorf("images %v, want %v", images, wantImages)
	}
	var names []string
	for _, k := range found.Kernels {
		names = append(names, k.Origin+" "+k.Name)
	}
	want := []string{
		"pointwise generatedNativePointwise", "other scale2(float*, float)",
		"myelin __myl_Tran_0xd5b8e54c3bdbe32278919b3d4169ac50", "other mha_v2_0", "myelin __myl_CorrMulMax",
		"myelin __myl_bb0_1_FcAdd", "other a", "other b", "myelin __myl_CastMulLtSeleCast_myl6_0",
	}
	if !slices.Equal(names, want) {
		t.Errorf("kernels\n%q, want\n%q", names, want)
	}
}

func TestEveryBlockSizeFindsTheSame(t *testing.T) {
	plan := smallPlan()
	whole := observe(t, plan, len(plan))
	wantSmallPlan(t, whole)
	for block := 1; block < 400; block++ {
		if got := observe(t, plan, block); !reflect.DeepEqual(got, whole) {
			t.Fatalf("in blocks of %d: %+v\nwhole: %+v", block, got, whole)
		}
	}
}

func TestBlocksInAnyOrderFromManyGoroutines(t *testing.T) {
	plan := smallPlan()
	whole := observe(t, plan, len(plan))
	random := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		var starts []int
		for start := 0; start < len(plan); start += 1 + random.IntN(300) {
			starts = append(starts, start)
		}
		finder := NewFinder()
		var group sync.WaitGroup
		for _, i := range random.Perm(len(starts)) {
			end := len(plan)
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			group.Go(func() { finder.Observe(int64(starts[i]), plan[starts[i]:end]) })
		}
		group.Wait()
		got, err := finder.Finish(context.Background(), bytes.NewReader(plan), int64(len(plan)))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, whole) {
			t.Fatalf("blocks at %d: %+v\nwhole: %+v", starts, got, whole)
		}
	}
}

// Holes are not observed: a mark never reaches into zeros, but an image may hold a hole.
func TestBlocksOfZerosNeedNotBeObserved(t *testing.T) {
	plan := smallPlan()
	whole := observe(t, plan, len(plan))
	finder := NewFinder()
	for start := 0; start < len(plan); start += 16 {
		block := plan[start:min(len(plan), start+16)]
		if len(bytes.Trim(block, "\x00")) > 0 {
			finder.Observe(int64(start), block)
		}
	}
	got, err := finder.Finish(context.Background(), bytes.NewReader(plan), int64(len(plan)))
	if err != nil || !reflect.DeepEqual(got, whole) {
		t.Fatalf("%+v, %v\nwhole: %+v", got, err, whole)
	}
}
