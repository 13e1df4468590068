import { DatedText } from "../../../compile/codecs/dated-text.ts";
import { literal, literalKey } from "../../../escape.ts";
import { toPointer, valueAt, type JsonObject } from "../../../json.ts";
import { ExampleInputs } from "../../../mock/answers/example-input.ts";
import { typedInput } from "../reference/input-code.ts";
import { TypedValues } from "../reference/typed-value.ts";
import type {
  ApiModel,
  Operation,
  OperationGroup,
  OperationResponse,
} from "../../../model/api-model.ts";
import { secretOf } from "../../../model/named-schemes.ts";
import { placeTokens } from "../../../model/lifecycle.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { hasCodec } from "../../../compile/descriptors/codec-data.ts";
import { isInputOptional } from "../../contract/operation-types.ts";
import type { ClientModel } from "../../client/client-model.ts";

/** A call that a README shows. */
export interface CallExample {
  readonly group: OperationGroup;
  readonly operation: Operation;
  /** The text of the input; empty where the call needs none. */
  readonly argument: string;
}

/** The calls that the client's README shows; each is left out where no operation is fit for it. */
export interface ReadmeExamples {
  /** Reads something. */
  readonly read: CallExample | undefined;
  /** Changes something. */
  readonly change: CallExample | undefined;
  readonly stream: CallExample | undefined;
  readonly pages: CallExample | undefined;
  /** Reads a record whose status moves, and has come to its end in the mock. */
  readonly poll: CallExample | undefined;
}

/**
 * Chooses the calls that the client's README shows: for each purpose the first operation that the mock answers
 * with a success, one that names no record if there is one, because its call finds something anywhere.
 */
export function readmeExamples(model: ClientModel): ReadmeExamples {
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

/** The text of a call: `api.pets.getPet({ path: { id: 1 } })`. */
export const callText = (example: CallExample): string =>
  `${methodText(example)}(${example.argument})`;

/** The text of a method: `api.pets.getPet`. */
export const methodText = ({ group, operation }: CallExample): string =>
  `api.${group.name}.${operation.methodName}`;

/**
 * The URL of the description's first server.
 *
 * @returns `undefined` where a client cannot know its address, so that it needs a `baseUrl`
 */
export const knownServer = ({ servers: [first] }: ApiModel): string | undefined =>
  first !== undefined && /^https?:/i.test(first) && URL.canParse(first) ? first : undefined;

const exampleOrigin = "https://api.example.com";

/** An address for a service whose description names none, with the path that its first server has. */
export function exampleServer({ servers: [first = ""] }: ApiModel): string {
  const url = URL.canParse(first, exampleOrigin)
    ? new URL(first, exampleOrigin)
    : new URL(exampleOrigin);
  return `${exampleOrigin}${url.protocol === "https:" ? url.pathname : ""}`.replace(/\/$/, "");
}

/** The text of a client's options: what it needs at least. */
export const neededOptions = (model: ApiModel): string =>
  knownServer(model) === undefined ? literal({ baseUrl: exampleServer(model) }) : "";

/** The option `auth` for the first security requirement of an operation, behind a comma; empty where it has none. */
export function authOption({ securitySchemes }: ApiModel, { security }: Operation): string {
  const names = Object.keys(security[0] ?? {});
  const credentials = names.map((name) => credentialText(securitySchemes[name] ?? {}));
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

/** A longer input would hide what the example shows. */
const longestArgument = 300;

function argumentOf(
  model: ClientModel,
  inputs: ExampleInputs,
  values: TypedValues,
  operation: Operation,
): string | undefined {
  const example = inputs.of(operation);
  if (example === undefined || (example.body ?? { kind: "json" }).kind !== "json") return undefined;
  const input = typedInput(values, operation, example);
  if (input === undefined) return undefined;
  const isEmpty = Object.keys(input).length === 0;
  const argument = isEmpty && isInputOptional(operation) ? "" : inputText(model, operation, input);
  return argument.length < longestArgument ? argument : undefined;
}

/** An input as callers write it. */
function inputText(model: ClientModel, operation: Operation, input: JsonObject): string {
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

const isAnswered = ({ mock }: ClientModel, operation: Operation): boolean =>
  (mock.answers.get(operation)?.[0]?.answer.status ?? 500) < 400;

/** True if an operation is polled, and its first answer has the status that is waited for. */
function hasSucceeded({ mock }: ClientModel, operation: Operation): boolean {
  const { polling } = operation;
  const body = mock.answers.get(operation)?.[0]?.answer.body;
  return (
    polling !== undefined &&
    body?.kind === "value" &&
    valueAt(body.value, toPointer(placeTokens(polling.member))) === polling.succeeded
  );
}

/** True if the path or the body of a call names something that has to be there. */
function namesRecord({ mock: { state } }: ClientModel, { id, parameters }: Operation): boolean {
  const own = Object.hasOwn(state.operations, id) ? state.operations[id] : undefined;
  return own?.references !== undefined || parameters.some((parameter) => parameter.in === "path");
}

const isSendable = ({ method, requestBody }: Operation): boolean =>
  requestBody === undefined || !["GET", "HEAD"].includes(method);

function isStream({ responses }: Operation): boolean {
  const content = responses.filter(isSuccess).flatMap((response) => response.content);
  return content.length > 0 && content.every(({ stream }) => stream !== undefined);
}

const isSuccess = ({ status }: OperationResponse): boolean => status.startsWith("2");
