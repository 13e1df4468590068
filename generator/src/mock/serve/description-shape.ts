import type { StateDescriptor } from "@openapi-packages/mock";
import type { Json, JsonObject } from "../../json.ts";

/**
 * What the runtime's `serveMock` takes (`MockDescription`), as the generator gives it. The runtime is
 * not imported, so its types are said again; a test holds them against each other.
 */
export interface MockDescription {
  readonly title: string;
  /** As the runtime's `ApiDescriptor`. */
  readonly api: JsonObject;
  readonly operations: readonly MockOperation[];
  /** Left out: nothing is remembered. */
  readonly state?: StateDescriptor;
}

/** One operation with what its mock needs, made when it is asked for. */
export interface MockOperation {
  readonly operation: OperationDescriptor;
  readonly summary?: string;
  readonly tag?: string;
  readonly validators: () => OperationValidators;
  readonly serializers: OperationSerializers;
  readonly answers: () => readonly MockExample[];
}

/** As the runtime's. */
export interface OperationDescriptor {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly [member: string]: Json | undefined;
}

/** As the runtime's. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidatorError[] | null;
}

/** As the runtime's. */
export interface ValidatorError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** As the runtime's. */
export interface OperationValidators {
  readonly path?: Validator;
  readonly query?: Validator;
  readonly header?: Validator;
  readonly cookie?: Validator;
  readonly body?: ByMediaType<Validator>;
  readonly responses?: { readonly [status: string]: ByMediaType<Validator> };
}

/** As the runtime's. */
export type Serializer = (value: unknown) => unknown;

/** As the runtime's. */
export interface OperationSerializers {
  readonly responses?: { readonly [status: string]: ByMediaType<Serializer> };
  readonly commonError?: Serializer;
}

interface ByMediaType<Item> {
  readonly [mediaType: string]: Item;
}

/** As the runtime's. */
export interface MockExample {
  readonly name?: string;
  readonly status: string;
  readonly isExample: boolean;
  readonly answer: MockResult;
}

/** As the runtime's `Answer`. */
export interface MockResult {
  readonly status: number;
  readonly contentType?: string;
  readonly headers?: JsonObject;
  readonly body?: unknown;
}
