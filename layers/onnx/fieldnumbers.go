package onnx

import "google.golang.org/protobuf/encoding/protowire"

// The numbers of the fields that are read, by message. They are the format: onnx.proto of IR version 14.
const (
	modelIRVersion       protowire.Number = 1
	modelProducer        protowire.Number = 2
	modelProducerVersion protowire.Number = 3
	modelDomain          protowire.Number = 4
	modelVersion         protowire.Number = 5
	modelGraph           protowire.Number = 7
	modelOpset           protowire.Number = 8
	modelMetadata        protowire.Number = 14
	modelFunction        protowire.Number = 25

	graphNode              protowire.Number = 1
	graphName              protowire.Number = 2
	graphInitializer       protowire.Number = 5
	graphInput             protowire.Number = 11
	graphOutput            protowire.Number = 12
	graphValueInfo         protowire.Number = 13
	graphQuantization      protowire.Number = 14
	graphSparseInitializer protowire.Number = 15

	functionName      protowire.Number = 1
	functionInput     protowire.Number = 4
	functionOutput    protowire.Number = 5
	functionAttribute protowire.Number = 6
	functionNode      protowire.Number = 7
	functionOpset     protowire.Number = 9
	functionDomain    protowire.Number = 10
	functionDefault   protowire.Number = 11
	functionValueInfo protowire.Number = 12
	functionOverload  protowire.Number = 13

	nodeInput     protowire.Number = 1
	nodeOutput    protowire.Number = 2
	nodeName      protowire.Number = 3
	nodeOpType    protowire.Number = 4
	nodeAttribute protowire.Number = 5
	nodeDomain    protowire.Number = 7
	nodeOverload  protowire.Number = 8

	attributeName          protowire.Number = 1
	attributeFloat         protowire.Number = 2
	attributeInt           protowire.Number = 3
	attributeString        protowire.Number = 4
	attributeTensor        protowire.Number = 5
	attributeGraph         protowire.Number = 6
	attributeFloats        protowire.Number = 7
	attributeInts          protowire.Number = 8
	attributeStrings       protowire.Number = 9
	attributeTensors       protowire.Number = 10
	attributeGraphs        protowire.Number = 11
	attributeTypeProto     protowire.Number = 14
	attributeTypeProtos    protowire.Number = 15
	attributeType          protowire.Number = 20
	attributeReference     protowire.Number = 21
	attributeSparseTensor  protowire.Number = 22
	attributeSparseTensors protowire.Number = 23

	tensorDims     protowire.Number = 1
	tensorDataType protowire.Number = 2
	tensorFloats   protowire.Number = 4
	tensorInt32s   protowire.Number = 5
	tensorStrings  protowire.Number = 6
	tensorInt64s   protowire.Number = 7
	tensorName     protowire.Number = 8
	tensorRaw      protowire.Number = 9
	tensorDoubles  protowire.Number = 10
	tensorUint64s  protowire.Number = 11
	tensorExternal protowire.Number = 13
	tensorLocation protowire.Number = 14

	sparseValues  protowire.Number = 1
	sparseIndices protowire.Number = 2
	sparseDims    protowire.Number = 3

	valueName protowire.Number = 1
	valueType protowire.Number = 2

	typeTensor       protowire.Number = 1
	typeSequence     protowire.Number = 4
	typeMap          protowire.Number = 5
	typeDenotation   protowire.Number = 6
	typeOpaque       protowire.Number = 7
	typeSparseTensor protowire.Number = 8
	typeOptional     protowire.Number = 9

	// Of a tensor's, sequence's or optional's type.
	typeElem  protowire.Number = 1
	typeShape protowire.Number = 2
	// Of a map's type.
	typeKey   protowire.Number = 1
	typeValue protowire.Number = 2

	shapeDim      protowire.Number = 1
	dimValue      protowire.Number = 1
	dimParam      protowire.Number = 2
	dimDenotation protowire.Number = 3

	annotationTensor    protowire.Number = 1
	annotationParameter protowire.Number = 2

	opsetDomain  protowire.Number = 1
	opsetVersion protowire.Number = 2

	propertyKey   protowire.Number = 1
	propertyValue protowire.Number = 2
)
