import type { CompiledCodecs } from "@openapi-packages/compiler/compile/codecs/compile-codecs";
import type { CompiledSerializers } from "@openapi-packages/compiler/compile/serializers/compile-serializers";
import type { CompiledValidators } from "@openapi-packages/compiler/compile/compile-validators";
import type {
  PlannedError,
  UnfilledError,
} from "@openapi-packages/compiler/compile/errors/plan-errors";
import {
  operationGroups,
  type ApiModel,
  type Operation,
} from "@openapi-packages/description/model/api-model";
import type {
  ReceivedPart,
  ReceivedPlan,
} from "@openapi-packages/compiler/compile/received/plan-received";
import type { JsonObject } from "@openapi-packages/description/json/json";
import type { DataObject } from "@openapi-packages/compiler/compile/data";
import { sensitiveTable } from "@openapi-packages/compiler/compile/descriptors/sensitive-table";
import type { PlannedExamples } from "@openapi-packages/compiler/mock/plan-examples";
import type { MockPlan } from "@openapi-packages/compiler/mock/plan-mock";
import type { EnumOpenness } from "@openapi-packages/description/model/schema/open-values";
import { errorClasses, type ErrorClasses } from "./client/error-classes.ts";
import { guardedVariants, type Guarded } from "./contract/guarded-variants.ts";
import { findOpenTypes, type OpenTypes } from "./open-types.ts";
import type { ContractPlace } from "./package-names.ts";
import { runOnly, type PhaseRunner } from "./phase-runner.ts";
import type { Planners } from "./planners.ts";
import { findSharedHeaders, type SharedHeaders } from "./shared-headers.ts";

/**
 * The model with the data that several emitters share. Most of it is computed when an emitter first
 * reads it, and then once: what is written decides what is compiled and planned. A copy made by
 * `{ ...model }` reads all of it.
 */
export interface EmitModel extends ApiModel {
  /** The document with the names of its authors, if the package `paths` is written. */
  readonly asWritten: JsonObject | undefined;
  /** The response types that differ for clients. */
  readonly openTypes: OpenTypes;
  /** The types of headers that responses share. */
  readonly sharedHeaders: SharedHeaders;
  /** The classes that the client throws for documented errors. */
  readonly errorClasses: ErrorClasses;
  /** The variants of tagged unions that get a guard. */
  readonly guarded: readonly Guarded[];
  /** The table of secrets in requests and responses; `undefined` if there are none. */
  readonly sensitive: DataObject | undefined;
  readonly validators: CompiledValidators;
  /** The validators of webhooks and callbacks, without those of other operations. */
  readonly webhookValidators: CompiledValidators;
  readonly serializers: CompiledSerializers;
  readonly mock: MockPlan;
  /** Returns the constants of the description's examples, which are planned once; see {@link EmitOptions.mockExamples}. */
  readonly examples: () => PlannedExamples;
  /** The codecs that convert JSON; `undefined` if all values stay JSON. */
  readonly codecs: CompiledCodecs | undefined;
  /** The error bodies that the server fills for its own refusals, by operation and status. */
  readonly errorBodies: ReadonlyMap<Operation, ReadonlyMap<string, PlannedError>>;
  /** The error schemas that cannot be filled. */
  readonly unfilledErrors: readonly UnfilledError[];
  /** The defaults that a server adds to request bodies before handlers get them. */
  readonly received: PlannedReceived;
  readonly phase: PhaseRunner;
}

/** The plans of request bodies, and of the named schemas that they refer to, by type name. */
export interface PlannedReceived {
  readonly bodies: ReadonlyMap<Operation, ReadonlyMap<string, ReceivedPart>>;
  readonly named: ReadonlyMap<string, ReceivedPlan>;
}

/** Options that the data of an {@link EmitModel} depends on, beside the model. */
export interface EmitSettings {
  /** See {@link EmitOptions.allSchemaValidators}. */
  readonly allSchemaValidators?: boolean | undefined;
  /** See {@link EmitOptions.enums}. */
  readonly enums?: EnumOpenness | undefined;
  /** The codecs that convert JSON; omitted: all values stay JSON. */
  readonly codecs?: CompiledCodecs | undefined;
  /** See {@link EmitModel.asWritten}. */
  readonly asWritten?: JsonObject | undefined;
  /** Omitted: phases are only run. */
  readonly phase?: PhaseRunner;
  /** Decides which modules declare the types of the contract. */
  readonly place?: ContractPlace;
}

/**
 * Adds the data that several emitters share.
 *
 * @param planners what makes this data; omitted: nothing reads what is compiled or planned
 */
export function emitModel(
  model: ApiModel,
  planners: Planners | undefined,
  {
    allSchemaValidators = false,
    enums = "open",
    asWritten,
    codecs,
    phase = runOnly,
    place = {},
  }: EmitSettings = {},
): EmitModel {
  const planned = <Made>(name: string, make: (planners: Planners) => Made): (() => Made) =>
    once(() => {
      if (planners === undefined) throw new Error(`the planner of ${name} is not loaded`);
      return phase(name, () => make(planners));
    });
  const open = once(() => findOpenTypes(model, enums, place));
  const headers = once(() => findSharedHeaders(model, (name) => open().hasParameter(name)));
  const validators = planned("validators", ({ compileValidators }) =>
    compileValidators(model, allSchemaValidators, enums),
  );
  const errors = planned("error plan", (all) => planErrors(all, model, validators()));
  const mock = planned("mock plan", ({ planMock }) => planMock(model, validators()));
  const examples = planned("examples", ({ planExamples }) =>
    planExamples(model, validators(), mock()),
  );
  return withLate(
    { ...model, asWritten, phase, codecs, examples },
    {
      openTypes: open,
      sharedHeaders: headers,
      errorClasses: once(() => errorClasses(model)),
      guarded: once(() => guardedVariants(model)),
      sensitive: once(() => sensitiveTable(model)),
      validators,
      webhookValidators: planned("validators", ({ compileValidators }) =>
        compileValidators({ ...model, groups: [] }, false, enums),
      ),
      serializers: planned("serializers", ({ compileSerializers }) => compileSerializers(model)),
      mock,
      errorBodies: () => errors().bodies,
      unfilledErrors: () => errors().unfilled,
      received: planned("received plan", (all) => planReceived(all, model)),
    },
  );
}

/** Adds members that are made when they are first read. */
function withLate<Known extends object, Late extends object>(
  known: Known,
  late: { readonly [Name in keyof Late]: () => Late[Name] },
): Known & Late {
  for (const [name, get] of Object.entries(late))
    Object.defineProperty(known, name, { get: get as () => unknown, enumerable: true });
  return known as Known & Late;
}

/** Wraps a function that is called at most once; later calls return the same value. */
function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => (computed ??= { value: compute() }).value;
}

/** The error bodies that a server fills, and the schemas that it cannot fill. */
interface PlannedErrors {
  readonly bodies: EmitModel["errorBodies"];
  readonly unfilled: readonly UnfilledError[];
}

function planErrors(
  { ErrorPlanner }: Planners,
  model: ApiModel,
  validators: CompiledValidators,
): PlannedErrors {
  const planner = new ErrorPlanner(model, validators);
  const bodies = operationGroups(model)
    .flatMap((group) => group.operations)
    .map((operation) => [operation, planner.of(operation)] as const)
    .filter(([, own]) => own.size > 0);
  return { bodies: new Map(bodies), unfilled: planner.unfilled };
}

function planReceived({ ReceivedPlanner }: Planners, model: ApiModel): PlannedReceived {
  const planner = new ReceivedPlanner(model);
  const bodies = model.groups
    .flatMap((group) => group.operations)
    .map((operation) => [operation, planner.of(operation)] as const)
    .filter(([, own]) => own.size > 0);
  return { bodies: new Map(bodies), named: planner.named };
}
