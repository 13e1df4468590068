import type { OperationDescriptor, ParameterDescriptor } from "@openapi-packages/runtime";
import { expandPath, parsePathTemplate } from "@openapi-packages/runtime";
import { securityOf } from "@openapi-packages/runtime/internals";
import type { MockDescription, MockOperation } from "../../description.ts";
import { stateOperation } from "../../state/state-operation.ts";
import { credentialArguments, shellWord } from "./credential-arguments.ts";

/**
 * Returns a curl command that the mock answers: a GET without parameters if there is one, else one whose path
 * parameters are known from the initial records or an example.
 *
 * @param url the address of the mock, without a trailing slash
 * @param credentials the ones that the mock accepts, by scheme; `undefined` if it requires none
 * @returns `undefined` when no GET can be called this way
 */
export function exampleCurl(
  description: MockDescription,
  url: string,
  credentials: { readonly [scheme: string]: readonly string[] } | undefined,
): string | undefined {
  for (const { candidate, path } of callable(description, credentials !== undefined)) {
    const { headers, query } =
      credentials === undefined
        ? { headers: [], query: "" }
        : credentialArguments(description.api, candidate.operation, credentials);
    const mark = path.includes("?") ? "&" : "?";
    const address = url + path + (query === "" ? "" : mark + query);
    return ["curl", ...headers, shellWord(address)].join(" ");
  }
  return undefined;
}

interface Callable {
  readonly candidate: MockOperation;
  readonly path: string;
}

/**
 * Iterates over the GETs that only need their path, the easiest to call first. Except for the first, only their
 * paths are read, because other data may be computed on first use.
 */
function* callable(description: MockDescription, isSecured: boolean): Generator<Callable> {
  const byEffort = new Map<number, MockOperation[]>();
  for (const mock of description.operations) {
    const { method, path } = mock.operation;
    if (method !== "GET" || path.includes("#")) continue;
    const effort = path.match(/\{/g)?.length ?? 0;
    const alike = byEffort.get(effort) ?? [];
    byEffort.set(effort, alike);
    alike.push(mock);
  }
  const isHarder = ({ operation }: MockOperation): number =>
    (isStream(operation) ? 2 : 0) +
    (isSecured && securityOf(description.api, operation).length > 0 ? 1 : 0);
  for (const [, alike] of [...byEffort].toSorted(([a], [b]) => a - b)) {
    const spared = alike.filter(({ operation: { parameters = [] } }) => parameters.every(isSpared));
    for (const candidate of spared.toSorted((a, b) => isHarder(a) - isHarder(b))) {
      const path = pathOf(description, candidate);
      if (path !== undefined) yield { candidate, path };
    }
  }
}

const isSpared = (parameter: ParameterDescriptor): boolean =>
  parameter.in === "path"
    ? (parameter.style ?? "simple") === "simple" && parameter.content === undefined
    : parameter.required !== true;

const isStream = ({ responses }: OperationDescriptor): boolean =>
  Object.values(responses).some(({ content = [] }) => content.some(({ stream }) => stream));

function pathOf(description: MockDescription, candidate: MockOperation): string | undefined {
  const { path } = candidate.operation;
  const template = parsePathTemplate(path);
  if (template.parameters.length === 0) return path;
  const values = seededValues(description, candidate) ?? exampleValues(candidate);
  try {
    return expandPath(template, (name) => encodeURIComponent(values[name] ?? ""));
  } catch {
    // A value is unknown, or not valid in a path.
    return undefined;
  }
}

/** Path parameters by name. */
export interface Values {
  readonly [parameter: string]: string | undefined;
}

/** Returns the path parameters of an initial record. */
export function seededValues(
  { state }: MockDescription,
  { operation }: MockOperation,
): Values | undefined {
  const stateful = stateOperation(state, operation.operationId);
  const resource = stateful && state?.resources[stateful.resource];
  const seed = resource?.seeds[0];
  if (stateful === undefined || seed === undefined) return undefined;
  const ofMembers = stateful.path.map(({ parameter, member }) => [
    parameter,
    textOf(member === undefined ? undefined : seed.value[member]),
  ]);
  const { keyParameter, key } = resource ?? {};
  const named = keyParameter === undefined || key === undefined ? undefined : seed.value[key];
  const given: Values = Object.fromEntries(ofMembers);
  const ofKey = named === undefined ? {} : { [keyParameter ?? ""]: textOf(named) };
  return { ...given, ...seed.scope, ...ofKey };
}

/** Returns the members of the first answer that have the name of a parameter. */
function exampleValues({ answers }: MockOperation): Values {
  const [first] = answers;
  const body = first?.body;
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)]));
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;
