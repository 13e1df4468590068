/**
 * The interface of emitters: `openapi-packages/emitter`. An {@link Emitter} is a pure function from
 * the model of a description to files; `packages: ["client", myEmitter]` runs it.
 * Everything that this entry and `openapi-packages/emitter/testing` export follows semantic
 * versioning: names, parameters, and members of types. A minor version may add exports, and members
 * to the types that emitters receive, such as {@link ApiModel} and {@link Operation}. It may also
 * add values to their unions, so handle values that you don't know. The text that helpers return
 * may change in layout, not in meaning. The structures of modules are those of ts-morph, whose
 * versions they follow; {@link structureKinds} says which kinds there are.
 * @packageDocumentation
 */
export {
  codeFile,
  emitterNote,
  jsonFile,
  markdownFile,
  type CodeSample,
  type EmitOptions,
  type EmittedFile,
  type Emitter,
  type EmitterNote,
  type ModuleStatement,
  type ModuleStructure,
  type PackageKeys,
  type PackageName,
} from "./emit/emitted-file.ts";
export type { ClientDefaults } from "./emit/client/client-defaults.ts";
export { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";
export { EmitterError } from "./emit/emitter-error.ts";
export {
  operationGroups,
  type ApiModel,
  type CommonErrors,
  type DescribedSchema,
  type EarlierOperationName,
  type MediaType,
  type NamedSchema,
  type Note,
  type Operation,
  type OperationGroup,
  type OperationResponse,
  type Pagination,
  type Parameter,
  type PartEncoding,
  type Polling,
  type RequestBody,
  type SchemaPlace,
  type SecurityRequirement,
  type ServerTemplate,
  type ServerVariable,
  type StreamEnds,
} from "@openapi-packages/description/model/api-model";
export type {
  AdditionalProperties,
  ArraySchema,
  BinarySchema,
  BooleanSchema,
  ComponentSchemas,
  Constraints,
  DateSchema,
  DocumentedSchema,
  EnumSchema,
  ImpossibleSchema,
  IntersectionSchema,
  NullSchema,
  NumberSchema,
  ObjectSchema,
  Openness,
  Property,
  ReferenceSchema,
  RequiredSchema,
  Schema,
  StringSchema,
  TupleSchema,
  UnionDiscriminator,
  UnionSchema,
  UnknownSchema,
} from "@openapi-packages/description/model/schema/schema";
export type { EnumOpenness } from "@openapi-packages/description/model/schema/open-values";
export type { TagValue } from "@openapi-packages/description/model/unions/traits";
export type {
  UnionFallback,
  UnionTag,
} from "@openapi-packages/description/model/unions/union-choice";
export {
  unionReader,
  type UnionReader,
  type UnionReading,
} from "@openapi-packages/description/model/unions/union-reader";
export { literalSchema } from "@openapi-packages/description/model/schema/literal-values";
export {
  reachableNames,
  referencedNames,
} from "@openapi-packages/description/model/schema-references";
export { unicodePattern } from "@openapi-packages/description/patterns/pattern";
export {
  isAbsentMember,
  type SchemaVariant,
} from "@openapi-packages/description/model/variants/derive-variants";
export type { Direction } from "@openapi-packages/description/model/variants/directions";
export {
  arrayMember,
  isObject,
  member,
  objectMember,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
export {
  mapSubschemas,
  referencedName,
  subschemas,
  type Subschema,
  type SubschemaMapper,
} from "@openapi-packages/description/json/subschemas";
export { contractSymbols, type ContractSymbols } from "./emit/symbols.ts";
export {
  moduleScope,
  type ModuleImport,
  type ModuleScope,
  type NameScope,
} from "./emit/module-scope.ts";
export type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
export {
  dependencyRanges,
  mockPackage,
  runtimePackage,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
export { declarationKinds, moduleFile, reexports, structureKinds } from "./emit/statements.ts";
export {
  dataText,
  Expression,
  type DataConst,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
export { secretNames } from "@openapi-packages/compiler/compile/descriptors/secret-places";
export { bodyText, itemText, schemaTypeIn, typeText } from "./emit/type-text.ts";
export {
  documentation,
  operationDocumentation,
  operationSummary,
  parameterComment,
} from "./emit/documentation.ts";
export { isInputOptional } from "./emit/contract/operation-types.ts";
export {
  comment,
  literal,
  literalKey,
  markdownCode,
  markdownLine,
  propertyKey,
  visible,
  visibleProse,
} from "@openapi-packages/description/text/escape";
export {
  fileName,
  localName,
  methodName,
  schemaTypeName,
  typeName,
  variableName,
} from "@openapi-packages/description/names/names";
export { packageName, type Layout, type PackageNaming } from "./emit/package-names.ts";
export { packageFiles, packageVersion, type PackageManifest } from "./emit/package-files.ts";
export type {
  DateType,
  Int64Type,
} from "@openapi-packages/description/model/conversions/value-types";
