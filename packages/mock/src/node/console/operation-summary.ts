import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { MockDescription, MockOperation, StateDescriptor } from "../../description.ts";
import { stateOperation } from "../../state/state-operation.ts";

/** An operation for the console. */
export interface OperationSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly tag?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly isRequired: boolean;
  }[];
  /** The media types of the request's body. */
  readonly body: readonly string[];
  /** The statuses with the media types of their bodies. */
  readonly responses: readonly { readonly status: string; readonly content: readonly string[] }[];
  /** Its effect on a resource. */
  readonly state?: { readonly kind: string; readonly resource: string };
}

/** Returns the summaries of all operations of a description. */
export function operationSummaries({ operations, state }: MockDescription): OperationSummary[] {
  return operations.map((operation) => summaryOf(operation, state));
}

function summaryOf(
  { operation, summary, tag }: MockOperation,
  state: StateDescriptor | undefined,
): OperationSummary {
  const { operationId, method, path } = operation;
  const stateful = stateOperation(state, operationId);
  return {
    operationId,
    method,
    path,
    ...(summary === undefined ? {} : { summary }),
    ...(tag === undefined ? {} : { tag }),
    parameters: parametersOf(operation),
    body: operation.requestBody?.content.map(({ mediaType }) => mediaType) ?? [],
    responses: Object.entries(operation.responses).map(([status, { content = [] }]) => ({
      status,
      content: content.map(({ mediaType }) => mediaType),
    })),
    ...(stateful && { state: { kind: stateful.kind, resource: stateful.resource } }),
  };
}

const parametersOf = ({ parameters = [] }: OperationDescriptor): OperationSummary["parameters"] =>
  parameters.map((parameter) => ({
    name: parameter.name,
    in: parameter.in,
    isRequired: parameter.required === true,
  }));
