import { ExampleInputs } from "@openapi-packages/compiler/mock/answers/example-input";
import type { JsonObject } from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { secretOf } from "@openapi-packages/description/model/named-schemes";
import { literal } from "@openapi-packages/description/text/escape";
import { isInputOptional } from "../contract/operation-types.ts";
import type { EmitModel } from "../emit-model.ts";
import {
  argumentOf,
  authOption,
  callText,
  isSendable,
  isStream,
} from "./readmes/readme-examples.ts";
import { TypedValues } from "./reference/typed-value.ts";

/** A model with its codecs, before anything is planned for files. */
export type CalledModel = ApiModel & Pick<EmitModel, "codecs">;

/** The place of a program, and the API that it calls. */
export interface CallPlace {
  /** How the program imports the client. */
  readonly specifier: string;
  readonly baseUrl: string;
}

/**
 * Writes a program with the first call of an API, which a mock answers: an operation that reads and needs no input, or
 * else one with an example of its input.
 *
 * @returns its lines; `undefined` if no operation can be called by an example
 */
export function firstCall(
  model: CalledModel,
  { specifier, baseUrl }: CallPlace,
): string[] | undefined {
  const inputs = new ExampleInputs(model);
  const values = new TypedValues(model.types);
  for (const { group, operation } of candidates(model)) {
    const argument = argumentOf(model, inputs, values, operation);
    if (argument === undefined) continue;
    const auth = authOption(model, operation, credentialText);
    return [
      `import { createClient } from ${literal(specifier)};`,
      "",
      `const api = createClient({ baseUrl: ${literal(baseUrl)}${auth} });`,
      `console.log(await ${callText({ group, operation, argument })});`,
    ];
  }
  return undefined;
}

/** An operation with its group. */
interface Candidate {
  readonly group: OperationGroup;
  readonly operation: Operation;
}

/** Returns the operations that a program may call, the simplest first; those that are alike stay in order. */
function candidates({ groups }: ApiModel): Candidate[] {
  return groups
    .flatMap((group) => group.operations.map((operation) => ({ group, operation })))
    .filter(({ operation }) => isSendable(operation) && !isStream(operation))
    .toSorted((one, other) => effortOf(one.operation) - effortOf(other.operation));
}

/** Orders operations by what a call needs. */
function effortOf(operation: Operation): number {
  const { method, parameters, deprecated } = operation;
  const namesRecord = parameters.some((parameter) => parameter.in === "path");
  return [
    deprecated,
    method !== "GET",
    !hasBody(operation),
    namesRecord,
    !isInputOptional(operation),
    // What needs a credential fails elsewhere than at a mock.
    Object.keys(operation.security[0] ?? {}).length > 0,
  ].reduce((sum, isHarder) => sum * 2 + (isHarder ? 1 : 0), 0);
}

/** True if a success has a body to look at. */
const hasBody = ({ responses }: Operation): boolean =>
  responses.some(({ status, content }) => status.startsWith("2") && content.length > 0);

/** Prints a credential that a mock accepts, and a user replaces. */
function credentialText(scheme: JsonObject): string {
  return secretOf(scheme) === "password" ? '{ username: "user", password: "password" }' : '"key"';
}
