import { distinct } from "./distinct.ts";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { isObject } from "@openapi-packages/runtime/internals";
import type { ApiDescriptor } from "@openapi-packages/runtime";
import type { MockDescription, MockOperation, StateDescriptor } from "../description.ts";
import { stateOperation } from "./state-operation.ts";
import { Agenda } from "./agenda.ts";
import { KeyMaker } from "./keys.ts";
import { mockLimits } from "../limits.ts";
import type { MockLimits } from "../limits.ts";
import { Capacity } from "./capacity.ts";
import type { StateSettings } from "./settings.ts";
import { OperationPlan } from "./plan.ts";
import { isSamePlace, keyOf, placeOf } from "./record.ts";
import type { MockRecord } from "./record.ts";
import { recordOf } from "./record-parts.ts";
import type { NewRecord } from "./record-parts.ts";
import type { RecordKeeper } from "./record-keeper.ts";
import { Relations } from "./relations.ts";
import { ResourceStore } from "./store.ts";
import { timelineOf } from "./timeline.ts";
import type { Turn } from "./timeline.ts";

/** All resources with their records, and the changes over time. */
export class Resources {
  readonly api: ApiDescriptor;
  readonly settings: StateSettings;
  readonly stores: ReadonlyMap<string, ResourceStore>;
  readonly relations: Relations;
  readonly keys: KeyMaker;
  readonly agenda = new Agenda();
  readonly limits: MockLimits;
  readonly capacity: Capacity;
  /** Default: references are not maintained. */
  keeper: RecordKeeper | undefined;
  /** The number of changes so far. */
  version = 0;
  readonly #state: StateDescriptor;
  readonly #mocks: ReadonlyMap<string, MockOperation>;
  readonly #plans = new Map<string, OperationPlan>();
  readonly #timelines = new Map<ResourceStore, readonly Turn[]>();
  readonly #views = new Map<ResourceStore, OperationPlan | undefined>();
  readonly #patterns = new Map<ResourceStore, JsonObject>();
  /** The resources whose initial records have not been needed yet. */
  readonly #unseeded = new Set<ResourceStore>();
  readonly #listeners = new Set<(record: MockRecord) => void>();
  #order = 0;

  constructor(description: MockDescription, state: StateDescriptor, settings: StateSettings) {
    this.api = description.api;
    this.settings = settings;
    this.limits = mockLimits(settings.limits);
    this.#state = state;
    this.#mocks = new Map(description.operations.map((one) => [one.operation.operationId, one]));
    this.relations = new Relations(state, settings.isOn);
    this.keys = new KeyMaker(settings.seed);
    this.stores = new Map(
      Object.entries(state.resources).map(([name, descriptor]) => {
        const isOpen = descriptor.isOpen || this.relations.of(name).creation === "off";
        return [name, new ResourceStore(name, descriptor, isOpen, this.limits.resourceRecords)];
      }),
    );
    this.capacity = new Capacity(this.limits, this.stores);
  }

  /** Returns the store of a resource. Its initial records are added on first use. */
  storeOf(name: string): ResourceStore | undefined {
    const store = this.stores.get(name);
    if (store !== undefined && this.#unseeded.has(store)) this.#seed(name);
    return store;
  }

  /** Adds the initial records of a resource, and of those that may refer to it. */
  #seed(name: string): void {
    const names = this.keeper?.seededWith(name) ?? [name];
    const added = names.flatMap((one) => {
      const store = this.stores.get(one);
      return store !== undefined && this.#unseeded.delete(store) ? this.#addSeeds(store) : [];
    });
    this.keeper?.seeded(added);
  }

  /** Returns the plan of an operation; `undefined` if it has no state. */
  planOf(operationId: string): OperationPlan | undefined {
    const known = this.#plans.get(operationId);
    if (known !== undefined) {
      this.storeOf(known.state.resource);
      return known;
    }
    const state = stateOperation(this.#state, operationId);
    const mock = this.#mocks.get(operationId);
    const store = state && this.storeOf(state.resource);
    if (state === undefined || mock === undefined || store === undefined) return undefined;
    const plan = new OperationPlan(mock, state, store, this.settings);
    this.#plans.set(operationId, plan);
    return plan;
  }

  /** Returns the operation whose answer represents the records best: the one that reads a record. */
  viewOf(store: ResourceStore): OperationPlan | undefined {
    const known = this.#views.get(store);
    if (known !== undefined || this.#views.has(store)) return known;
    const view = this.#findView(store);
    this.#views.set(store, view);
    return view;
  }

  #findView(store: ResourceStore): OperationPlan | undefined {
    return this.viewsOf(store.name).find(({ pattern }) => pattern !== undefined);
  }

  /** Returns the operations that return a resource's records, the best first. */
  viewsOf(resource: string): OperationPlan[] {
    return this.relations.of(resource).views.flatMap((id) => this.planOf(id) ?? []);
  }

  /** Returns the operations that create a resource's records. */
  creatorsOf(store: ResourceStore): OperationPlan[] {
    return this.relations.of(store.name).creators.flatMap((id) => this.planOf(id) ?? []);
  }

  /** Returns an example of a resource's records. */
  patternOf(store: ResourceStore): JsonObject {
    const known = this.#patterns.get(store);
    if (known !== undefined) return known;
    const shown = this.viewOf(store)?.pattern ?? store.descriptor.seeds[0]?.value;
    const pattern = isObject(shown) ? shown : {};
    this.#patterns.set(store, pattern);
    return pattern;
  }

  timelineOf(store: ResourceStore): readonly Turn[] {
    const known = this.#timelines.get(store);
    if (known !== undefined) return known;
    const { lifecycle } = store.descriptor;
    const items = lifecycle?.events && this.planOf(lifecycle.events.operationId)?.items;
    const timeline = lifecycle === undefined ? [] : timelineOf(lifecycle, items ?? []);
    this.#timelines.set(store, timeline);
    return timeline;
  }

  /** Creates a record that is not stored yet. */
  make(given: NewRecord): MockRecord {
    this.#order += 1;
    return recordOf(given, this.#order);
  }

  add(given: NewRecord): MockRecord {
    const record = this.make(given);
    this.insert(record);
    return record;
  }

  /** Stores a record. */
  insert(record: MockRecord): void {
    const store = this.stores.get(record.resource);
    if (store === undefined) return;
    record.isGone = false;
    store.add(record);
    store.deleted.delete(record.key);
    this.schedule(record);
    this.touch(record);
    this.#fit(store, record);
  }

  /** Schedules the next change of a record, if its lifecycle has one. */
  schedule(record: MockRecord): void {
    const { since } = record;
    const store = this.stores.get(record.resource);
    if (since === undefined || store === undefined) return;
    const turn = this.timelineOf(store)[record.passed];
    if (turn === undefined) record.since = undefined;
    else this.agenda.add(record, since, since + turn.after);
  }

  change(record: MockRecord, value: JsonObject): void {
    record.value = value;
    record.shown = undefined;
    this.touch(record);
    const store = this.stores.get(record.resource);
    if (store !== undefined && !record.isGone) this.#fit(store, record);
  }

  /** Updates the size of a record, and evicts others if there is too much. */
  #fit(store: ResourceStore, record: MockRecord): void {
    const { capacity } = this;
    capacity.count(store, record);
    for (
      let victim = capacity.victim(record);
      victim !== undefined;
      victim = capacity.victim(record)
    ) {
      const before = capacity.records;
      this.remove(victim, true);
      capacity.evicted += before - capacity.records;
    }
  }

  /** Reports a changed record to the listeners. */
  touch(record: MockRecord): void {
    this.version += 1;
    for (const listener of this.#listeners) listener(record);
  }

  /**
   * Calls a listener after each change.
   *
   * @returns a function that removes the listener.
   */
  onChange(listener: (record: MockRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Removes a record and everything below it.
   *
   * @param isEvicted true if it is evicted, so that it must not be replaced
   */
  remove(record: MockRecord, isEvicted = false): void {
    const store = this.stores.get(record.resource);
    if (store === undefined || record.isGone) return;
    this.capacity.discount(store, record);
    const before = { ...record };
    store.remove(record);
    store.leaveTombstone(record.key);
    this.touch(record);
    for (const child of this.#below(record)) this.remove(child, isEvicted);
    this.keeper?.removed(before, isEvicted);
  }

  /** Changes the key of a record. Everything below it follows. */
  rename(record: MockRecord, key: string): void {
    const store = this.stores.get(record.resource);
    if (store === undefined) return;
    const children = this.#below(record);
    const from = record.key;
    store.rename(record, key);
    for (const child of children) {
      for (const { resource, parameter } of this.relations.of(record.resource).children) {
        if (resource !== child.resource || !Object.hasOwn(child.scope, parameter)) continue;
        child.scope = { ...child.scope, [parameter]: key };
      }
    }
    this.keeper?.renamed(record, from);
    this.touch(record);
  }

  /**
   * Removes everything.
   *
   * @param isSeeded true to add the initial records again
   */
  clear(isSeeded = false): void {
    for (const store of this.stores.values()) {
      store.clear();
      if (isSeeded) this.#unseeded.add(store);
      else this.#unseeded.delete(store);
    }
    this.agenda.clear();
    this.capacity.clear();
    this.keys.made = 0;
    this.version += 1;
  }

  /**
   * Adds the initial records of a store. This builds their examples, so that it waits until they are needed. It
   * does not count as a change.
   */
  #addSeeds(store: ResourceStore): MockRecord[] {
    const { descriptor } = store;
    return descriptor.seeds.flatMap(({ scope, value }) => {
      const key = keyOf(descriptor, value, scope);
      const parents = Object.keys(scope).map((parameter) => ({ parameter }));
      if (key === undefined || store.find(key, parents, scope) !== undefined) return [];
      return [this.addSeed({ store, key, scope, value: distinct(this, store, value, scope) })];
    });
  }

  /** Adds an initial record. */
  addSeed(given: NewRecord): MockRecord {
    const record = this.make({ ...given, isSeed: true });
    record.isGone = false;
    given.store.add(record);
    this.capacity.count(given.store, record);
    return record;
  }

  #below(record: MockRecord): MockRecord[] {
    return this.relations.of(record.resource).children.flatMap((relation) => {
      const store = this.storeOf(relation.resource);
      const records = store?.all() ?? [];
      return records.filter(
        (one) => placeOf(one, relation) === record.key && isSamePlace(one.scope, record.scope),
      );
    });
  }
}
