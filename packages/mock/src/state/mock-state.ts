import { jsonText } from "./json-text.ts";
import { isObject, parseExact, toJson } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import { ThrownAnswer } from "@openapi-packages/runtime/server";
import type {
  Answer,
  HttpRequest,
  HttpResponse,
  RequestContext,
} from "@openapi-packages/runtime/server";
import type { MockDescription, StateDescriptor } from "../description.ts";
import type { Snapshot, StateAccess } from "../types.ts";
import type { Capacity } from "./capacity.ts";
import { answerContents, contentsPath } from "./contents.ts";
import { handle } from "./handle.ts";
import { Links } from "./links.ts";
import { applyDue } from "./lifecycle.ts";
import { copyOf, keyOf } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";
import { Resources } from "./resources.ts";
import type { MockInput, StateSettings } from "./settings.ts";
import { recordOfSecret } from "./secrets.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshots.ts";
import type { Unknown } from "./snapshots.ts";
import type { ResourceStore } from "./store.ts";

export { contentsPath } from "./contents.ts";
export type { MockInput, StateSettings } from "./settings.ts";

/** Answers an operation from the state. It throws the refusals of the server core. */
export type StateHandler = (
  input: MockInput,
  context: RequestContext,
) => Answer<AnyResult> | Promise<Answer<AnyResult>>;

/** How much a state holds, and how many records were evicted. */
export type StateUsage = Pick<Capacity, "records" | "bytes" | "evicted">;

const noState: StateDescriptor = { resources: {}, operations: {} };

/** The state of a mock, and the operations that it answers. */
export class MockState implements StateAccess {
  readonly #description: MockDescription;
  readonly #settings: StateSettings;
  #made: Resources | undefined;
  #unknown: Unknown = {};

  /** @throws {TypeError} when the initial snapshot is invalid. */
  constructor(description: MockDescription, settings: StateSettings) {
    this.#description = description;
    this.#settings = settings;
    if (typeof settings.start === "object") this.#resources();
  }

  /** The number of changes so far, by which an outdated copy is recognized. */
  get version(): number {
    const resources = this.#resources();
    applyDue(resources);
    return resources.version;
  }

  /** Returns the handler of an operation; `undefined` if it has no state, or is switched off. */
  handlerOf(operationId: string): StateHandler | undefined {
    const { operations } = this.#description.state ?? noState;
    if (!Object.hasOwn(operations, operationId) || !this.#settings.isOn(operationId))
      return undefined;
    return (input, context) => {
      const resources = this.#resources();
      const plan = resources.planOf(operationId);
      if (plan === undefined) throw new TypeError(`${operationId} has no resource`);
      applyDue(resources);
      try {
        return handle(resources, plan, input, context);
      } catch (error) {
        if (error instanceof ThrownAnswer) return error.answer;
        throw error;
      }
    };
  }

  /** Answers requests to signed addresses; `undefined` for other paths. */
  contents(request: HttpRequest): Promise<HttpResponse> | undefined {
    if (!request.url.startsWith(contentsPath)) return undefined;
    const resources = this.#resources();
    applyDue(resources);
    return answerContents(resources, request);
  }

  /**
   * Returns the members of the record whose secret is a credential of a scheme; `undefined` if there is none,
   * or it is not valid.
   */
  recordOfSecret(scheme: string, secret: string): Promise<JsonObject | undefined> {
    const resources = this.#resources();
    applyDue(resources);
    return recordOfSecret(resources, scheme, secret);
  }

  get(resource: string, key: string): unknown {
    const record = this.#storeOf(resource).find(key);
    return record && copyOf(record.value);
  }

  list(resource: string, last = Infinity): unknown[] {
    const all = this.#storeOf(resource).all();
    return all.slice(Math.max(all.length - last, 0)).map(({ value }) => copyOf(value));
  }

  count(resource: string): number {
    return this.#storeOf(resource).size;
  }

  /** @throws {TypeError} when there is no such resource, or the value is not an object. */
  put(resource: string, value: unknown, scope: Scope = {}): void {
    const store = this.#storeOf(resource);
    if (!isObject(value)) throw new TypeError(`a record of ${resource} must be an object`);
    const resources = this.#resources();
    const own = keyOf(store.descriptor, value, scope);
    const record = jsonRecord(
      own === undefined ? this.#withKey(store, value, scope) : { value, scope },
    );
    const key = keyOf(store.descriptor, record.value, record.scope) ?? "";
    const parents = Object.keys(scope).map((parameter) => ({ parameter }));
    const existing = store.find(key, parents, scope);
    if (existing === undefined)
      return void resources.keeper?.added(resources.add({ store, key, ...record }));
    existing.since = undefined;
    existing.scope = { ...existing.scope, ...record.scope };
    resources.change(existing, record.value);
  }

  remove(resource: string, key: string): boolean {
    const record = this.#storeOf(resource).find(key);
    if (record !== undefined) this.#resources().remove(record);
    return record !== undefined;
  }

  /** Adds records by resource, each with a list of values. */
  seed(records: { readonly [resource: string]: readonly unknown[] | undefined }): void {
    for (const [resource, values] of Object.entries(records))
      for (const value of values ?? []) this.put(resource, value);
  }

  /** How much is stored. Resources that were not used yet do not count. */
  get usage(): StateUsage {
    const { records = 0, bytes = 0, evicted = 0 } = this.#made?.capacity ?? {};
    return { records, bytes, evicted };
  }

  /** Returns everything that is stored. */
  snapshot(): Snapshot {
    const resources = this.#resources();
    applyDue(resources);
    return takeSnapshot(resources, this.#unknown);
  }

  /** @throws {TypeError} with a JSON pointer when it is not a snapshot. Then nothing has changed. */
  restore(snapshot: unknown): void {
    this.#unknown = restoreSnapshot(this.#resources(), snapshot);
  }

  /** Restores the initial state. */
  reset(): void {
    this.#start(this.#resources());
  }

  /** Created on first use: a mock without requests has no state. */
  #resources(): Resources {
    if (this.#made !== undefined) return this.#made;
    const state = this.#description.state ?? noState;
    const made = new Resources(this.#description, state, this.#settings);
    made.keeper = new Links(made, state);
    this.#start(made);
    this.#made = made;
    return made;
  }

  #start(resources: Resources): void {
    const { start } = this.#settings;
    this.#unknown = {};
    if (typeof start === "object") this.#unknown = restoreSnapshot(resources, start);
    else resources.clear(start === "examples");
  }

  /** @throws {TypeError} when there is none. */
  #storeOf(resource: string): ResourceStore {
    const resources = this.#resources();
    applyDue(resources);
    const store = resources.storeOf(resource);
    if (store !== undefined) return store;
    const names = [...resources.stores.keys()].join(", ");
    throw new TypeError(`there is no resource ${resource}; there are: ${names || "none"}`);
  }

  #withKey(
    store: ResourceStore,
    value: { readonly [member: string]: unknown },
    scope: Scope,
  ): Pick<MockRecord, "value" | "scope"> {
    const resources = this.#resources();
    const [key] = resources.keys.keysFor(store, resources.patternOf(store));
    const { key: member, keyParameter = "" } = store.descriptor;
    if (member !== undefined) return { value: { ...value, [member]: key }, scope };
    return { value, scope: { ...scope, [keyParameter]: String(key) } };
  }
}

/** Returns a copy of a record as JSON, for the caller to keep. */
function jsonRecord(
  record: Pick<MockRecord, "value" | "scope">,
): Pick<MockRecord, "value" | "scope"> {
  return parseExact(jsonText(toJson(record))) as Pick<MockRecord, "value" | "scope">;
}
