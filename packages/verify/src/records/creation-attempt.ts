import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { isObject } from "@openapi-packages/runtime/internals";
import type { CreationSource } from "./creation-source.ts";
import { spareMembers, withoutMembers } from "./fewer-members.ts";
import { effectOf } from "./effects.ts";
import { fullerInput } from "./fuller.ts";
import { learnReferences } from "./learn.ts";
import { namedFirst } from "./named-in-refusal.ts";
import { otherForms } from "./other-forms.ts";
import { changesPart, isFirstExample, type OtherExample } from "./other-examples.ts";
import { withFreshKey } from "./own-key.ts";
import type { RecordCalls } from "./prepared-input.ts";
import { withOtherNumbers } from "./other-numbers.ts";
import { isForState, renewedInput } from "./renewed.ts";
import { isInvalid, isRefused, isTaken, statusOf, type Sent } from "./sent.ts";
import { changedMembers } from "./unique-texts.ts";

/** How often a creation is retried with other texts. */
const mostAttempts = 3;

/** The most optional members that are tried one by one. */
const mostMembers = 8;

/** A creation that is sent, and tried again with other values while the service refuses it. */
export class CreationAttempt {
  readonly #api: VerifiedApi;
  readonly #operation: VerifiedOperation;
  readonly #calls: RecordCalls;
  readonly #source: CreationSource;
  /** The body of the first request. */
  #first: unknown;

  constructor(
    api: VerifiedApi,
    operation: VerifiedOperation,
    calls: RecordCalls,
    source: CreationSource,
  ) {
    this.#api = api;
    this.#operation = operation;
    this.#calls = calls;
    this.#source = source;
  }

  /**
   * Returns the last request that was sent, and its answer.
   *
   * @param isFresh true if the input names records that nothing has used up
   */
  async run(input: CallInput, isFresh = false): Promise<Sent> {
    this.#first = input.body;
    const { learned } = this.#calls;
    const isUsedUp = !isFresh && learned.usesUpRecords(this.#operation);
    const fresh = isUsedUp
      ? ((await this.#renewed(input, "beside")) ?? (await this.#renewed(input, "plain")))
      : undefined;
    const free = this.#source.withFreeTexts(this.#operation, fresh ?? input);
    const first = await this.#withOwnValues(free);
    if (isTaken(first) && fresh === undefined && !isFresh)
      learned.noteOtherRecords(this.#operation, false);
    const referring = await this.#withReferences(first);
    const renewed = await this.#withNewRecords(await this.withOtherExamples(referring));
    const last = await this.#withFewerMembers(renewed);
    if (isTaken(last)) this.#calls.learned.uniqueTexts.take(this.#operation, last.input.body);
    return last;
  }

  /** The same for a change, which needs no new records. */
  async change(input: CallInput): Promise<Sent> {
    this.#first = input.body;
    const sent = await this.#withReferences(await this.#withOwnValues(input));
    return this.#withFewerMembers(await this.withOtherExamples(sent));
  }

  /**
   * Tries once in a run what may help against a refusal of the first example: a record that has the member which the body
   * changes in part, the other examples of the body, and texts of other forms. Returns what was taken, else what was refused.
   */
  async withOtherExamples(refused: Sent): Promise<Sent> {
    const { inputs } = this.#calls.learned;
    const operation = this.#operation;
    const first = this.#first ?? refused.input.body;
    const references = this.#source.referencesIn(operation, first);
    const named = references.map(({ pointer }) => pointer[0]);
    if (!this.#isOfBody(refused) || !isFirstExample(this.#api, operation, first, named))
      return refused;
    if (!inputs.isFirstTry(operation)) return refused;
    const full = await this.#withFullRecord(refused);
    if (full !== undefined) return full;
    for await (const { body, input } of this.#otherBodies(refused, named)) {
      const sent = await this.#send(input);
      if (!isTaken(sent)) continue;
      inputs.note(operation, body);
      return sent;
    }
    return refused;
  }

  /** Returns the other examples of a body, and then the refused one with texts of other forms. */
  async *#otherBodies(
    { input, exchange: refusal }: Sent,
    references: readonly (string | undefined)[],
  ): AsyncGenerator<OtherExample> {
    yield* this.#source.otherExamples(this.#operation, input);
    for (const body of otherForms(this.#api, this.#operation, input, { refusal, references }))
      yield { body, input: { ...input, body } };
  }

  /** Tries a record that was made with all members that are known; `undefined` if that does not help. */
  async #withFullRecord({ input }: Sent): Promise<Sent | undefined> {
    const resource = effectOf(this.#api, this.#operation)?.resource;
    if (resource === undefined || !changesPart(this.#api, this.#operation, input)) return undefined;
    const record = await this.#source.make(resource, {}, 1, fullerInput);
    const { input: other } =
      record === undefined ? {} : await this.#source.inputFor(this.#operation, record, 1);
    const sent = other && (await this.#send(other));
    if (sent === undefined || !isTaken(sent)) return undefined;
    this.#calls.learned.inputs.noteFull(this.#operation);
    return sent;
  }

  /** True for a refusal that the body may be the reason of: also of what it names. */
  #isOfBody(sent: Sent): boolean {
    if (isRefused(sent)) return true;
    const { body } = sent.input;
    return statusOf(sent) === 404 && this.#source.referencesIn(this.#operation, body).length > 0;
  }

  /** Tries times to come and other texts. */
  async #withOwnValues(input: CallInput): Promise<Sent> {
    const isLater = this.#calls.learned.takesLaterTimes(this.#operation) === true;
    const first = await this.#send((isLater ? this.#withLaterTimes(input) : undefined) ?? input);
    const timed = await this.#withTimesToCome(await this.#withTimesAfter(first));
    return this.#withOtherTexts(await this.#withOtherNumbers(timed));
  }

  /** Tries other numbers where a conflict names their members: another record may have them. */
  async #withOtherNumbers(refused: Sent): Promise<Sent> {
    if (statusOf(refused) !== 409) return refused;
    const { learned } = this.#calls;
    const input = withOtherNumbers(this.#api, this.#operation, refused, learned.nextTime());
    const tried = input && (await this.#send(input));
    return tried !== undefined && isTaken(tried) ? tried : refused;
  }

  /** Tries once in a run whether times after those of the record help. */
  async #withTimesAfter(sent: Sent): Promise<Sent> {
    const { learned } = this.#calls;
    if (learned.takesTimesAfter(this.#operation) !== undefined || !isRefused(sent)) return sent;
    const input = this.#source.withTimesAfter(this.#operation, sent.input);
    const tried = input && (await this.#send(input));
    if (tried === undefined) return sent;
    // What conflicts with the state of the record is valid otherwise.
    const isHelp = !isRefused(tried) || (isInvalid(statusOf(sent)) && statusOf(tried) === 409);
    learned.noteTimesAfter(this.#operation, isHelp);
    return isHelp ? tried : sent;
  }

  async #send(given: CallInput): Promise<Sent> {
    // A key is refused that came with another body.
    const isFirst = given.body === this.#first;
    const input = isFirst ? given : withFreshKey(this.#operation, given, "another body");
    return { input, exchange: await this.#calls.send(this.#operation, input) };
  }

  #withLaterTimes(input: CallInput): CallInput | undefined {
    return this.#source.withTimesToCome(this.#operation, input);
  }

  /** Tries once in a run whether times in the future help. */
  async #withTimesToCome(sent: Sent): Promise<Sent> {
    const { learned } = this.#calls;
    if (learned.takesLaterTimes(this.#operation) !== undefined || !isRefused(sent)) return sent;
    const input = this.#withLaterTimes(sent.input);
    const tried = input && (await this.#send(input));
    if (tried === undefined) return sent;
    learned.noteLaterTimes(this.#operation, !isRefused(tried));
    return isRefused(tried) ? sent : tried;
  }

  /** Tries other texts, which may have to be unique. */
  async #withOtherTexts(refused: Sent): Promise<Sent> {
    const isUnique = (effectOf(this.#api, this.#operation)?.unique?.length ?? 0) > 0;
    const { learned } = this.#calls;
    if (learned.needsOtherRecords(this.#operation)) return refused;
    let sent = refused;
    const tried = new Set<string>();
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      if (statusOf(sent) !== 409 && !(isUnique && isInvalid(statusOf(sent)))) break;
      const varied = this.#source.renamed(this.#operation, sent.input, attempt);
      if (varied === undefined) break;
      const wasTaken = statusOf(sent) === 409;
      const changed = changedMembers(sent.input.body, varied.body);
      // Those that were changed before did not help, unless nothing else was changed.
      const others = changed.filter((name) => !tried.has(name));
      sent = await this.#send(varied);
      if (wasTaken && isTaken(sent))
        learned.uniqueTexts.note(
          this.#operation,
          others.length > 0 ? others : changed,
          refused.input.body,
        );
      for (const name of changed) tried.add(name);
    }
    // The other texts may be a further reason of the refusal.
    return isTaken(sent) ? sent : refused;
  }

  /** Finds out which records the members of a refused body name. */
  async #withReferences(sent: Sent): Promise<Sent> {
    if (!isForState(statusOf(sent)) && !isInvalid(statusOf(sent))) return sent;
    const { learned } = this.#calls;
    const taken = await learnReferences(this.#api, this.#operation, sent.input, learned, {
      send: async (input) => (await this.#send(input)).exchange,
      recordOf: (resource) => this.#source.anyRecord(resource),
    });
    return taken ?? sent;
  }

  /**
   * Tries once in a run whether the body is taken without the members that may be left out or null, which may name
   * what is not there, and then with each of them.
   */
  async #withFewerMembers(refused: Sent): Promise<Sent> {
    const { learned } = this.#calls;
    const { input } = refused;
    const isWorthwhile = isRefused(refused) || statusOf(refused) === 404;
    if (!isWorthwhile || learned.refusedMembers(this.#operation) !== undefined) return refused;
    const spare = spareMembers(this.#api, this.#operation, input);
    // Of many members those that the refusal names are the likeliest.
    const names = namedFirst(spare, refused.exchange).slice(0, mostMembers);
    if (names.length === 0 || !isObject(input.body)) return refused;
    learned.noteRefusedMembers(this.#operation, []);
    const fewer = withoutMembers(this.#api, this.#operation, input, names);
    let taken = await this.#send({ ...input, body: fewer });
    if (isRefused(taken) || statusOf(taken) >= 400) return refused;
    const lost: string[] = [];
    for (const [index, name] of names.entries()) {
      const body = { ...(taken.input.body as object), [name]: input.body[name] };
      const more = { ...taken.input, body };
      const tried = await this.#send(
        this.#source.varied(this.#operation, more, index + mostAttempts) ?? more,
      );
      if (statusOf(tried) < 400) taken = tried;
      else lost.push(name);
    }
    learned.noteRefusedMembers(this.#operation, lost);
    return taken;
  }

  /**
   * Tries records that are not used up yet: those that the body names, then those of the path, too, with other texts, and at
   * last with larger numbers, as of a stock.
   */
  async #withNewRecords(refused: Sent): Promise<Sent> {
    let sent = refused;
    for (const kind of ["beside", "plain", "ample"] as const) {
      if (!isForState(statusOf(sent))) break;
      const renewed = await this.#renewed(sent.input, kind);
      if (renewed === undefined && kind === "beside") continue;
      if (renewed === undefined) break;
      sent = await this.#withTextsBeside(await this.#send(renewed));
      if (statusOf(sent) >= 300) continue;
      this.#calls.learned.noteOtherRecords(this.#operation, true);
      const references = this.#source.referencesIn(this.#operation, sent.input.body);
      this.#source.keep(references.map(({ resource }) => resource));
    }
    return sent;
  }

  #renewed(input: CallInput, kind: "beside" | "plain" | "ample"): Promise<CallInput | undefined> {
    const [isAmple, isBeside] = [kind === "ample", kind === "beside"];
    return renewedInput(this.#api, this.#source, this.#operation, input, isAmple, isBeside);
  }

  /** Tries other texts beside new records: a bike that is free, for a rider who has none yet. */
  async #withTextsBeside(refused: Sent): Promise<Sent> {
    if (statusOf(refused) !== 409) return refused;
    const varied = this.#source.renamed(this.#operation, refused.input, 1);
    const sent = varied && (await this.#send(varied));
    if (sent === undefined || !isTaken(sent)) return refused;
    const changed = changedMembers(refused.input.body, sent.input.body);
    this.#calls.learned.uniqueTexts.note(this.#operation, changed, refused.input.body);
    return sent;
  }
}
