import { describedOperations, description, groupName, resolve } from "./description.ts";
import type {
  BodyObject,
  DescribedOperation,
  MediaTypeObject,
  ParameterObject,
  SchemaObject,
} from "./description.ts";
import { bodyOf, derivedValue, requiredPart, valueOf } from "./values.ts";

/** The values of the parameters of one location, by name. */
export type Members = { readonly [name: string]: unknown };

/** What a caller hands to a method of the client, whatever the operation. */
export interface Input {
  readonly path?: Members;
  readonly query?: Members;
  readonly header?: Members;
  readonly cookie?: Members;
  readonly body?: unknown;
}

/** One answer that an operation may give. */
export interface Answer {
  readonly status: number;
  /** Left out where the answer has no body, or has events instead. */
  readonly body?: unknown;
  /** The items of an event stream, in order. */
  readonly events?: readonly unknown[];
  /** Where the contract's validators of this operation hold the one of this body. */
  readonly validator?: { readonly status: string; readonly mediaType: string };
}

/** The media type of a request's body, with the schema that describes it. */
export interface RequestMedia {
  readonly mediaType: string;
  readonly isOneOfSeveral: boolean;
  readonly required: boolean;
  readonly schema: SchemaObject;
}

/** One operation with everything that is to be sent to it and answered by it. */
export interface OperationCase {
  readonly operationId: string;
  /** The property of the client, and the method on it. */
  readonly group: string;
  readonly method: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly parameters: readonly ParameterObject[];
  readonly requestMedia?: RequestMedia;
  readonly inputs: {
    /** What the description gives as example. */
    readonly example: Input;
    /** Every parameter, and a body wherever one is allowed. */
    readonly maximal: Input;
    /** What is required, and nothing else. */
    readonly minimal: Input;
  };
  readonly answers: readonly Answer[];
}

const locations = ["path", "query", "header", "cookie"] as const;

/** Every operation of the description, in its order. */
export const operations: readonly OperationCase[] = describedOperations.map((described) => {
  const { operationId, tags } = described.operation;
  const requestMedia = requestMediaOf(described);
  return {
    operationId,
    group: groupName(tags[0] ?? ""),
    method: operationId.charAt(0).toLowerCase() + operationId.slice(1),
    httpMethod: described.method,
    path: described.path,
    parameters: described.parameters,
    ...(requestMedia && { requestMedia }),
    inputs: inputsOf(described),
    answers: [...documentedAnswers(described), ...commonErrors(described)],
  };
});

/** Whether an answer is one that awaiting a call gives, and not one that it throws. */
export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/**
 * The answer of an operation's success.
 *
 * @throws {Error} when the description has none.
 */
export function successOf(operation: OperationCase): Answer {
  const success = operation.answers.find(isSuccess);
  if (success === undefined) throw new Error(`${operation.operationId} documents no success`);
  return success;
}

function inputsOf(described: DescribedOperation): OperationCase["inputs"] {
  const { parameters, operation } = described;
  const required = parameters.filter((parameter) => parameter.required === true);
  const exemplary = parameters.filter((one) => one.required === true || one.example !== undefined);
  const [, media] = mediaOf(operation.requestBody) ?? [];
  const isBodyRequired = resolve<BodyObject>(operation.requestBody ?? {}).required === true;
  const whole = media && { body: bodyOf(media) };
  const least = media && isBodyRequired && { body: requiredPart(bodyOf(media), media.schema) };
  return {
    example: { ...locate(exemplary), ...whole },
    maximal: { ...locate(parameters), ...whole },
    minimal: { ...locate(required), ...least },
  };
}

/** The values of parameters, sorted into the locations that they travel in. */
function locate(parameters: readonly ParameterObject[]): Input {
  const located = locations.map((location) => {
    const here = parameters.filter((parameter) => parameter.in === location);
    return [location, Object.fromEntries(here.map((one) => [one.name, valueOf(one)]))] as const;
  });
  return Object.fromEntries(located.filter(([, values]) => Object.keys(values).length > 0));
}

function requestMediaOf({ operation }: DescribedOperation): RequestMedia | undefined {
  const entry = mediaOf(operation.requestBody);
  if (entry === undefined) return undefined;
  const [mediaType, { schema = {} }] = entry;
  const { content = {}, required = false } = resolve<BodyObject>(operation.requestBody ?? {});
  const isOneOfSeveral = Object.keys(content).length > 1;
  return { mediaType, isOneOfSeveral, required, schema: resolve<SchemaObject>(schema) };
}

function documentedAnswers({ operation }: DescribedOperation): Answer[] {
  return Object.entries(operation.responses).map(([key, response]) => {
    const status = Number(key);
    const entry = mediaOf(response);
    if (entry === undefined) return { status };
    const [mediaType, media] = entry;
    const validator = { status: key, mediaType };
    const events = media["x-event-sequence"];
    return events ? { status, events, validator } : { status, body: bodyOf(media), validator };
  });
}

/**
 * The answers that `x-common-errors` adds. They have the schema of a documented error, whose
 * validator checks them.
 */
function commonErrors({ operation }: DescribedOperation): Answer[] {
  const { statuses, schema } = description["x-common-errors"];
  const validator = Object.entries(operation.responses).flatMap(([status, response]) => {
    const [mediaType = "", media] = mediaOf(response) ?? [];
    return media?.schema?.$ref === schema.$ref ? [{ status, mediaType }] : [];
  })[0];
  if (!validator) throw new Error(`${operation.operationId} has no answer of ${schema.$ref}`);
  return statuses.map((status) => ({ status, body: derivedValue(schema), validator }));
}

function mediaOf(
  body: BodyObject | { readonly $ref: string } | undefined,
): [string, MediaTypeObject] | undefined {
  return Object.entries(resolve<BodyObject>(body ?? {}).content ?? {})[0];
}
