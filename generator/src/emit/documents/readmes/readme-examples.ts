import { DatedText } from "@openapi-packages/compiler/compile/codecs/dated-text";
import { literal, literalKey } from "@openapi-packages/description/text/escape";
import { toPointer, valueAt, type JsonObject } from "@openapi-packages/description/json/json";
import { ExampleInputs } from "@openapi-packages/compiler/mock/answers/example-input";
import { typedInput } from "../reference/input-code.ts";
import { TypedValues } from "../reference/typed-value.ts";
import type {
  ApiModel,
  Operation,
  OperationGroup,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
import { secretOf } from "@openapi-packages/description/model/named-schemes";
import { placeTokens } from "@openapi-packages/description/model/lifecycle";
import type { Schema } from "@openapi-packages/description/model/schema/schema";
import { hasCodec } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { isInputOptional } from "../../contract/operation-types.ts";
import type { EmitModel } from "../../emit-model.ts";

/** An example call of a README. */
export interface CallExample {
  readonly group: OperationGroup;
  readonly operation: Operation;
  /** The text of the input; empty if the call needs none. */
  readonly argument: string;
}

/** The example calls of the client's README; `undefined` if no operation fits. */
export interface ReadmeExamples {
  /** A call that reads. */
  readonly read: CallExample | undefined;
  /** A call that changes something. */
  readonly change: CallExample | undefined;
  readonly stream: CallExample | undefined;
  readonly pages: CallExample | undefined;
  /** Reads a record that is polled, and whose status is final in the mock. */
  readonly poll: CallExample | undefined;
}

/**
 * Chooses the example calls of the client's README: for each purpose, the first operation that the
 * mock answers with a success. Operations that need no existing record come first, because they
 * work anywhere.
 */
export function readmeExamples(model: EmitModel): ReadmeExamples {
  const inputs = new ExampleInputs(model);
  const values = new TypedValues(model.types);
  const first = (isWanted: (operation: Operation) => boolean): CallExample | undefined => {
    const wanted = model.groups.flatMap((group) =>
      group.operations
        .filter(
          (operation) =>
            isSendable(operation) && isWanted(operation) && isAnswered(model, operation),
        )
        .map((operation) => ({ group, operation })),
    );
    const candidates = [
      ...wanted.filter(({ operation }) => !namesRecord(model, operation)),
      ...wanted.filter(({ operation }) => namesRecord(model, operation)),
    ];
    for (const { group, operation } of candidates) {
      const argument = argumentOf(model, inputs, values, operation);
      if (argument !== undefined) return { group, operation, argument };
    }
    return undefined;
  };
  return {
    read: first((operation) => operation.method === "GET" && !isStream(operation)),
    change: first(({ method }) => !["GET", "HEAD", "OPTIONS", "TRACE"].includes(method)),
    stream: first((operation) => operation.pagination === undefined && isStream(operation)),
    pages: first((operation) => operation.pagination !== undefined),
    poll: first((operation) => hasSucceeded(model, operation)),
  };
}

/** Prints a call: `api.pets.getPet({ path: { id: 1 } })`. */
export const callText = (example: CallExample): string =>
  `${methodText(example)}(${example.argument})`;

/** Prints the path to a method: `api.pets.getPet`. */
export const methodText = ({ group, operation }: CallExample): string =>
  `api.${group.name}.${operation.methodName}`;

/**
 * Returns the URL of the description's first server.
 *
 * @returns `undefined` if it is not an absolute HTTP URL, so that clients need a `baseUrl`
 */
export const knownServer = ({ servers: [first] }: ApiModel): string | undefined =>
  first !== undefined && /^https?:/i.test(first) && URL.canParse(first) ? first : undefined;

const exampleOrigin = "https://api.example.com";

/** Returns an example address for a description without one, with the path of its first server. */
export function exampleServer({ servers: [first = ""] }: ApiModel): string {
  const url = URL.canParse(first, exampleOrigin)
    ? new URL(first, exampleOrigin)
    : new URL(exampleOrigin);
  return `${exampleOrigin}${url.protocol === "https:" ? url.pathname : ""}`.replace(/\/$/, "");
}

/** Prints the options that a client needs at least. */
export const neededOptions = (model: ApiModel): string =>
  knownServer(model) === undefined ? literal({ baseUrl: exampleServer(model) }) : "";

/**
 * Prints the option `auth` for an operation's first security requirement, after a comma; empty if
 * it has none.
 *
 * @param credentialOf prints the credential of a scheme; by default from the environment
 */
export function authOption(
  { securitySchemes }: ApiModel,
  { security }: Operation,
  credentialOf = credentialText,
): string {
  const names = Object.keys(security[0] ?? {});
  const credentials = names.map((name) => credentialOf(securitySchemes[name] ?? {}));
  if (credentials.length <= 1) return credentials.map((text) => `, auth: ${text}`).join("");
  const members = names.map((name, index) => `${literalKey(name)}: ${credentials[index]}`);
  return `, auth: { ${members.join(", ")} }`;
}

function credentialText(scheme: JsonObject): string {
  const variable = (name: string): string => `process.env["API_${name}"] ?? ""`;
  return secretOf(scheme) === "password"
    ? `{ username: ${variable("USERNAME")}, password: ${variable("PASSWORD")} }`
    : `() => ${variable("KEY")}`;
}

/** What an input is printed of. */
export type ExampleModel = Pick<EmitModel, "types" | "codecs">;

/** Longer inputs are not shown: they would distract from the example. */
const longestArgument = 300;

/**
 * Prints the example input of an operation; empty if the call needs none.
 *
 * @returns `undefined` if it is too long to be shown, or something required has no value
 */
export function argumentOf(
  model: ExampleModel,
  inputs: ExampleInputs,
  values: TypedValues,
  operation: Operation,
): string | undefined {
  const [media] = operation.requestBody?.content ?? [];
  if (media !== undefined && media.kind !== "json") return undefined;
  const example = inputs.of(operation);
  if (example === undefined) return undefined;
  const input = typedInput(values, operation, example);
  if (input === undefined) return undefined;
  const isEmpty = Object.keys(input).length === 0;
  const argument = isEmpty && isInputOptional(operation) ? "" : inputText(model, operation, input);
  return argument.length < longestArgument ? argument : undefined;
}

/** Prints an input as callers write it. */
function inputText(model: ExampleModel, operation: Operation, input: JsonObject): string {
  if (!hasCodec(model, operation)) return literal(input);
  const dated = new DatedText(model.types);
  const media = operation.requestBody?.content[0]?.schema;
  const schemasOf = (location: string, name: string): Schema[] =>
    operation.parameters
      .filter((one) => one.in === location && one.name === name)
      .map((one) => one.schema.meaning);
  const parts = Object.entries(input).map(([part, value]) => {
    if (part === "body") return `body: ${dated.of(value, media ? [media.meaning] : [])}`;
    const members = Object.entries(value as JsonObject).map(
      ([name, own]) => `${literalKey(name)}: ${dated.of(own, schemasOf(part, name))}`,
    );
    return `${part}: { ${members.join(", ")} }`;
  });
  return `{ ${parts.join(", ")} }`;
}

const isAnswered = ({ mock }: EmitModel, operation: Operation): boolean =>
  (mock.answers.get(operation)?.[0]?.answer.status ?? 500) < 400;

/** True if an operation is polled and its first mock response has the awaited status. */
function hasSucceeded({ mock }: EmitModel, operation: Operation): boolean {
  const { polling } = operation;
  const body = mock.answers.get(operation)?.[0]?.answer.body;
  return (
    polling !== undefined &&
    body?.kind === "value" &&
    valueAt(body.value, toPointer(placeTokens(polling.member))) === polling.succeeded
  );
}

/** True if the path or the body of a call refers to an existing record. */
function namesRecord({ mock: { state } }: EmitModel, { id, parameters }: Operation): boolean {
  const own = Object.hasOwn(state.operations, id) ? state.operations[id] : undefined;
  return own?.references !== undefined || parameters.some((parameter) => parameter.in === "path");
}

/** True if `fetch` can send the operation's body. */
export const isSendable = ({ method, requestBody }: Operation): boolean =>
  requestBody === undefined || !["GET", "HEAD"].includes(method);

/** True if every success of an operation is a stream. */
export function isStream({ responses }: Operation): boolean {
  const content = responses.filter(isSuccess).flatMap((response) => response.content);
  return content.length > 0 && content.every(({ stream }) => stream !== undefined);
}

const isSuccess = ({ status }: OperationResponse): boolean => status.startsWith("2");
