import type { StateOperation } from "@openapi-packages/mock/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import { seedOf } from "../run/seed.ts";
import { isStore } from "./effects.ts";
import { freshKey } from "./fresh-key.ts";
import { fullerInput } from "./fuller.ts";
import { namedAbove, type MadeRecord } from "./made-record.ts";
import type { About, Missing } from "./prepared-input.ts";
import { resourceNamed, type LearnedReferences } from "./references.ts";
import type { Enrichment } from "./renewed.ts";
import type { SharedRecords } from "./shared-records.ts";
import type { StoryTeller } from "./stories/story-teller.ts";

/** Where the records of a path come from. */
interface PathSource {
  readonly api: VerifiedApi;
  readonly expectations: Expectations;
  readonly learned: LearnedReferences;
  /** Determines the keys of records that a PUT creates. */
  readonly seed: number;
  readonly shared: SharedRecords;
  readonly stories: StoryTeller;
  /** Creates a record; `undefined` if no operation does, or the service refuses. */
  readonly make: (
    resource: string,
    depth: number,
    enrich?: Enrichment,
  ) => Promise<MadeRecord | undefined>;
}

/** Finds the records that the path of an input names. */
export class RecordPaths {
  readonly #source: PathSource;
  #keys = 0;

  constructor(source: PathSource) {
    this.#source = source;
  }

  /**
   * Returns the path parameters that name records, and what is missing for them.
   *
   * @param about the record that the input is about, see `Records.inputFor`
   */
  async pathFor(
    operation: VerifiedOperation,
    state: StateOperation,
    about: About,
    depth: number,
  ): Promise<{ path: Record<string, unknown>; missing: Missing[] }> {
    const { expectations, learned, make, shared, stories } = this.#source;
    const missing: Missing[] = [];
    const known = typeof about === "object" ? about : undefined;
    const path = known === undefined ? {} : namedAbove(state, known);
    const isStoring = about === "new" && isStore({ operation, state });
    // A record is created below its parents: the last parameter determines those before it.
    for (const [index, { parameter, resource }] of state.path.toReversed().entries()) {
      if (path[parameter] !== undefined || resource === undefined) continue;
      const isOwn = index === 0 && resource === state.resource;
      if (isStoring && isOwn) {
        const key = await this.#newKey(operation, parameter, resource, depth);
        if (key !== undefined) path[parameter] = key;
        continue;
      }
      const isFresh = about !== false && isOwn;
      const isGiven = expectations.parameters?.[parameter] !== undefined;
      // A shared record is not changed if another one can be created.
      const isBelow = (!isOwn || state.kind === "below") && operation.model.method !== "GET";
      const find = async () => {
        if (isGiven) return isFresh && make(resource, depth);
        const prepared = await stories.recordFor(operation, resource, isOwn, about);
        if (prepared !== undefined) return prepared;
        const isFull = isFresh && learned.inputs.needsFull(operation);
        const full = isFull ? await make(resource, depth, fullerInput) : undefined;
        if (full !== undefined) return full;
        return isBelow && !isFresh
          ? shared.ownRecordFor(resource, depth)
          : shared.recordFor(resource, isFresh, depth);
      };
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

  /** Returns a key for a record that a PUT creates: that of another resource's new record if the parameter names one. */
  async #newKey(
    operation: VerifiedOperation,
    parameter: string,
    resource: string,
    depth: number,
  ): Promise<string | number | undefined> {
    const { api, make, seed: start } = this.#source;
    const other = resourceNamed(api, parameter, resource);
    const record = other === undefined ? undefined : await make(other, depth + 1);
    this.#keys += 1;
    const seed = seedOf(`${start} ${this.#keys}`);
    return record?.key ?? freshKey(api, operation, parameter, seed);
  }
}
