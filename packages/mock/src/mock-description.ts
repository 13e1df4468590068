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
import type {
  CallbackPlan,
  MockDescription,
  MockExample,
  MockOperation,
  ResourceDescriptor,
  SeedRecord,
  StateOperation,
} from "./description.ts";
import { tokensOf, valueAt } from "./state/pointers.ts";

/** A description in parts, as in generated code: the data of an operation is grouped by its tag. */
export interface DescriptionParts {
  readonly title: string;
  readonly api: ApiDescriptor;
  /** By `operationId`, like validators and serializers. */
  readonly operations: { readonly [operationId: string]: OperationDescriptor };
  readonly validators: { readonly [operationId: string]: OperationValidators };
  readonly serializers: { readonly [operationId: string]: OperationSerializers };
  /** Default: there are none. */
  readonly errorBodies?: { readonly [operationId: string]: OperationErrorBodies };
  /** Default: there are none. */
  readonly received?: { readonly [operationId: string]: OperationReceivedBodies };
  /** Default: there is nothing to convert. */
  readonly codecs?: { readonly [operationId: string]: OperationCodec };
  readonly groups: readonly MockGroup[];
  readonly components: ComponentAnswers;
  readonly resources: ResourceTable;
  readonly sensitive?: SensitiveTable;
  readonly callbacks?: CallbackPlan;
}

/** The answers of components, except successful ones, by component and status: `responses/NotFound 404`. */
export interface ComponentAnswers {
  readonly [component: string]: readonly MockExample[];
}

/** The resources by name. */
export interface ResourceTable {
  readonly [resource: string]: ResourceParts;
}

/** The mocks of the operations of a tag, by `operationId`. */
export interface MockGroup {
  readonly tag: string;
  readonly operations: {
    readonly [operationId: string]: {
      readonly summary?: string;
      /** Its own answers. Default: there is no conforming one. */
      readonly answers?: readonly MockExample[];
      /** The answers of components that it uses. Default: none. */
      readonly components?: readonly string[];
      /** See `MockOperation`. */
      readonly idempotencyKey?: string;
      /** Default: it answers with its examples. */
      readonly state?: StateOperation;
    };
  };
}

/** A resource whose initial records are parts of answers. */
export interface ResourceParts extends Omit<ResourceDescriptor, "seeds"> {
  readonly seeds: readonly SeedReference[];
}

/** The place of a record in an answer. */
export interface SeedReference {
  readonly operationId: string;
  /** The index of the answer among those of the operation. Default: 0. */
  readonly answer?: number;
  /** The JSON pointer of the record in the answer's body. */
  readonly at: string;
  /** The path parameters of the record, by name. Default: there are none. */
  readonly scope?: SeedRecord["scope"];
  /** Its key, if the answer does not contain it. */
  readonly key?: string | number;
}

/** Builds a description from its parts. */
export function mockDescription(parts: DescriptionParts): MockDescription {
  const { title, api, groups, sensitive, callbacks } = parts;
  const operations = groups.flatMap((group) => operationsOf(group, parts));
  const states = groups.flatMap((group) =>
    Object.entries(group.operations).flatMap(([operationId, { state }]) =>
      state === undefined ? [] : [[operationId, state] as const],
    ),
  );
  const answers = new Map(
    operations.map((one) => [one.operation.operationId, one.answers as readonly MockExample[]]),
  );
  const resources = Object.entries(parts.resources).map(([name, resource]) => {
    const seeds = resource.seeds.flatMap((seed) => seedOf(seed, resource, answers));
    return [name, { ...resource, seeds }] as const;
  });
  return {
    title,
    api,
    operations,
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(callbacks === undefined ? {} : { callbacks }),
    state: { resources: Object.fromEntries(resources), operations: Object.fromEntries(states) },
  };
}

function operationsOf(
  { tag, operations: own }: MockGroup,
  {
    operations,
    validators,
    serializers,
    errorBodies = {},
    received = {},
    codecs = {},
    components,
  }: DescriptionParts,
): MockOperation[] {
  return Object.entries(own).flatMap(
    ([operationId, { summary, answers = [], components: shared = [], idempotencyKey }]) => {
      const operation = operations[operationId];
      if (operation === undefined) return [];
      const errors = errorBodies[operationId];
      const bodies = received[operationId];
      const codec = codecs[operationId];
      return {
        operation,
        tag,
        ...(summary === undefined ? {} : { summary }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        validators: validators[operationId] ?? {},
        serializers: serializers[operationId] ?? {},
        ...(errors && { errorBodies: errors }),
        ...(bodies && { received: bodies }),
        ...(codec && { codec }),
        answers: [...answers, ...shared.flatMap((component) => components[component] ?? [])],
      };
    },
  );
}

function seedOf(
  { operationId, answer = 0, at, scope = {}, key: own }: SeedReference,
  { key }: ResourceParts,
  answers: ReadonlyMap<string, readonly MockExample[]>,
): SeedRecord[] {
  const shown = valueAt(answers.get(operationId)?.[answer]?.body, tokensOf(at));
  if (typeof shown !== "object" || shown === null) return [];
  const added = key === undefined || own === undefined ? {} : { [key]: own };
  return [{ scope, value: { ...shown, ...added } }];
}
