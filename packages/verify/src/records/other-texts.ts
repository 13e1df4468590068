import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { seedOf } from "../run/seed.ts";
import { creatorOf, effectOf } from "./effects.ts";
import { laterTimes, timesAfter } from "./later-times.ts";
import type { MadeRecord } from "./made-record.ts";
import { referencesIn, type LearnedReferences } from "./references.ts";
import { variedInput } from "./vary.ts";

/** The last attempt that leaves texts alone which may name records: another `teamId` names no team. */
const mostThorough = 2;

/** Returns the members of a body that name records by their form, but for those that have to be unique. */
const keyNames = (body: unknown, unique: readonly string[]): readonly string[] =>
  isObject(body)
    ? Object.keys(body).filter((name) => isKeyName.test(name) && !unique.includes(name))
    : [];

const isKeyName = /[a-z\d](_id|Id|ID|_uuid|Uuid)$/;

/** Gives creations other valid texts, of which some have to be unique, and times of their own where the service wants them to come. */
export class OtherTexts {
  readonly #api: VerifiedApi;
  readonly #learned: LearnedReferences;
  readonly #seed: number;
  /** How often a creation was renamed, by its operation: no two have the same texts. */
  readonly #renamed = new Map<string, number>();

  constructor(api: VerifiedApi, learned: LearnedReferences, seed: number) {
    this.#api = api;
    this.#learned = learned;
    this.#seed = seed;
  }

  /** Returns an input with texts that no other creation has; `undefined` if there are none. */
  renamed(operation: VerifiedOperation, input: CallInput, attempt: number): CallInput | undefined {
    const count = (this.#renamed.get(operation.id) ?? 0) + 1;
    this.#renamed.set(operation.id, count);
    return this.#withTexts(operation, input, `renamed ${count}`, attempt);
  }

  /** Returns an input with other valid texts; `undefined` if there are none. */
  varied(operation: VerifiedOperation, input: CallInput, attempt: number): CallInput | undefined {
    return this.#withTexts(operation, input, String(attempt), Math.min(attempt, mostThorough));
  }

  /**
   * Returns an input of a creation, or of a change, without the texts of earlier records that have to be unique, as far
   * as the run knows.
   */
  withFreeTexts(operation: VerifiedOperation, input: CallInput): CallInput {
    const isTaken = this.#learned.uniqueTexts.isTaken(this.#creatorFor(operation), input.body);
    return (isTaken ? this.renamed(operation, input, 1) : undefined) ?? input;
  }

  /** Returns an input with times in the future that no other one has; `undefined` if it has no times. */
  withTimesToCome(operation: VerifiedOperation, input: CallInput): CallInput | undefined {
    return laterTimes(this.#api, operation, input, this.#learned.nextTime());
  }

  /** Returns an input with times after those of its record; `undefined` if either has none. */
  withTimesAfter(
    operation: VerifiedOperation,
    input: CallInput,
    record: MadeRecord,
  ): CallInput | undefined {
    return timesAfter(this.#api, operation, input, record);
  }

  /** Returns the operation whose refusals tell which members have to be unique: a change keeps to the rule of the creation. */
  #creatorFor(operation: VerifiedOperation): VerifiedOperation {
    const state = effectOf(this.#api, operation);
    if (state?.kind !== "update" && state?.kind !== "replace") return operation;
    return creatorOf(this.#api, state.resource)?.operation ?? operation;
  }

  #withTexts(
    operation: VerifiedOperation,
    input: CallInput,
    seedText: string,
    attempt: number,
  ): CallInput | undefined {
    const state = effectOf(this.#api, operation);
    const { key } = this.#api.description.mock.state?.resources[state?.resource ?? ""] ?? {};
    const learned = this.#learned.uniqueTexts.of(this.#creatorFor(operation));
    const unique = [...(state?.unique?.flat() ?? []), ...learned];
    const names = [...unique, ...(key === undefined ? [] : [key])];
    const known = referencesIn(this.#api, operation, input.body, this.#learned);
    const references = known.flatMap(({ pointer }) => (pointer.length === 1 ? pointer : []));
    const likely = attempt > mostThorough ? [] : keyNames(input.body, names);
    const seed = seedOf(`${this.#seed} ${operation.id} ${seedText}`);
    const isThorough = attempt > 1;
    const options = { names, references: [...references, ...likely], seed, isThorough };
    const texts = variedInput(this.#api, operation, input, options);
    const isLater = this.#learned.takesLaterTimes(operation) === true;
    return (isLater ? this.withTimesToCome(operation, texts ?? input) : undefined) ?? texts;
  }
}
