import type { StateOperation } from "@openapi-packages/mock/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import { seedOf } from "../run/seed.ts";
import { isStore } from "./effects.ts";
import { freshKey } from "./fresh-key.ts";
import { fullerInput } from "./fuller.ts";
import { namedAbove, type MadeRecord } from "./made-record.ts";
import type { About, Missing, RecordCalls } from "./prepared-input.ts";
import { resourceNamed } from "./references.ts";
import type { RecordMaker } from "./renewed.ts";
import type { SharedRecords } from "./shared-records.ts";
import type { StoryTeller } from "./stories/story-teller.ts";

/** Where the records of paths come from. */
interface PathSource {
  readonly api: VerifiedApi;
  readonly expectations: Expectations;
  readonly learned: RecordCalls["learned"];
  readonly shared: SharedRecords;
  /** Determines the keys of records that a PUT creates. */
  readonly seed: number;
  readonly make: RecordMaker["make"];
  /** Read later, since stories need records themselves. */
  readonly stories: () => StoryTeller;
}

/** The values of path parameters, with what may be missing. */
export interface FoundPath {
  readonly path: Record<string, unknown>;
  readonly missing: readonly Missing[];
}

/** One parameter of a path that names a record. */
interface NamedRecord {
  readonly parameter: string;
  readonly resource: string;
  /** True for the record that the operation is about, false for one above it. */
  readonly isOwn: boolean;
}

/** Finds or makes the records that the path of an operation names. */
export class PathRecords {
  readonly #source: PathSource;
  #keys = 0;

  constructor(source: PathSource) {
    this.#source = source;
  }

  /** Returns the parameters of a path: a record is created below its parents, so that the last one determines those before it. */
  async pathFor(
    operation: VerifiedOperation,
    state: StateOperation,
    about: About,
    depth: number,
  ): Promise<FoundPath> {
    const missing: Missing[] = [];
    const known = typeof about === "object" ? about : undefined;
    const path = known === undefined ? {} : namedAbove(state, known);
    const isStoring = about === "new" && isStore({ operation, state });
    // Behind its record, the path of an action may say what is done.
    const isAct = state.kind === "act";
    const last = state.path.findLast((part) => !isAct || part.resource !== undefined);
    for (const part of state.path.toReversed()) {
      const { parameter, resource } = part;
      if (path[parameter] !== undefined || resource === undefined) continue;
      const named = { parameter, resource, isOwn: part === last && resource === state.resource };
      if (isStoring && named.isOwn) {
        const key = await this.#newKey(operation, named, depth);
        if (key !== undefined) path[parameter] = key;
        continue;
      }
      const isKnown = named.isOwn && known?.resource === resource;
      const record = isKnown ? known : await this.#recordFor(operation, state, named, about, depth);
      if (record === undefined) {
        const what = `there may be no ${resource} to name in {${parameter}} of ${operation.model.path}`;
        const how = `parameters.${parameter}`;
        if (!this.#isGiven(named)) missing.push({ what, how, isForSuccess: true });
        continue;
      }
      path[parameter] = record.key;
      for (const [name, above] of Object.entries(namedAbove(state, record))) path[name] ??= above;
    }
    return { path, missing };
  }

  /** True if the user names the record. */
  #isGiven({ parameter }: NamedRecord): boolean {
    return this.#source.expectations.parameters?.[parameter] !== undefined;
  }

  async #recordFor(
    operation: VerifiedOperation,
    state: StateOperation,
    named: NamedRecord,
    about: About,
    depth: number,
  ): Promise<MadeRecord | undefined> {
    const { make, learned, shared, stories } = this.#source;
    const { resource, isOwn } = named;
    const isFresh = about !== false && isOwn;
    if (this.#isGiven(named)) return isFresh ? make(resource, {}, depth) : undefined;
    // What is made below a record needs it in a state as well.
    const isItself = isOwn && state.kind !== "below";
    const prepared = await stories().recordFor(operation, resource, isItself, about);
    if (prepared !== undefined) return prepared;
    const isFull = isFresh && learned.inputs.needsFull(operation);
    const full = isFull ? await make(resource, {}, depth, fullerInput) : undefined;
    if (full !== undefined) return full;
    // A shared record is not changed if another one can be created.
    const isBelow = (!isOwn || state.kind === "below") && operation.model.method !== "GET";
    return isBelow && !isFresh
      ? shared.ownRecordFor(resource, depth)
      : shared.recordFor(resource, isFresh, depth);
  }

  /** Returns a key for a record that a PUT creates: that of another resource's new record if the parameter names one. */
  async #newKey(
    operation: VerifiedOperation,
    { parameter, resource }: NamedRecord,
    depth: number,
  ): Promise<string | number | undefined> {
    const { api, make, seed } = this.#source;
    const other = resourceNamed(api, parameter, resource);
    const record = other === undefined ? undefined : await make(other, {}, depth + 1);
    this.#keys += 1;
    return record?.key ?? freshKey(api, operation, parameter, seedOf(`${seed} ${this.#keys}`));
  }
}
