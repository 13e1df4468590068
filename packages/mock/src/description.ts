import type {
  ApiDescriptor,
  OperationCodec,
  OperationDescriptor,
  OperationErrorBodies,
  OperationReceivedBodies,
  OperationSerializers,
  OperationValidators,
  SensitiveTable,
} from "@openapi-packages/runtime";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";
import type { CallbackPlan } from "./callbacks/callback-plan.ts";
import type { StateDescriptor } from "./state-descriptor.ts";

export type { CallbackDescriptor, CallbackPlan, CallbackTable } from "./callbacks/callback-plan.ts";
export type {
  CredentialDescriptor,
  FilterDescriptor,
  LifecycleDescriptor,
  MemberRole,
  PathParameterState,
  RecordReference,
  ResourceDescriptor,
  SeedRecord,
  StateDescriptor,
  StateOperation,
  ValidityDescriptor,
  VariantDescriptor,
  VariantKind,
} from "./state-descriptor.ts";

/** The description of a mock: plain data that the generator creates, for generated code or the command line. */
export interface MockDescription {
  readonly title: string;
  readonly api: ApiDescriptor;
  readonly operations: readonly MockOperation[];
  /** The resources that are stored. Default: the mock is stateless. */
  readonly state?: StateDescriptor;
  /** The secrets that the console hides. Default: values with usual names of secrets. */
  readonly sensitive?: SensitiveTable;
  /** The callbacks of operations. Default: they have none. */
  readonly callbacks?: CallbackPlan;
}

/** One operation with the data for its mock. Members may be computed on first use. */
export interface MockOperation {
  readonly operation: OperationDescriptor;
  readonly summary?: string;
  readonly tag?: string;
  /** The request header with the idempotency key. Default: `Idempotency-Key`, with or without `X-`. */
  readonly idempotencyKey?: string;
  readonly validators: OperationValidators;
  readonly serializers?: OperationSerializers;
  /** How refusals of the mock itself fill in the documented error bodies. */
  readonly errorBodies?: OperationErrorBodies;
  /** How request bodies are prepared before they are used. */
  readonly received?: OperationReceivedBodies;
  /** Converts values for overrides; everything else in a mock is JSON. Default: there is nothing to convert. */
  readonly codec?: OperationCodec | undefined;
  /** Its answers, the successful ones first. */
  readonly answers: readonly MockExample[];
  /** A call that the console's page begins with. Default: it begins with what is known of the path. */
  readonly exampleCall?: {
    /** The method of the client, such as `pets.listPets`. */
    readonly method: string;
    readonly input: { readonly [part: string]: unknown };
  };
}

/**
 * An answer from an example of the description, or created from its schemas. Its status is a number that the
 * documented status covers; the body of a stream is `streamOf(items)`.
 */
export type MockExample = Answer<AnyResult> & {
  /** The name of the example in the description (`examples`). Default: it has none. */
  readonly name?: string;
};
