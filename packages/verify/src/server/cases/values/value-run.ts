import { isObject, toPointer, type Json, type JsonObject } from "@openapi-packages/description";
import { bodyMedia } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { withValueAt } from "../../../records/places.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { answerProblems, isServerError } from "../../judge/refusal.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import { extremeNumbers, isSameNumber } from "./extreme-numbers.ts";
import {
  emptyText,
  longLengths,
  longText,
  plainText,
  textFor,
  textKinds,
  type TextKind,
} from "./extreme-texts.ts";
import { reportChanged, shownAt, viewsOf, type View } from "./kept-values.ts";
import { valuePlaces, type ValuePlace } from "./value-places.ts";
import type { WhiteSpace } from "./white-space.ts";
import { standIn, type Values, type Writer, type Written } from "./writer.ts";

/** The outcome of writing values. */
type Outcome = "kept" | "refused" | "wrong";

/** A value for a place, and what it is for a message. */
interface Trial {
  readonly place: ValuePlace;
  readonly what: string;
  readonly value: string | number | bigint;
  /** The largest part by which a number may come back changed. */
  readonly tolerance: number;
  /** What of a text may be lost. Default: nothing. */
  readonly mayLose?: RegExp | undefined;
}

/** Writes values by one operation, and compares what is shown of them. */
export class KeptValues {
  readonly #flow: Flow;
  readonly #writer: Writer;
  readonly #whiteSpace: WhiteSpace;
  /** The operations that show a plain value of a place unchanged. */
  readonly #shownBy = new Map<ValuePlace, ReadonlySet<string>>();

  /** @param whiteSpace what the other writers of the resource do with white space */
  constructor(flow: Flow, writer: Writer, whiteSpace: WhiteSpace) {
    this.#flow = flow;
    this.#writer = writer;
    this.#whiteSpace = whiteSpace;
  }

  /** @returns false if not even plain values were accepted */
  async run(): Promise<boolean> {
    const places = valuePlaces(this.#flow, this.#writer.by, this.#writer.input);
    if (places.length === 0) return true;
    if (!(await this.#learn(places))) return false;
    const tried = [...this.#shownBy.keys()];
    const texts = tried.filter(({ type }) => type === "text");
    for (const kind of textKinds) await this.#texts(texts, kind);
    await this.#emptyTexts(texts);
    await this.#longTexts(texts);
    await this.#numbers(tried.filter(({ type }) => type === "number"));
    return true;
  }

  /** Finds the places that accept plain values and show them unchanged: all at once, else one by one. */
  async #learn(places: readonly ValuePlace[]): Promise<boolean> {
    if (await this.#learnFrom(places)) return true;
    const numbers = places.filter(({ type }) => type === "number");
    if (!(await this.#learnFrom(numbers))) return false;
    for (const place of places) if (place.type === "text") await this.#learnFrom([place]);
    return true;
  }

  async #learnFrom(places: readonly ValuePlace[]): Promise<boolean> {
    const trials = places.flatMap((place) => trialOf(place, plainText) ?? []);
    const written = await this.#write(trials);
    if (written === undefined || !isKept(written)) return false;
    const views = await viewsOf(this.#flow, this.#writer.by, written, true, plainText.what);
    const sent = new Map(trials.map(({ place, value }) => [place, value]));
    const { body } = this.#writer.input;
    for (const place of places) {
      const value = sent.get(place) ?? shownAt({ record: body } as View, place);
      const by = views.filter((view) => shownAt(view, place) === value);
      if (by.length > 0) this.#shownBy.set(place, new Set(by.map((view) => view.by.operation.id)));
    }
    return true;
  }

  async #texts(places: readonly ValuePlace[], kind: TextKind): Promise<Outcome> {
    const trials = places.flatMap((place) => trialOf(place, kind) ?? []);
    const isCombined = trials.length > 1 || kind.parts !== undefined;
    const outcome = await this.#try(trials, isCombined, kind.isListed);
    if (outcome === "kept" || !isCombined) return outcome;
    if (outcome === "refused" && kind.isPadded === true)
      return this.#texts(places, { ...kind, isPadded: false });
    if (outcome === "refused" && kind.isOptional === true) return outcome;
    // The report shows the one member and the one kind of text that is lost.
    if (kind.parts !== undefined) {
      let worst: Outcome = "kept";
      for (const part of kind.parts) {
        const own = await this.#texts(places, part);
        if (own === "wrong" || worst === "kept") worst = own;
        if (own === "wrong") break;
      }
      if (worst === "kept" && outcome === "wrong") return this.#oneByOne(trials, true);
      return worst;
    }
    return this.#oneByOne(trials, kind.isListed);
  }

  async #longTexts(places: readonly ValuePlace[]): Promise<void> {
    for (const length of longLengths)
      if ((await this.#texts(places, longText(length))) !== "refused") return;
  }

  /** Writes empty texts, where a member may be left out as well: others are often refused without a rule. */
  async #emptyTexts(places: readonly ValuePlace[]): Promise<void> {
    const trials = places.flatMap((place) => trialOf(place, emptyText) ?? []);
    const optional = trials.filter(({ place }) => this.#isOptional(place));
    const isCombined = optional.length > 1;
    if ((await this.#try(optional, isCombined)) === "wrong" && isCombined)
      await this.#oneByOne(optional);
  }

  async #numbers(places: readonly ValuePlace[]): Promise<void> {
    const all = places.map((place) =>
      extremeNumbers(place).map((extreme): Trial => ({ place, ...extreme })),
    );
    const most = Math.max(0, ...all.map(({ length }) => length));
    const isLost = new Set<ValuePlace>();
    for (let index = 0; index < most; index += 1) {
      const trials = all
        .flatMap((own) => own[index] ?? [])
        .filter(({ place }) => !isLost.has(place));
      const isCombined = trials.length > 1;
      const outcome = await this.#try(trials, isCombined);
      if (outcome === "wrong" && !isCombined) for (const { place } of trials) isLost.add(place);
      if (outcome === "kept" || !isCombined) continue;
      for (const trial of trials)
        if ((await this.#try([trial], false)) === "wrong") isLost.add(trial.place);
    }
  }

  async #oneByOne(trials: readonly Trial[], isListed = false): Promise<Outcome> {
    let isRefused = false;
    for (const trial of trials) {
      const outcome = await this.#try([trial], false, isListed);
      if (outcome === "wrong") return outcome;
      isRefused ||= outcome === "refused";
    }
    return isRefused ? "refused" : "kept";
  }

  /**
   * Writes values and compares them with what is shown.
   *
   * @param isSilent true to report nothing, because each value will be tried by itself
   * @param isListed true to look into the list, too
   */
  async #try(trials: readonly Trial[], isSilent: boolean, isListed = false): Promise<Outcome> {
    const valid = trials.filter((one) => this.#isValid(one));
    const [first] = valid;
    if (first === undefined) return "kept";
    const written = await this.#write(valid);
    if (written === undefined) return "refused";
    const { exchange } = written;
    const { status } = exchange.response ?? {};
    if (status === undefined || isServerError(status)) {
      if (!isSilent) this.#reportFailure(exchange, first);
      return "wrong";
    }
    if (!isSuccess(exchange)) return "refused";
    if (!isSilent) this.#reportProblems(exchange);
    if (!isKept(written)) return "kept";
    const changed = await this.#changed(written, valid, isListed);
    if (!isSilent) for (const { trial, view } of changed.slice(0, 1)) this.#reportLoss(trial, view);
    return changed.length > 0 ? "wrong" : "kept";
  }

  async #changed(
    written: Written,
    trials: readonly Trial[],
    isListed: boolean,
  ): Promise<{ readonly trial: Trial; readonly view: View }[]> {
    const what = trials[0]?.what ?? "";
    const views = await viewsOf(this.#flow, this.#writer.by, written, isListed, what);
    this.#noteWhiteSpace(views, trials);
    return trials.flatMap((trial) => {
      const known = this.#shownBy.get(trial.place);
      return views
        .filter(({ by }) => known?.has(by.operation.id) === true)
        .filter((view) => !isSameValue(trial, shownAt(view, trial.place)))
        .filter((view) => trial.value !== "" || this.#mayBeEmpty(view, trial.place))
        .slice(0, 1)
        .map((view) => ({ trial, view }));
    });
  }

  /** Notes what reading shows, or else the answer to writing: lists may show less. */
  #noteWhiteSpace(views: readonly View[], trials: readonly Trial[]): void {
    const { read } = this.#flow.resource;
    const view = views.find(({ by }) => by === read) ?? views[0];
    if (view === undefined) return;
    for (const { place, value } of trials) {
      const isKnown = this.#shownBy.get(place)?.has(view.by.operation.id) === true;
      if (!isKnown || typeof value !== "string") continue;
      const shown = [value, shownAt(view, place)] as const;
      this.#whiteSpace.note(this.#flow, this.#writer.by, place, shown, view.exchanges);
    }
  }

  #isOptional({ tokens }: ValuePlace): boolean {
    const { input, by } = this.#writer;
    const { body } = input;
    const [name = ""] = tokens;
    if (tokens.length !== 1 || !isObject(body)) return false;
    const { [name]: _, ...rest } = body as JsonObject;
    const schema = bodyMedia(by.operation, input)?.schema?.json ?? true;
    return by.state.kind !== "update" && this.#flow.probe.api.description.holds(schema, rest);
  }

  /** True if the schema of an answer allows an empty text. */
  #mayBeEmpty({ by, exchanges }: View, { tokens }: ValuePlace): boolean {
    const { description } = this.#flow.probe.api;
    const { document } = description.model;
    const [seen] = exchanges.slice(-1);
    const whole = seen && this.#flow.schemaOf(by, seen);
    const own = memberSchemas(document, whole, tokens[0] ?? "");
    return own.length > 0 && description.holds({ anyOf: own }, "");
  }

  async #write(trials: readonly Trial[]): Promise<Written | undefined> {
    const values: Values = new Map(trials.map(({ place, value }) => [place, value]));
    return this.#writer.write(values);
  }

  #isValid({ place, value }: Trial): boolean {
    const { operation } = this.#writer.by;
    const { input } = this.#writer;
    const schema = bodyMedia(operation, input)?.schema?.json ?? true;
    // A validator in JavaScript cannot judge it; its bounds were looked at before.
    const own = typeof value === "bigint" ? (value < 0 ? -standIn : standIn) : value;
    const body = withValueAt(input.body, place.tokens, own);
    return this.#flow.probe.api.description.holds(schema, body as Json);
  }

  #reportFailure(exchange: Exchange, { place, what }: Trial): void {
    const { operation } = this.#writer.by;
    const { probe } = this.#flow;
    const { status } = exchange.response ?? {};
    const answer = status === undefined ? "does not answer" : `answers ${status}`;
    const message = `${answer} to ${toPointer(place.tokens)} with ${what}, which its schema allows`;
    const check = status === undefined ? "no-answer" : "server-error";
    probe.report({ check, message, pointer: operation.model.pointer }, operation, [exchange]);
  }

  #reportProblems(exchange: Exchange): void {
    const { operation } = this.#writer.by;
    // Other members may follow from the values, such as a total beyond what its schema allows.
    for (const problem of answerProblems(operation, exchange))
      if (problem.check !== "body") this.#flow.probe.report(problem, operation, [exchange]);
  }

  #reportLoss({ place, what, value }: Trial, view: View): void {
    const shown = shownAt(view, place);
    const message = `${toPointer(place.tokens)} was written with ${what} and is ${shownText(value, shown)}`;
    reportChanged(this.#flow, this.#writer.by, view, place, message);
  }
}

/** True if a record was written and can be compared. */
const isKept = ({ exchange, record }: Written): boolean => record !== undefined && isDone(exchange);

function trialOf(place: ValuePlace, kind: TextKind): Trial | undefined {
  const { what, mayLose } = kind;
  const value = place.type === "text" ? textFor(kind, place) : undefined;
  return value === undefined ? undefined : { place, what, value, tolerance: 0, mayLose };
}

/** True if a value came back, but for what it may lose. */
function isSameValue({ value, tolerance, mayLose }: Trial, shown: unknown): boolean {
  if (typeof value !== "string") return isSameNumber(value, shown, tolerance);
  if (mayLose === undefined || typeof shown !== "string") return value === shown;
  return value.replaceAll(mayLose, "") === shown.replaceAll(mayLose, "");
}

/** Says how a shown value differs from the one that was sent. */
function shownText(sent: Trial["value"], shown: unknown): string {
  if (shown === undefined) return "not there";
  if (typeof shown !== "string" || typeof sent !== "string") return String(shown);
  const [before, after] = [Array.from(sent), Array.from(shown)];
  if (after.length < before.length && sent.startsWith(shown))
    return `cut off after ${after.length.toLocaleString("en")}`;
  const at = before.findIndex((one, index) => one !== after[index]);
  const part = (whole: readonly string[]): string =>
    JSON.stringify(whole.slice(Math.max(0, at - 8), at + 16).join(""));
  return `another text: ${part(after)} in place of ${part(before)}`;
}
