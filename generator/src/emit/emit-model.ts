import type { CompiledCodecs } from "../compile/codecs/compile-codecs.ts";
import {
  compileSerializers,
  type CompiledSerializers,
} from "../compile/serializers/compile-serializers.ts";
import { compileValidators, type CompiledValidators } from "../compile/compile-validators.ts";
import {
  ErrorPlanner,
  type PlannedError,
  type UnfilledError,
} from "../compile/errors/plan-errors.ts";
import { operationGroups, type ApiModel, type Operation } from "../model/api-model.ts";
import {
  ReceivedPlanner,
  type ReceivedPart,
  type ReceivedPlan,
} from "../compile/received/plan-received.ts";
import { planMock, type MockPlan } from "../mock/plan-mock.ts";
import type { EnumOpenness } from "./emitted-file.ts";
import { findOpenTypes, type OpenTypes } from "./open-types.ts";

/** The model with what several emitters need, each worked out once. */
export interface EmitModel extends ApiModel {
  /** The types of answers that are other ones for clients. */
  readonly openTypes: OpenTypes;
  readonly validators: CompiledValidators;
  readonly serializers: CompiledSerializers;
  readonly mock: MockPlan;
  /** What makes other values of JSON; `undefined` where all values are JSON. */
  readonly codecs: CompiledCodecs | undefined;
  /** How a server's own refusals fill the bodies that operations document, by status. */
  readonly errorBodies: ReadonlyMap<Operation, ReadonlyMap<string, PlannedError>>;
  /** The schemas of errors that nothing is known to fill. */
  readonly unfilledErrors: readonly UnfilledError[];
  /** What a server does with the bodies of requests before handlers see them. */
  readonly received: PlannedReceived;
}

/** The plans of bodies, and of the schemas that they refer to by the names of their types. */
export interface PlannedReceived {
  readonly bodies: ReadonlyMap<Operation, ReadonlyMap<string, ReceivedPart>>;
  readonly named: ReadonlyMap<string, ReceivedPlan>;
}

/**
 * Works out of a model what several emitters need.
 *
 * @param hasAllSchemas see {@link EmitOptions.allSchemaValidators}
 * @param enums see {@link EmitOptions.enums}
 * @param codecs what makes other values of JSON, where not all values are JSON
 */
export function emitModel(
  model: ApiModel,
  hasAllSchemas = false,
  enums: EnumOpenness = "open",
  codecs?: CompiledCodecs,
): EmitModel {
  const validators = compileValidators(model, hasAllSchemas);
  const planner = new ErrorPlanner(model, validators);
  const operations = operationGroups(model).flatMap((group) => group.operations);
  const errorBodies = new Map(operations.map((one) => [one, planner.of(one)]));
  return {
    ...model,
    openTypes: findOpenTypes(model, enums),
    validators,
    serializers: compileSerializers(model),
    codecs,
    mock: planMock(model, validators),
    errorBodies,
    unfilledErrors: planner.unfilled,
    received: planReceived(model),
  };
}

function planReceived(model: ApiModel): PlannedReceived {
  const planner = new ReceivedPlanner(model);
  const bodies = model.groups
    .flatMap((group) => group.operations)
    .map((operation) => [operation, planner.of(operation)] as const)
    .filter(([, own]) => own.size > 0);
  return { bodies: new Map(bodies), named: planner.named };
}
