import {
  operationGroups,
  type ApiModel,
  type Operation,
} from "@openapi-packages/description/model/api-model";
import type { CodePart } from "../code/code-part.ts";
import { compiledParts, type CompiledParts } from "../code/compiled-parts.ts";
import { NamedSchemas } from "../named-schemas.ts";
import { SerializerCompiler, type SerializerNames } from "./serializer-compiler.ts";

/** Serializers as ECMAScript text, with the operations that they belong to. */
export interface CompiledSerializers {
  readonly operations: ReadonlyMap<Operation, SerializerNames>;
  /** The name of the function that serializes the common errors. */
  readonly commonError: string | undefined;
  readonly parts: CompiledParts;
}

/** Compiles the serializers of all responses: each picks the parts that its schema declares. */
export function compileSerializers(model: ApiModel): CompiledSerializers {
  const compiler = new SerializerCompiler(NamedSchemas.of(model));
  const operations = new Map<Operation, SerializerNames>();
  const parts = new Map<Operation, CodePart>();
  for (const operation of operationGroups(model).flatMap((group) => group.operations)) {
    const { names, part } = compiler.operation(operation);
    operations.set(operation, names);
    parts.set(operation, part);
  }
  const commonError = compiler.commonError(model);
  const shared = commonError === undefined ? [] : [commonError];
  return { operations, commonError, parts: compiledParts(parts, compiler.partOf, shared) };
}
