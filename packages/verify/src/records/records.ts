import type { StateOperation } from "@openapi-packages/mock/description";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import type { Exchange } from "../wire/exchange.ts";
import { namedAbove, type Creation, type FoundOperation, type MadeRecord } from "./made-record.ts";
import { seedOf } from "../run/seed.ts";
import { callInput } from "./call-input.ts";
import { withGiven } from "./given.ts";
import { showsParent } from "./shows-parent.ts";
import { valuesAt, withValueAt } from "./places.ts";
import { bodyMedia, variedInput } from "./vary.ts";

/** Something that an operation needs and verification lacks, and how the user can provide it. */
export interface Missing {
  readonly what: string;
  readonly how: string;
  /** True if it is only needed for a success, and therefore not missing after one. */
  readonly isForSuccess?: boolean;
}

/** An input that should succeed: the records that it refers to exist, as far as verification can tell. */
export interface PreparedInput {
  /** `undefined` if a required part has no value. */
  readonly input: CallInput | undefined;
  readonly missing: readonly Missing[];
}

type Send = (operation: VerifiedOperation, input: CallInput) => Promise<Exchange>;

/** The longest chain of records that are created because another one needs them. */
const mostDepth = 6;

/** How often a creation is retried with other texts. */
const mostAttempts = 3;

/**
 * Finds the records that an operation's input refers to: those that the user names, else those that the
 * description's operations create or list, else those of the description's examples. The effects of operations
 * are inferred as for mocks, see `StateDescriptor`.
 */
export class Records {
  readonly #api: VerifiedApi;
  readonly #expectations: Expectations;
  readonly #send: Send;
  readonly #seed: number;
  /** Records for read-only use, by resource and parent path. */
  readonly #shared = new Map<string, MadeRecord | undefined>();
  /** All created records, the newest last. */
  readonly made: MadeRecord[] = [];

  /**
   * @param send sends the requests that an operation depends on
   * @param seed determines the texts of unique members
   */
  constructor(api: VerifiedApi, expectations: Expectations, send: Send, seed: number) {
    this.#api = api;
    this.#seed = seed;
    this.#expectations = expectations;
    this.#send = send;
  }

  /**
   * Prepares the input of an operation.
   *
   * @param about the record to use; `true` to create a new one, because the operation changes it; `false` for
   * any
   */
  async inputFor(
    operation: VerifiedOperation,
    about: boolean | MadeRecord,
    depth = 0,
  ): Promise<PreparedInput> {
    const example = this.#api.description.exampleInput(operation.model);
    const given = this.#expectations.inputs?.[operation.id];
    if (example === undefined && given === undefined) {
      const what = `no example of ${operation.id} conforms, and none can be made of its schemas`;
      const how = `inputs.${operation.id}`;
      return { input: undefined, missing: [{ what, how, isForSuccess: true }] };
    }
    let input: CallInput = example === undefined ? {} : callInput(example);
    const missing: Missing[] = [];
    const state = this.#stateOf(operation);
    let decided: Readonly<Record<string, unknown>> = {};
    if (state !== undefined) {
      const found = await this.#pathFor(operation, state, about, depth);
      decided = found.path;
      input = { ...input, path: { ...input.path, ...decided } };
      missing.push(...found.missing);
      input = await this.#withReferences(operation, state, input, depth);
      input = await this.#withOwnKey(state, input, depth);
    }
    input = withGiven(this.#expectations, operation, input, decided);
    if (typeof about === "object") input = { ...input, path: { ...input.path, ...decided } };
    return { input, missing };
  }

  /** Creates a record of a resource; `undefined` if no operation does, or the service refuses. */
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
    return (await this.create(creator.operation, whole)).record;
  }

  /** Sends a creation, and retries it with other texts if the service reports a conflict. */
  async create(operation: VerifiedOperation, input: CallInput): Promise<Creation> {
    const state = this.#stateOf(operation);
    const unique = state?.unique?.flat() ?? [];
    let sent = input;
    let exchange = await this.#send(operation, sent);
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const status = exchange.response?.status ?? 0;
      if (status !== 409 && !(unique.length > 0 && [400, 422].includes(status))) break;
      const varied = this.varied(operation, input, attempt);
      if (varied === undefined) break;
      sent = varied;
      exchange = await this.#send(operation, sent);
    }
    const record = this.recordIn(operation, exchange, sent);
    if (record !== undefined) this.made.push(record);
    return { exchange, input: sent, record };
  }

  /** Returns an input with other valid texts; `undefined` if there are none. */
  varied(operation: VerifiedOperation, input: CallInput, attempt: number): CallInput | undefined {
    const state = this.#stateOf(operation);
    const { key } = this.#api.description.mock.state?.resources[state?.resource ?? ""] ?? {};
    const names = [...(state?.unique?.flat() ?? []), ...(key === undefined ? [] : [key])];
    const seed = seedOf(`${this.#seed} ${operation.id} ${attempt}`);
    return variedInput(this.#api, operation, input, names, seed);
  }

  /** Returns the record in the answer to a creation; `undefined` if it contains none, or was refused. */
  recordIn(
    operation: VerifiedOperation,
    { response, value }: Exchange,
    input: CallInput,
  ): MadeRecord | undefined {
    const state = this.#stateOf(operation);
    if (state === undefined || response === undefined || response.status >= 300) return undefined;
    const key = this.keyIn(state, value);
    if (key === undefined || showsParent(state, { ...input.path }, key)) return undefined;
    return { resource: state.resource, key, path: { ...input.path }, value };
  }

  /**
   * Returns the key of the record in a body: the resource's key, or the member with the name of the parameter.
   */
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

  /** Returns the operation that creates records of a resource. */
  creatorOf(resource: string): FoundOperation | undefined {
    return this.#withKind(resource, "create");
  }

  /** Returns the operation that lists them. */
  listOf(resource: string): FoundOperation | undefined {
    return this.#withKind(resource, "list");
  }

  /** Returns the effect of an operation on resources, if it is known. */
  #stateOf({ id, model }: VerifiedOperation): StateOperation | undefined {
    const states = this.#api.description.mock.state?.operations;
    if (states?.[id] !== undefined || model.method !== "HEAD") return states?.[id];
    // HEAD has the effect of GET (RFC 9110, section 9.3.2).
    const get = this.#api.operations.find(
      (one) => one.model.path === model.path && one.model.method === "GET",
    );
    return states?.[get?.id ?? ""];
  }

  #withKind(resource: string, kind: StateOperation["kind"]): FoundOperation | undefined {
    const all = this.#api.operations.flatMap((operation) => {
      const state = this.#stateOf(operation);
      return state?.kind === kind && state.resource === resource ? [{ operation, state }] : [];
    });
    // The one with the shortest path needs the fewest other records.
    return all.toSorted((one, other) => one.state.path.length - other.state.path.length)[0];
  }

  async #pathFor(
    operation: VerifiedOperation,
    state: StateOperation,
    about: boolean | MadeRecord,
    depth: number,
  ): Promise<{ path: Record<string, unknown>; missing: Missing[] }> {
    const missing: Missing[] = [];
    const known = typeof about === "object" ? about : undefined;
    const path = known === undefined ? {} : namedAbove(state, known);
    // A record is created below its parents: the last parameter determines those before it.
    for (const [index, { parameter, resource }] of state.path.toReversed().entries()) {
      if (path[parameter] !== undefined || resource === undefined) continue;
      const isOwn = index === 0 && resource === state.resource;
      const isFresh = about !== false && isOwn;
      const isGiven = this.#expectations.parameters?.[parameter] !== undefined;
      // A shared record is not changed if another one can be created.
      const find = async () =>
        isGiven
          ? isFresh && this.make(resource, {}, depth)
          : this.#recordFor(resource, isFresh, depth);
      const record = (isOwn && known?.resource === resource ? known : await find()) || undefined;
      if (record === undefined) {
        const what = `there may be no ${resource} to name in {${parameter}} of ${operation.model.path}`;
        if (!isGiven) missing.push({ what, how: `parameters.${parameter}`, isForSuccess: true });
        continue;
      }
      path[parameter] = record.key;
      for (const [name, above] of Object.entries(namedAbove(state, record))) path[name] ??= above;
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
    // Prevents recursion: another record of this kind must not be created meanwhile.
    this.#shared.set(resource, undefined);
    const found = (await this.#listed(resource, depth)) ?? (await this.make(resource, {}, depth));
    this.#shared.set(resource, found);
    return found;
  }

  /** Forgets a deleted record. */
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
    operation: VerifiedOperation,
    state: StateOperation,
    input: CallInput,
    depth: number,
  ): Promise<CallInput> {
    const schema = bodyMedia(operation, input)?.schema?.json ?? true;
    let { body } = input;
    for (const { pointer, resource } of state.references ?? []) {
      const known = valuesAt(body, pointer);
      if (resource === state.resource || known.length === 0) continue;
      const record = await this.#recordFor(resource, false, depth + 1);
      if (record === undefined) continue;
      const isNumber = known.every((one) => typeof one === "number");
      const key = isNumber ? Number(record.key) : record.key;
      const referring = withValueAt(body, pointer, key);
      if (this.#api.description.holds(schema, referring as Json)) body = referring;
    }
    return body === input.body ? input : { ...input, body };
  }

  /** Returns the input of a change that only names its record in the body: `PUT /pet` with an `id`. */
  async #withOwnKey(state: StateOperation, input: CallInput, depth: number): Promise<CallInput> {
    const { key } = this.#api.description.mock.state?.resources[state.resource] ?? {};
    const isNamed = state.path.some(({ resource }) => resource === state.resource);
    const isChange = state.kind === "update" || state.kind === "replace";
    if (!isChange || isNamed || key === undefined) return input;
    const [known] = valuesAt(input.body, [key]);
    if (known === undefined) return input;
    const record = await this.#recordFor(state.resource, true, depth + 1);
    if (record === undefined) return input;
    const value = typeof known === "number" ? Number(record.key) : record.key;
    return { ...input, body: withValueAt(input.body, [key], value) };
  }
}
