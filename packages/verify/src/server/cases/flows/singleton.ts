import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { CheckName } from "../../../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { withAnyTag } from "../../../records/entity-tag.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { reportUnreadable } from "../../judge/unreadable.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { differences, type Difference } from "./differences.ts";
import { emptyValues, lostEmptyValues, type Trip } from "./empty-values.ts";
import { differenceText, isDone, isGone, isSuccess } from "./flow.ts";
import { controls, quotes } from "../values/extreme-texts.ts";
import { otherValues, withTexts } from "./other-values.ts";

/** A value at a path of its own without a key, such as the price of an article: it is written and read there. */
export interface Singleton {
  readonly write: VerifiedOperation;
  readonly read: VerifiedOperation;
  readonly remove: VerifiedOperation | undefined;
}

/** Returns the values at paths that end with a word, and that are read by GET and written by PUT or PATCH. */
export function singletons({ operations }: VerifiedApi): Singleton[] {
  return operations.flatMap((read): Singleton[] => {
    const { method, path } = read.model;
    if (method !== "GET" || path.endsWith("}")) return [];
    const here = operations.filter(({ model }) => model.path === path);
    const find = (wanted: string) => here.find(({ model }) => model.method === wanted);
    const write = find("PUT") ?? find("PATCH");
    const isJson = write?.model.requestBody?.content[0]?.kind === "json";
    return write !== undefined && isJson ? [{ write, read, remove: find("DELETE") }] : [];
  });
}

/** A value as it was written, with the answer. */
interface Written {
  readonly input: CallInput;
  readonly exchange: Exchange;
  /** The same write with the tag that was read, which the service refused. */
  readonly stale?: Exchange;
}

/**
 * Checks that what is written at a path is read there, again after a second write; that the value below another
 * record is not changed; that quotes are read as they were written; and that a deleted value is not read: 14 requests,
 * 1 more for each write that is refused for its version, and those for the records above.
 */
export class SingletonFlow {
  readonly #probe: Probe;
  readonly #singleton: Singleton;

  constructor(probe: Probe, singleton: Singleton) {
    this.#probe = probe;
    this.#singleton = singleton;
  }

  async run(): Promise<void> {
    const { write } = this.#singleton;
    // The record above is made for it.
    const { input } = await this.#probe.records.inputFor(write, true);
    const early = input && (await this.#read(input));
    const first = input && (await this.#send(input));
    if (input === undefined || first === undefined) return;
    const before = await this.#read(input);
    if (before === undefined) return;
    // The answer to the first write is often an example itself, so that the second one tells.
    const isJudged = !this.#isExample(early, first, before);
    if (isJudged && !this.#isRead(first, before, "read-after-create")) return;
    const second = await this.#sendOther(input);
    const last = second ?? first;
    const after = await this.#read(input);
    if (after === undefined || this.#isExample(early, last, after)) return;
    if (second !== undefined && !this.#isRead(second, after, "read-after-update")) return;
    if (!isJudged) return;
    if (second !== undefined) await this.#beside(first, second);
    await this.#remove(second === undefined ? last : await this.#quoted(second));
    // Defaults are often empty: what is read after a deletion would be taken for what was written.
    await this.#emptied(last, [this.#trip(first, before), this.#trip(last, after)]);
  }

  /** True if an answer is an example of the description whatever is written: mocks without state give it. */
  #isExample(early: Exchange | undefined, written: Written, seen: Exchange): boolean {
    const isAny = isExampleOf(this.#singleton.read, seen);
    const isConstant = early !== undefined && isSuccess(early) && equal(early.value, seen.value);
    const lost = isAny && isConstant ? this.#lost(written.input, seen) : [];
    return lost.length > 0 && !this.#isAnswered(written, lost);
  }

  /** True if the answer to a write shows what reading does not: a mock without state cannot know it. */
  #isAnswered({ input, exchange }: Written, lost: readonly Difference[]): boolean {
    const { value } = this.#shown(input, exchange);
    const isShown = lost.every((one) => equal(resolvePointer(value, one.pointer), one.written));
    return isShown && !isExampleOf(this.#singleton.write, exchange);
  }

  /**
   * Writes a value: once more for any version if it is refused for another one, since what is read may be old; `undefined`
   * if it is refused, or done later.
   */
  async #send(given: CallInput): Promise<Written | undefined> {
    const { write } = this.#singleton;
    const current = await this.#probe.records.withCurrentTag(write, given);
    const first = await this.#probe.call(write, current);
    const any = first.response?.status === 412 ? withAnyTag(write, current) : undefined;
    const input = any ?? current;
    const exchange = any === undefined ? first : await this.#probe.call(write, any);
    return isDone(exchange) ? { input, exchange, ...(any && { stale: first }) } : undefined;
  }

  /** Writes other values, those of optional members too if they are taken; `undefined` if all are refused. */
  async #sendOther(input: CallInput): Promise<Written | undefined> {
    const { api } = this.#probe;
    const { write } = this.#singleton;
    const full = fullerInput(api, write, input);
    for (const one of new Set([full, input])) {
      const other = otherValues(api, write, one);
      const written = other && (await this.#send(withFlags(other, input)));
      if (written !== undefined) return written;
    }
    return undefined;
  }

  async #read({ path }: CallInput): Promise<Exchange | undefined> {
    const { read } = this.#singleton;
    const { input } = await this.#probe.records.inputFor(read, false);
    return input && this.#probe.call(read, { ...input, ...(path && { path }) });
  }

  /** Reports what is not read as it was written. */
  #isRead({ input, exchange, stale }: Written, seen: Exchange, check: CheckName): boolean {
    const { read, write } = this.#singleton;
    const { status } = seen.response ?? {};
    if (isGone(seen)) {
      const text = `answers ${status} for what ${write.id} wrote just before`;
      this.#report(check, read, text, [exchange, seen]);
    }
    if (!isSuccess(seen)) return false;
    const lost = this.#lost(input, seen);
    if (lost.length === 0) return true;
    const [by, text, before] =
      stale === undefined
        ? [write, `what it writes is not what ${read.id} shows`, []]
        : [read, `shows what was before ${write.id}, which refuses its tag with 412`, [stale]];
    const steps = [...before, exchange, seen];
    this.#report("read-after-update", by, `${text}: ${differenceText(lost)}`, steps, lost);
    return false;
  }

  #trip({ input }: Written, seen: Exchange): Trip {
    return { written: input, shown: this.#shown(input, seen).value };
  }

  /** Checks that false, zero and empty lists are read as they were written: 2 requests. */
  async #emptied(last: Written, before: readonly Trip[]): Promise<void> {
    const { read, write } = this.#singleton;
    for (const kinds of [["boolean", "number", "object"], ["boolean"]]) {
      const empty = emptyValues(this.#probe.api, write, last.input, kinds);
      const written = empty && (await this.#send(empty));
      if (written === undefined) continue;
      const after = await this.#read(written.input);
      if (after === undefined || !isSuccess(after)) return;
      const lost = lostEmptyValues(this.#trip(written, after), before);
      const text = `what it writes is not what ${read.id} shows: ${differenceText(lost)}`;
      if (lost.length > 0)
        this.#report("read-after-update", write, text, [written.exchange, after], lost);
      return;
    }
  }

  /** Checks that a write below another record leaves the first one's value alone. */
  async #beside(first: Written, second: Written): Promise<void> {
    const elsewhere = await this.#probe.records.inputFor(this.#singleton.write, true);
    const { path } = elsewhere.input ?? {};
    if (path === undefined || Object.keys(path).length === 0) return;
    if (JSON.stringify(path) === JSON.stringify(first.input.path)) return;
    const written = await this.#send({ ...first.input, path });
    const seen = written && (await this.#read(second.input));
    if (written === undefined || seen === undefined || !isSuccess(seen)) return;
    const lost = this.#lost(second.input, seen);
    if (lost.length === 0) return;
    const text = `changes the value of another record: ${differenceText(lost)}`;
    const steps = [second.exchange, written.exchange, seen];
    this.#report("changes-others", this.#singleton.write, text, steps, lost);
  }

  /**
   * Writes texts with quotes and control characters, which the service may refuse or, but for quotes, remove.
   *
   * @returns what was written last
   */
  async #quoted(before: Written): Promise<Written> {
    const { api } = this.#probe;
    let last = before;
    for (const kind of [controls, quotes]) {
      const other = withTexts(api, this.#singleton.write, before.input, kind.text);
      const written = other && (await this.#send(other));
      const seen = written && (await this.#read(written.input));
      if (written === undefined || seen === undefined) continue;
      last = written;
      if (reportUnreadable(this.#probe, written.exchange, seen, kind.what)) return last;
      if (kind === controls && this.#lost(written.input, seen).length > 0) continue;
      this.#isRead(written, seen, "read-after-update");
      return last;
    }
    return last;
  }

  async #remove({ input, exchange }: Written): Promise<void> {
    const { remove, read } = this.#singleton;
    if (remove === undefined) return;
    const { input: own } = await this.#probe.records.inputFor(remove, false);
    const { path } = input;
    if (own === undefined) return;
    const deletion = await this.#probe.call(remove, { ...own, ...(path && { path }) });
    if (!isDone(deletion)) return;
    const seen = await this.#read(input);
    // Where a default comes after it, another value is read.
    if (seen === undefined || !isSuccess(seen) || !this.#isSame(input, seen)) return;
    const text = `answers ${seen.response?.status} with what was deleted`;
    this.#report("read-after-delete", read, text, [exchange, deletion, seen]);
  }

  /** True if an answer shows each written member that it describes, and one at least. */
  #isSame(written: CallInput, seen: Exchange): boolean {
    const { value } = this.#shown(written, seen);
    const isAny = isObject(written.body) && isObject(value);
    const isShown =
      isAny && Object.entries(written.body as object).some(([name, own]) => value[name] === own);
    return isShown && this.#lost(written, seen).length === 0;
  }

  #lost(written: CallInput, seen: Exchange): Difference[] {
    const { description } = this.#probe.api;
    const { value, schema } = this.#shown(written, seen);
    if (schema === undefined) return [];
    return differences(written.body, value, {
      document: description.model.document,
      written: bodyMedia(this.#singleton.write, written)?.schema?.json,
      shown: schema,
      holds: (own, one) => description.holds(own, one),
      ignored: new Set(),
    });
  }

  /** Returns the value in an answer, which may be in an envelope of one member. */
  #shown(
    { body }: CallInput,
    { response, value }: Exchange,
  ): { readonly value: unknown; readonly schema: Json | undefined } {
    const { document } = this.#probe.api.description.model;
    const status = String(response?.status);
    const answer = this.#singleton.read.model.responses.find((one) => one.status === status);
    const schema = answer?.content.find(({ kind }) => kind === "json")?.schema?.json;
    const names = isObject(body) ? Object.keys(body) : [];
    const describes = (one: Json | undefined): boolean =>
      names.some((name) => memberSchemas(document, one, name).length > 0);
    if (describes(schema) || !isObject(value)) return { value, schema };
    for (const [name, own] of Object.entries(value)) {
      const inside: Json = { anyOf: memberSchemas(document, schema, name) };
      if (isObject(own) && describes(inside)) return { value: own, schema: inside };
    }
    return { value, schema };
  }

  #report(
    check: CheckName,
    operation: VerifiedOperation,
    message: string,
    exchanges: readonly Exchange[],
    lost: readonly Difference[] = [],
  ): void {
    const issues = lost.map(({ pointer }) => ({
      in: "body" as const,
      pointer,
      keyword: check,
      message,
    }));
    const { pointer } = operation.model;
    this.#probe.report({ check, message, pointer, issues }, operation, exchanges);
  }
}

/** True if an answer is one that the description has as an example. */
const isExampleOf = ({ mock }: VerifiedOperation, { value }: Exchange): boolean =>
  mock.answers.some((one) => "body" in one && equal(one.body, value));

/** Returns an input whose flags are true that another one leaves out, so that false is another value afterwards. */
function withFlags(input: CallInput, { body: plain }: CallInput): CallInput {
  if (!isObject(input.body) || !isObject(plain)) return input;
  const flags = Object.entries(input.body).filter(
    ([name, value]) => value === false && !Object.hasOwn(plain, name),
  );
  const raised = Object.fromEntries(flags.map(([name]) => [name, true]));
  return { ...input, body: { ...input.body, ...raised } };
}
