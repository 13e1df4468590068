import type { StateOperation } from "@openapi-packages/mock";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject, type JsonObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import type { Exchange } from "../wire/exchange.ts";
import { callInput } from "./call-input.ts";
import { withValueAt } from "./places.ts";

/** Something that an operation needs and that verification has not, and how a user gives it. */
export interface Missing {
  readonly what: string;
  readonly how: string;
}

/** An input that should succeed: what it refers to is there, as far as verification can know. */
export interface PreparedInput {
  /** `undefined` where something required has no value. */
  readonly input: CallInput | undefined;
  readonly missing: readonly Missing[];
}

/** A record that was made for the test. */
export interface MadeRecord {
  readonly resource: string;
  readonly key: string;
  /** The path parameters of the operation that made it. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

type Send = (operation: VerifiedOperation, input: CallInput) => Promise<Exchange>;

/** The longest chain of records that are made because another one needs them. */
const mostDepth = 6;

/**
 * Finds the records that an operation's input refers to: those that the user names, else those that the
 * description's own operations create, else those that its lists show, else the description's examples. What creates
 * and lists what is inferred as for mocks, see `StateDescriptor`.
 */
export class Records {
  readonly #api: VerifiedApi;
  readonly #expectations: Expectations;
  readonly #send: Send;
  /** Records for who only reads, by resource and path above them. */
  readonly #shared = new Map<string, MadeRecord | undefined>();
  /** All that were made, the newest last. */
  readonly made: MadeRecord[] = [];

  /** @param send sends what is needed before an operation */
  constructor(api: VerifiedApi, expectations: Expectations, send: Send) {
    this.#api = api;
    this.#expectations = expectations;
    this.#send = send;
  }

  /**
   * Prepares the input of an operation.
   *
   * @param isFresh true if the record that it is about is made anew, since the operation changes it
   */
  async inputFor(
    operation: VerifiedOperation,
    isFresh: boolean,
    depth = 0,
  ): Promise<PreparedInput> {
    const example = this.#api.description.exampleInput(operation.model);
    const given = this.#expectations.inputs?.[operation.id];
    if (example === undefined && given === undefined) {
      const what = `no example of ${operation.id} conforms, and none can be made of its schemas`;
      return { input: undefined, missing: [{ what, how: `inputs.${operation.id}` }] };
    }
    let input: CallInput = example === undefined ? {} : callInput(example);
    const missing: Missing[] = [];
    const state = this.#stateOf(operation);
    if (state !== undefined) {
      const found = await this.#pathFor(operation, state, isFresh, depth);
      input = { ...input, path: { ...input.path, ...found.path } };
      missing.push(...found.missing);
      input = await this.#withReferences(state, input, depth);
    }
    input = this.#withGiven(operation, input);
    return { input, missing };
  }

  /** Makes a new record of a resource; `undefined` where no operation does, or the service refuses to. */
  async make(
    resource: string,
    above: Readonly<Record<string, unknown>> = {},
    depth = 0,
  ): Promise<MadeRecord | undefined> {
    if (depth > mostDepth) return undefined;
    const creator = this.creatorOf(resource);
    if (creator === undefined) return undefined;
    const { input } = await this.inputFor(creator.operation, false, depth + 1);
    if (input === undefined) return undefined;
    const own = Object.entries(above).filter(([name]) => getMember(input.path, name) !== undefined);
    const whole = { ...input, path: { ...input.path, ...Object.fromEntries(own) } };
    const exchange = await this.#send(creator.operation, whole);
    const record = this.recordIn(creator.operation, exchange, whole);
    if (record !== undefined) this.made.push(record);
    return record;
  }

  /** The record that an answer to a creation shows; `undefined` if it shows none, or was refused. */
  recordIn(
    operation: VerifiedOperation,
    { response, value }: Exchange,
    input: CallInput,
  ): MadeRecord | undefined {
    const state = this.#stateOf(operation);
    if (state === undefined || response === undefined || response.status >= 300) return undefined;
    const key = this.keyIn(state, value);
    if (key === undefined) return undefined;
    return { resource: state.resource, key, path: { ...input.path }, value };
  }

  /** The key of the record in a body: that of the resource, or the member that is called as the parameter. */
  keyIn(state: StateOperation, body: unknown): string | undefined {
    const descriptor = this.#api.description.mock.state?.resources[state.resource];
    const place = state.at === undefined ? body : resolvePointer(body, state.at);
    const record: unknown = Array.isArray(place) ? place[0] : place;
    if (!isObject(record)) return undefined;
    const names = [descriptor?.key, descriptor?.keyParameter, "id"];
    const values = names.map((name) => (name === undefined ? undefined : getMember(record, name)));
    const value = values.find((one) => typeof one === "string" || typeof one === "number");
    return value === undefined ? undefined : String(value);
  }

  /** The operation that creates records of a resource. */
  creatorOf(resource: string): FoundOperation | undefined {
    return this.#withKind(resource, "create");
  }

  /** The operation that lists them. */
  listOf(resource: string): FoundOperation | undefined {
    return this.#withKind(resource, "list");
  }

  /** What an operation does to resources, as far as that is known. */
  #stateOf({ id }: VerifiedOperation): StateOperation | undefined {
    return this.#api.description.mock.state?.operations[id];
  }

  #withKind(resource: string, kind: StateOperation["kind"]): FoundOperation | undefined {
    const all = this.#api.operations.flatMap((operation) => {
      const state = this.#stateOf(operation);
      return state?.kind === kind && state.resource === resource ? [{ operation, state }] : [];
    });
    // The one with the shortest path needs the least.
    return all.toSorted((one, other) => one.state.path.length - other.state.path.length)[0];
  }

  async #pathFor(
    operation: VerifiedOperation,
    state: StateOperation,
    isFresh: boolean,
    depth: number,
  ): Promise<{ path: Record<string, unknown>; missing: Missing[] }> {
    const path: Record<string, unknown> = {};
    const missing: Missing[] = [];
    // A record is made below those that it is made with: the last parameter decides the ones before it.
    for (const [index, { parameter, resource }] of state.path.toReversed().entries()) {
      if (path[parameter] !== undefined || resource === undefined) continue;
      if (this.#expectations.parameters?.[parameter] !== undefined) continue;
      const isOwn = index === 0 && resource === state.resource;
      const record = await this.#recordFor(resource, isFresh && isOwn, depth);
      if (record === undefined) {
        const what = `there may be no ${resource} to name in {${parameter}} of ${operation.model.path}`;
        missing.push({ what, how: `parameters.${parameter}` });
        continue;
      }
      path[parameter] = record.key;
      for (const name of state.path.map((one) => one.parameter)) {
        const above = getMember(record.path, name);
        if (above !== undefined) path[name] ??= above;
      }
    }
    return { path, missing };
  }

  async #recordFor(
    resource: string,
    isFresh: boolean,
    depth: number,
  ): Promise<MadeRecord | undefined> {
    if (isFresh) {
      const made = await this.make(resource, {}, depth);
      if (made !== undefined) return made;
    }
    if (this.#shared.has(resource)) return this.#shared.get(resource);
    // Whoever needs a record of the kind that is being made, looks no further.
    this.#shared.set(resource, undefined);
    const found = (await this.#listed(resource, depth)) ?? (await this.make(resource, {}, depth));
    this.#shared.set(resource, found);
    return found;
  }

  /** Forgets a record that is no longer there. */
  forget(resource: string): void {
    this.#shared.delete(resource);
  }

  async #listed(resource: string, depth: number): Promise<MadeRecord | undefined> {
    const list = this.listOf(resource);
    if (list === undefined || depth > mostDepth) return undefined;
    const { input } = await this.inputFor(list.operation, false, depth + 1);
    if (input === undefined) return undefined;
    const exchange = await this.#send(list.operation, input);
    return this.recordIn(list.operation, exchange, input);
  }

  async #withReferences(
    state: StateOperation,
    input: CallInput,
    depth: number,
  ): Promise<CallInput> {
    let { body } = input;
    for (const { pointer, resource } of state.references ?? []) {
      if (resource === state.resource || !hasValueAt(body, pointer)) continue;
      const record = await this.#recordFor(resource, false, depth + 1);
      if (record !== undefined)
        body = withValueAt(body, pointer, asThere(body, pointer, record.key));
    }
    return body === input.body ? input : { ...input, body };
  }

  /** The input with what the user gives: values of parameters by name, and what stands in `inputs`. */
  #withGiven({ id, model }: VerifiedOperation, input: CallInput): CallInput {
    const { parameters = {}, inputs = {} } = this.#expectations;
    const given: JsonObject = inputs[id] ?? {};
    const located = locations.map((location) => {
      const named = model.parameters.filter(
        (one) => one.in === location && (one.required || getMember(input[location], one.name)),
      );
      const byName = named.flatMap(({ name }) => {
        const value = parameters[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      const own = getMember(given, location);
      const values = {
        ...input[location],
        ...Object.fromEntries(byName),
        ...(isObject(own) ? own : {}),
      };
      return [location, values] as const;
    });
    const filled = located.filter(([, values]) => Object.keys(values).length > 0);
    const { body = input.body } = given;
    return {
      ...Object.fromEntries(filled),
      ...(body !== undefined && { body }),
      ...(input.contentType !== undefined && { contentType: input.contentType }),
    };
  }
}

const locations = ["path", "query", "header", "cookie"] as const;

/** An operation with what it does to resources. */
export interface FoundOperation {
  readonly operation: VerifiedOperation;
  readonly state: StateOperation;
}

/** A key as a number where there is one, as identifiers in paths are texts. */
function asThere(document: unknown, pointer: readonly string[], key: string): string | number {
  const [token, ...rest] = pointer;
  if (token === undefined)
    return typeof document === "number" && String(Number(key)) === key ? Number(key) : key;
  const inner: unknown =
    token === "*" && Array.isArray(document)
      ? document[0]
      : isObject(document)
        ? getMember(document, token)
        : undefined;
  return asThere(inner, rest, key);
}

function hasValueAt(document: unknown, pointer: readonly string[]): boolean {
  const [token, ...rest] = pointer;
  if (token === undefined) return document !== undefined && document !== null;
  if (token === "*")
    return Array.isArray(document) && document.some((one) => hasValueAt(one, rest));
  return isObject(document) && hasValueAt(getMember(document, token), rest);
}
