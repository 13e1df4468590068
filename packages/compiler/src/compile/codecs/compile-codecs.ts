import {
  operationGroups,
  type ApiModel,
  type MediaType,
  type Operation,
  type Parameter,
} from "@openapi-packages/description/model/api-model";
import { CodecCompiler } from "./codec-compiler.ts";
import type { Clash } from "./find-clash.ts";

/** The decoders of one operation, each as an expression. */
export interface CompiledCodec {
  /** Decoders by parameter location. */
  readonly locations: ReadonlyMap<Parameter["in"], string>;
  /** Decoders by media type. */
  readonly body: ReadonlyMap<string, string>;
  /** Decoders by status and media type. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Decoders by status. */
  readonly headers: ReadonlyMap<string, string>;
  /** True if JSON of the operation may contain a `bigint`, which is read and written without loss. */
  readonly hasBigInts: boolean;
}

/** The decoders of all operations that convert anything. */
export interface CompiledCodecs {
  readonly operations: ReadonlyMap<Operation, CompiledCodec>;
  /** The decoder of the errors that all operations share. */
  readonly commonError: string | undefined;
  /** True if the errors that all operations share may contain a `bigint`. */
  readonly commonErrorHasBigInts: boolean;
  /** Maps the name of each named type's decoder to its code. */
  readonly functions: ReadonlyMap<string, string>;
  /** The runtime helpers that the decoders call. */
  readonly helpers: readonly string[];
  /** The places where no codec can decide whether a value is converted. */
  readonly ambiguous: readonly AmbiguousPlace[];
}

/** A place where no codec can decide whether a value is converted. */
export interface AmbiguousPlace extends Clash {
  /** The JSON pointer of the schema in the document. */
  readonly pointer: string;
}

/** Compiles the decoders of a model: they convert JSON to the values of the types. */
export function compileCodecs(model: ApiModel): CompiledCodecs {
  const compiler = new CodecCompiler(model.types);
  const operations = new Map<Operation, CompiledCodec>();
  const ambiguous: AmbiguousPlace[] = [];
  const pointers = new Map(model.schemas.map(({ name, pointer }) => [name, pointer]));
  const at = <Made>(pointer: string, make: () => Made): Made => {
    const before = compiler.ambiguous.length;
    const made = make();
    for (const one of compiler.ambiguous.slice(before))
      ambiguous.push({ ...one, pointer: pointers.get(one.schema ?? "") ?? pointer });
    return made;
  };
  for (const operation of operationGroups(model).flatMap((group) => group.operations)) {
    const codec = at(operation.pointer, () => operationCodec(compiler, operation));
    const { locations, body, responses, headers } = codec;
    if (locations.size + body.size + responses.size + headers.size > 0)
      operations.set(operation, codec);
  }
  const { commonErrors } = model;
  const common = commonErrors?.schema;
  const commonError = common && at(common.pointer, () => compiler.decoder(common.meaning));
  const commonErrorHasBigInts = common !== undefined && compiler.hasBigInt(common.meaning);
  const isExact = commonErrorHasBigInts || [...operations.values()].some((one) => one.hasBigInts);
  return {
    operations,
    commonError,
    commonErrorHasBigInts,
    functions: compiler.functions,
    helpers: [...compiler.helpers, ...(isExact ? ["parseExact", "rawIntegers"] : [])],
    ambiguous,
  };
}

function operationCodec(compiler: CodecCompiler, operation: Operation): CompiledCodec {
  const { parameters, requestBody, responses } = operation;
  const membersOf = (own: readonly Parameter[]): string | undefined =>
    compiler.membersDecoder(own.map(({ name, schema }) => [name, schema.meaning]));
  const bodyTypes = [requestBody, ...responses].flatMap((one) => one?.content ?? []);
  return {
    hasBigInts: bodyTypes.some(
      ({ schema }) => schema !== undefined && compiler.hasBigInt(schema.meaning),
    ),
    locations: defined(
      (["path", "query", "header", "cookie"] as const).map((location) => [
        location,
        membersOf(parameters.filter((one) => one.in === location)),
      ]),
    ),
    body: bodies(compiler, requestBody?.content ?? []),
    responses: new Map(
      responses
        .map(({ status, content }) => [status, bodies(compiler, content)] as const)
        .filter(([, own]) => own.size > 0),
    ),
    headers: defined(responses.map(({ status, headers }) => [status, membersOf(headers)])),
  };
}

function bodies(compiler: CodecCompiler, content: readonly MediaType[]): Map<string, string> {
  return defined(
    content.map((media) => {
      const isText = media.kind === "text" && media.stream === undefined;
      const isJson = media.kind !== "binary" && !isText;
      const schema = isJson ? media.schema?.meaning : undefined;
      return [media.mediaType, schema && compiler.decoder(schema)];
    }),
  );
}

function defined<Key>(entries: readonly (readonly [Key, string | undefined])[]): Map<Key, string> {
  return new Map(
    entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}
