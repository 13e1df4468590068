import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { RecordReference, StateDescriptor } from "../description.ts";
import { renamedAt, namesAt, withoutName } from "./named.ts";
import { isSamePlace, placeOf, textOf, typedLike } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { RecordKeeper } from "./record-keeper.ts";
import { materialized, mayBeKey } from "./materialize.ts";
import { withPresent } from "./present.ts";
import type { Resources } from "./resources.ts";
import type { ResourceStore } from "./store.ts";
import { emptyKinds, kindsOf } from "./variants.ts";

/** A reference, and the resource whose records have it. */
interface Referrer {
  readonly resource: string;
  readonly reference: RecordReference;
}

/**
 * Keeps references between records valid: the records that they refer to exist, and a reference to the newest
 * record is up to date.
 */
export class Links implements RecordKeeper {
  readonly #resources: Resources;
  /** By the resource that is referred to. */
  readonly #referrers = new Map<string, Referrer[]>();

  constructor(resources: Resources, { resources: descriptors }: StateDescriptor) {
    this.#resources = resources;
    for (const [resource, { references = [] }] of Object.entries(descriptors)) {
      for (const reference of references) {
        const known = this.#referrers.get(reference.resource);
        if (known === undefined) this.#referrers.set(reference.resource, [{ resource, reference }]);
        else known.push({ resource, reference });
      }
    }
  }

  seededWith(resource: string): readonly string[] {
    const found = new Set([resource]);
    for (const name of found)
      for (const referrer of this.#referrersOf(name)) found.add(referrer.resource);
    return [...found];
  }

  seeded(records: readonly MockRecord[]): void {
    for (const record of records) {
      for (const reference of this.#referencesOf(record)) {
        if (reference.isNewest !== true) this.#addNamed(record, reference);
        else this.#settleNewest(record, reference, true);
      }
    }
  }

  settle(record: MockRecord): void {
    for (const reference of this.#referencesOf(record))
      if (reference.isNewest === true) this.#settleNewest(record, reference, false);
    const store = this.#resources.storeOf(record.resource);
    const value = store && withPresent(this.#resources, store, record.value, {});
    if (value !== undefined && value !== record.value) this.#resources.change(record, value);
  }

  added(record: MockRecord): void {
    for (const { resource, reference } of this.#referrersOf(record.resource)) {
      if (reference.isNewest !== true) continue;
      const parent = this.#parentOf(record, resource);
      if (parent !== undefined) this.#name(parent, reference, record);
    }
  }

  removed(record: MockRecord, isEvicted: boolean): void {
    for (const { resource, reference } of this.#referrersOf(record.resource)) {
      const store = this.#resources.storeOf(resource);
      for (const one of store?.all() ?? []) {
        const isNamed = namesAt(one.value, reference.pointer).some(
          (name) => textOf(name) === record.key,
        );
        if (isNamed && !this.#isStill(reference.resource, record))
          this.#forget(one, reference, record.key, isEvicted);
      }
    }
  }

  renamed(record: MockRecord, from: string): void {
    for (const { resource, reference } of this.#referrersOf(record.resource)) {
      for (const one of this.#resources.storeOf(resource)?.all() ?? []) {
        const value = renamedAt(one.value, reference.pointer, from, record.key);
        if (value !== one.value) this.#resources.change(one, value);
      }
    }
  }

  #referrersOf(resource: string): readonly Referrer[] {
    return this.#referrers.get(resource) ?? [];
  }

  /** True if another record has the same key in another place. */
  #isStill(resource: string, { key }: MockRecord): boolean {
    return this.#resources.storeOf(resource)?.has(key) === true;
  }

  /** Returns the parent of a record in a resource. */
  #parentOf(record: MockRecord, resource: string): MockRecord | undefined {
    const store = this.#resources.storeOf(resource);
    for (const relation of this.#resources.relations.of(resource).children) {
      if (relation.resource !== record.resource) continue;
      const key = placeOf(record, relation);
      const parent = key === undefined ? undefined : store?.find(key);
      if (parent !== undefined && isSamePlace(record.scope, parent.scope)) return parent;
    }
    return undefined;
  }

  /** Removes a key from a record that refers to it. If the reference is required, the record is removed too. */
  #forget(record: MockRecord, reference: RecordReference, key: string, isEvicted: boolean): void {
    if (record.isGone) return;
    if (reference.isNewest === true) {
      const other = this.#newestBelow(record, reference.resource);
      if (other !== undefined) return this.#name(record, reference, other);
    }
    const store = this.#resources.storeOf(record.resource);
    const empty = store && emptyKinds(kindsOf(store.descriptor, reference.pointer[0] ?? ""));
    for (const value of withoutName(record.value, reference.pointer, key, empty ?? [])) {
      if (!this.#isShown(record, value)) continue;
      this.#resources.change(record, value);
      return;
    }
    if (reference.isNewest === true && !isEvicted) this.#make(record, reference);
    else this.#resources.remove(record, isEvicted);
  }

  /** True if all operations that return a record accept a changed value. */
  #isShown(record: MockRecord, value: JsonObject): boolean {
    return this.#resources.viewsOf(record.resource).every((view) => {
      if (view.pattern === undefined) return true;
      return view.refusedIn(value) === undefined || view.refusedIn(record.value) !== undefined;
    });
  }

  #referencesOf({ resource }: MockRecord): readonly RecordReference[] {
    return this.#resources.storeOf(resource)?.descriptor.references ?? [];
  }

  /** Adds the record that an example refers to, if no other example contains it. */
  #addNamed({ value }: MockRecord, { pointer, resource }: RecordReference): void {
    const store = this.#resources.storeOf(resource);
    if (store === undefined) return;
    for (const name of namesAt(value, pointer)) {
      const key = textOf(name);
      if (!store.has(key) && mayBeKey(this.#resources, store, key))
        this.seeded([materialized(this.#resources, { store, key, isSeed: true })]);
    }
  }

  /**
   * Updates a reference to the newest record.
   *
   * @param isStart true if the examples decide
   */
  #settleNewest(record: MockRecord, reference: RecordReference, isStart: boolean): void {
    const name = getMember(record.value, reference.pointer[0] ?? "");
    const store = this.#resources.storeOf(reference.resource);
    if (name === undefined || name === null || store === undefined) return;
    const key = textOf(name);
    const named = store.find(key);
    if (named !== undefined && this.#parentOf(named, record.resource) === record) return;
    const other = this.#newestBelow(record, reference.resource);
    if (isStart && named === undefined && mayBeKey(this.#resources, store, key))
      this.seeded([materialized(this.#resources, { store, key, isSeed: true }, record)]);
    else if (other !== undefined) this.#name(record, reference, other);
    else this.#make(record, reference);
  }

  /** Adds a record for a required reference to the newest one, if there is none. */
  #make(record: MockRecord, reference: RecordReference): void {
    const store = this.#resources.storeOf(reference.resource);
    if (store === undefined) return;
    const [key = ""] = this.#resources.keys.keysFor(store, this.#resources.patternOf(store));
    const made = materialized(this.#resources, { store, key: textOf(key) }, record);
    this.settle(made);
    this.#name(record, reference, made);
  }

  #newestBelow(record: MockRecord, resource: string): MockRecord | undefined {
    const store: ResourceStore | undefined = this.#resources.storeOf(resource);
    return store?.all().findLast((one) => this.#parentOf(one, record.resource) === record);
  }

  #name(record: MockRecord, { pointer }: RecordReference, newest: MockRecord): void {
    const [member = ""] = pointer;
    const own = getMember(record.value, member);
    if (own !== undefined && own !== null && textOf(own) === newest.key) return;
    const key = typedLike(newest.key, own);
    const value = { ...record.value, [member]: key };
    if (this.#isShown(record, value)) this.#resources.change(record, value);
  }
}
