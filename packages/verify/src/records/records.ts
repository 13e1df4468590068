import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import type { Creation, MadeRecord } from "./made-record.ts";
import { callInput } from "./call-input.ts";
import { CreationAttempt } from "./creation-attempt.ts";
import { creatorOf, effectOf, isStore, listOf, pathStateOf } from "./effects.ts";
import { asCreation, withCurrentTag } from "./entity-tag.ts";
import { withoutMembers } from "./fewer-members.ts";
import { withGiven } from "./given.ts";
import { withKeys, type KeySource } from "./keys-in-bodies.ts";
import { otherExamples, type OtherExample } from "./other-examples.ts";
import { PathRecords } from "./path-records.ts";
import type { About, Missing, PreparedInput, RecordCalls } from "./prepared-input.ts";
import { withFreshKey } from "./own-key.ts";
import { OtherTexts } from "./other-texts.ts";
import type { Sent } from "./sent.ts";
import { recordIn } from "./record-keys.ts";
import { referencesIn, type Reference } from "./references.ts";
import { withNewReferences, type Enrichment } from "./renewed.ts";
import { SharedRecords } from "./shared-records.ts";
import { StoryTeller } from "./stories/story-teller.ts";

/** The longest chain of records that are created because another one needs them. */
const mostDepth = 6;

/**
 * Finds the records that an operation's input refers to: those that the user names, else those that the
 * description's operations create or list, else those of the description's examples. The effects of operations
 * are inferred as for mocks, see `StateDescriptor`.
 */
export class Records {
  readonly #api: VerifiedApi;
  readonly #expectations: Expectations;
  readonly #calls: RecordCalls;
  readonly #seed: number;
  #inputs = 0;
  readonly #texts: OtherTexts;
  readonly #shared: SharedRecords;
  readonly #keySource: KeySource;
  readonly #paths: PathRecords;
  /** Brings records into the states that operations need. */
  readonly stories: StoryTeller;
  /** All created records, the newest last. */
  readonly made: MadeRecord[] = [];

  /**
   * @param seed determines the texts of unique members
   */
  constructor(api: VerifiedApi, expectations: Expectations, calls: RecordCalls, seed: number) {
    this.#api = api;
    this.#seed = seed;
    this.#expectations = expectations;
    this.#calls = calls;
    this.#texts = new OtherTexts(api, calls.learned, seed);
    this.#shared = new SharedRecords({
      make: (resource, depth) => this.make(resource, {}, depth),
      listed: (resource, depth) => this.#listed(resource, depth),
      known: calls.known,
      isMade: (record) => this.made.includes(record),
    });
    this.#keySource = {
      api,
      referencesIn: (operation, body) => this.referencesIn(operation, body),
      recordFor: (resource, isFresh, depth) => this.#shared.recordFor(resource, isFresh, depth),
    };
    this.#paths = new PathRecords({
      api,
      expectations,
      learned: calls.learned,
      shared: this.#shared,
      seed,
      make: (...asked) => this.make(...asked),
      stories: () => this.stories,
    });
    this.stories = new StoryTeller(api, calls, {
      make: (resource) => this.make(resource),
      inputFor: (operation, about) => this.inputFor(operation, about, 1),
      beside: (record, run) => this.#shared.beside(record, run),
    });
  }

  /**
   * Prepares the input of an operation.
   *
   * @param about the record to use; `true` to create one, because the operation changes it; `"new"` for one that
   * the operation creates; `false` for any
   */
  async inputFor(operation: VerifiedOperation, about: About, depth = 0): Promise<PreparedInput> {
    const example = this.#api.description.exampleInput(operation.model);
    const given = this.#expectations.inputs?.[operation.id];
    if (example === undefined && given === undefined) {
      const what = `no example of ${operation.id} conforms, and none can be made of its schemas`;
      const how = `inputs.${operation.id}`;
      return { input: undefined, missing: [{ what, how, isForSuccess: true }] };
    }
    const { inputs } = this.#calls.learned;
    let input = example === undefined ? {} : inputs.chosen(operation, callInput(example));
    const missing: Missing[] = [];
    const state = effectOf(this.#api, operation);
    let decided: Readonly<Record<string, unknown>> = {};
    const named = state ?? pathStateOf(this.#api, operation);
    if (named !== undefined) {
      const found = await this.#paths.pathFor(operation, named, about, depth);
      decided = found.path;
      input = { ...input, path: { ...input.path, ...decided } };
      missing.push(...found.missing);
    }
    if (state !== undefined)
      input = await withKeys(this.#keySource, { operation, state }, input, depth);
    const refused = this.#calls.learned.refusedMembers(operation);
    if (refused !== undefined && isObject(input.body))
      input = { ...input, body: withoutMembers(this.#api, operation, input, refused) };
    // A creation gets free texts when it is sent.
    const isChange = state?.kind === "update" || state?.kind === "replace";
    if (isChange && about !== "new") input = this.#texts.withFreeTexts(operation, input);
    if (this.#calls.learned.takesTimesAfter(operation) === true)
      input = this.withTimesAfter(operation, input) ?? input;
    input = this.#withFreshKey(operation, input);
    input = withGiven(this.#expectations, operation, input, decided);
    if (typeof about === "object") input = { ...input, path: { ...input.path, ...decided } };
    if (about === "new") return { input: asCreation(operation, input), missing };
    return { input: await this.withCurrentTag(operation, input), missing };
  }

  /** Returns the input of a change with the current tag of what it changes, unless the user gives one. */
  async withCurrentTag(operation: VerifiedOperation, input: CallInput): Promise<CallInput> {
    const given = getMember(this.#expectations.inputs?.[operation.id], "header");
    if (given !== undefined) return input;
    return withCurrentTag(this.#api, operation, input, this.#calls);
  }

  /**
   * Creates a record of a resource; `undefined` if no operation does, or the service refuses.
   *
   * @param above the path parameters of records above it
   * @param enrich adds to the input, such as larger numbers
   */
  async make(
    resource: string,
    above: Readonly<Record<string, unknown>> = {},
    depth = 0,
    enrich: Enrichment = (_, __, same) => same,
  ): Promise<MadeRecord | undefined> {
    if (depth > mostDepth) return undefined;
    const creator = creatorOf(this.#api, resource);
    if (creator === undefined) return undefined;
    // A PUT might replace what somebody else has stored.
    if (isStore(creator) && !this.#calls.mayCall(creator.operation)) return undefined;
    if (this.#calls.refused.isUseless(creator.operation)) return undefined;
    const { input } = await this.inputFor(creator.operation, "new", depth + 1);
    if (input === undefined) return undefined;
    const asked = enrich(this.#api, creator.operation, input);
    const placed = Object.entries(above).filter(
      ([name]) => getMember(input.path, name) !== undefined,
    );
    const whole = { ...asked, path: { ...asked.path, ...Object.fromEntries(placed) } };
    const { record } = await this.create(creator.operation, whole);
    this.#calls.refused.note(creator.operation, record !== undefined);
    return record;
  }

  /**
   * Sends a creation, and tries it again with other values if the service refuses it.
   *
   * @param isFresh true if the input names records that nothing has used up
   */
  async create(operation: VerifiedOperation, input: CallInput, isFresh = false): Promise<Creation> {
    const attempt = new CreationAttempt(this.#api, operation, this.#calls, this);
    const sent = await this.stories.retold(operation, await attempt.run(input, isFresh));
    const record = recordIn(this.#api, operation, sent.exchange, sent.input);
    if (record !== undefined) this.made.push(record);
    return { ...sent, record };
  }

  /** Sends a change, and tries it again with other values if the service refuses it. */
  async change(operation: VerifiedOperation, input: CallInput): Promise<Sent> {
    const attempt = new CreationAttempt(this.#api, operation, this.#calls, this);
    return this.stories.retold(operation, await attempt.change(input));
  }

  /** Tries other examples, and other states of the record, if the service refuses the first example. */
  async retried(operation: VerifiedOperation, refused: Sent): Promise<Sent> {
    const attempt = new CreationAttempt(this.#api, operation, this.#calls, this);
    return this.stories.retold(operation, await attempt.withOtherExamples(refused));
  }

  /** Returns the members of a body that name records, as far as the run knows. */
  referencesIn(operation: VerifiedOperation, body: unknown): readonly Reference[] {
    return referencesIn(this.#api, operation, body, this.#calls.learned);
  }

  /** Returns any record of a resource that may be made; `undefined` if there is none. */
  async anyRecord(resource: string): Promise<MadeRecord | undefined> {
    const creator = creatorOf(this.#api, resource);
    const isMade = creator !== undefined && this.#calls.mayCall(creator.operation);
    return isMade ? this.#shared.recordFor(resource, false, 1) : undefined;
  }

  /** Makes a record the one that inputs refer to. */
  share(record: MadeRecord): void {
    this.#shared.share(record);
  }

  /**
   * Returns an input whose body names new records, below the same ones as before, where the operation was found to use
   * up those that it names; `undefined` otherwise.
   */
  async withNewReferences(
    operation: VerifiedOperation,
    input: CallInput,
  ): Promise<CallInput | undefined> {
    const isUsedUp = this.#calls.learned.needsOtherRecords(operation);
    return isUsedUp ? withNewReferences(this.#api, this, operation, input) : undefined;
  }

  /** Returns an input with texts that no other creation has; `undefined` if there are none. */
  renamed(operation: VerifiedOperation, input: CallInput, attempt: number): CallInput | undefined {
    return this.#texts.renamed(operation, input, attempt);
  }

  /** Returns an input without the texts of earlier records that have to be unique, as far as the run knows. */
  withFreeTexts(operation: VerifiedOperation, input: CallInput): CallInput {
    return this.#texts.withFreeTexts(operation, input);
  }

  /** Returns an input with other valid texts; `undefined` if there are none. */
  varied(operation: VerifiedOperation, input: CallInput, attempt: number): CallInput | undefined {
    return this.#texts.varied(operation, input, attempt);
  }

  /** Returns an input with times in the future that no other one has; `undefined` if it has no times. */
  withTimesToCome(operation: VerifiedOperation, input: CallInput): CallInput | undefined {
    return this.#texts.withTimesToCome(operation, input);
  }

  /** Returns an input with times after those of its record; `undefined` if either has none. */
  withTimesAfter(operation: VerifiedOperation, input: CallInput): CallInput | undefined {
    const record = this.#recordOf(operation, input);
    return record && this.#texts.withTimesAfter(operation, input, record);
  }

  /** Returns the record that an input is about, if it was made by this case. */
  #recordOf(operation: VerifiedOperation, { path }: CallInput): MadeRecord | undefined {
    const state = effectOf(this.#api, operation) ?? pathStateOf(this.#api, operation);
    const named = state?.path.findLast(({ resource }) => resource !== undefined);
    const key = getMember(path, named?.parameter ?? "");
    return this.made.findLast((one) => one.resource === named?.resource && one.key === key);
  }

  /** Lets later cases refer to the records that this one refers to. */
  keep(resources: readonly string[]): void {
    this.#shared.keep(resources);
  }

  /** Returns the other examples of a body as inputs that name records which exist; none if the user gives the body. */
  otherExamples(operation: VerifiedOperation, input: CallInput): AsyncIterable<OtherExample> {
    const given = this.#expectations.inputs?.[operation.id];
    return otherExamples(this.#keySource, operation, input, given);
  }

  /** Returns an input whose idempotency key no other input of the run has. */
  #withFreshKey(operation: VerifiedOperation, input: CallInput): CallInput {
    this.#inputs += 1;
    const { principal } = this.#calls;
    return withFreshKey(operation, input, `${this.#seed} ${principal} ${this.#inputs}`);
  }

  /** Forgets a deleted record. */
  forget(resource: string): void {
    this.#shared.forget(resource);
  }

  async #listed(resource: string, depth: number): Promise<MadeRecord | undefined> {
    const list = listOf(this.#api, resource);
    if (list === undefined || depth > mostDepth) return undefined;
    const { input } = await this.inputFor(list.operation, false, depth + 1);
    if (input === undefined) return undefined;
    const exchange = await this.#calls.send(list.operation, input);
    return recordIn(this.#api, list.operation, exchange, input);
  }
}
