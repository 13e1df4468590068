import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json } from "@openapi-packages/description";
import type { MadeRecord } from "../../../../records/made-record.ts";
import { keyLike, valuesAt, withValueAt } from "../../../../records/places.ts";
import { withFreshKey } from "../../../../records/own-key.ts";
import { choicesOf } from "../../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../../records/vary.ts";
import { memberSchemas } from "../../../../schema/members.ts";
import type { Exchange } from "../../../../wire/exchange.ts";
import { inputBelow } from "../below.ts";
import { Flow, isDone, isGone, isSuccess, type Made } from "../flow.ts";
import type { AggregateRule } from "./aggregate-rules.ts";

/**
 * Creates records whose numbers another one sums up, deletes one and changes one, and reads the sum or the mean after each.
 * At most 13 requests, and those for other records.
 */
export async function aggregates(flow: Flow, rule: AggregateRule): Promise<void> {
  const made = await flow.create();
  const before = made && (await flow.read(made.record));
  if (made === undefined || before === undefined || !isSuccess(before)) return;
  const start = rule.kind === "sum" ? (numberIn(flow, rule, before) ?? 0) : 0;
  const run = new AggregateRun(flow, rule, made, start);
  if ((await run.add()) && (await run.remove())) await run.change();
}

/** A record that another one sums up. */
interface Part {
  readonly record: MadeRecord;
  readonly input: CallInput;
  /** The number that is summed up. */
  readonly value: number;
}

class AggregateRun {
  readonly #flow: Flow;
  readonly #children: Flow;
  readonly #rule: AggregateRule;
  readonly #made: Made;
  /** The sum before there was any record. */
  readonly #start: number;
  #parts: readonly Part[] = [];

  constructor(flow: Flow, rule: AggregateRule, made: Made, start: number) {
    this.#flow = flow;
    this.#children = new Flow(flow.probe, rule.below);
    this.#rule = rule;
    this.#made = made;
    this.#start = start;
  }

  /**
   * Creates the records, one by one.
   *
   * @returns true if the number follows from them; false, too, if it does not follow from the first one, and is something
   * else than it is taken for
   */
  async add(): Promise<boolean> {
    const { operation } = this.#rule.below.create;
    const inputs = await this.#inputs();
    for (const input of inputs) {
      const {
        exchange,
        record,
        input: sent,
      } = await this.#flow.probe.records.create(operation, input);
      const [value] = valuesAt(sent.body, [this.#rule.part]);
      if (!isDone(exchange) || record === undefined || typeof value !== "number") return false;
      // It may have been taken below another record alone.
      if (!equal(sent.path, input.path) || !this.#isLikeFirst(sent)) return false;
      this.#parts = [...this.#parts, { record, input: sent, value }];
      if (!(await this.#follows(exchange, this.#parts.length === 1))) return false;
    }
    return inputs.length > 0;
  }

  /**
   * Deletes the record between the others.
   *
   * @returns false if the number does not follow, or nothing tells whether it has to
   */
  async remove(): Promise<boolean> {
    const { remove } = this.#rule.below;
    const [first, between, last] = this.#parts;
    if (remove === undefined || !first || !between || !last) return true;
    if (!this.#flow.probe.mayCall(remove.operation)) return true;
    const removal = (await this.#children.on(remove, between.record))?.exchange;
    if (removal === undefined || !isDone(removal)) return true;
    // Some services keep the record, mark it, and count it further.
    const gone = await this.#children.read(between.record);
    if (gone === undefined || !isGone(gone)) return false;
    this.#parts = [first, last];
    return this.#follows(removal);
  }

  /** Gives the last record the number of the first one, and changes nothing else. */
  async change(): Promise<void> {
    const { update, replace } = this.#rule.below;
    const by = update ?? replace;
    const [first, last] = [this.#parts[0], this.#parts.at(-1)];
    if (by === undefined || first === undefined || last === undefined) return;
    const { probe } = this.#flow;
    if (!probe.mayCall(by.operation)) return;
    const { value } = first;
    const body =
      by === replace ? this.#valued(last.input, value).body : { [this.#rule.part]: value };
    const schema = bodyMedia(by.operation, {})?.schema?.json ?? true;
    if (!probe.api.description.holds(schema, body as Json)) return;
    const changed = await this.#children.on(by, last.record, (input) => ({ ...input, body }));
    if (changed === undefined || !isDone(changed.exchange)) return;
    this.#parts = [...this.#parts.slice(0, -1), { ...last, value }];
    await this.#follows(changed.exchange);
  }

  /** Returns inputs of which one has another number than the others, so that their mean is rounded up. */
  async #inputs(): Promise<readonly CallInput[]> {
    const { probe, resource } = this.#flow;
    const { below, pointer, part } = this.#rule;
    const { operation } = below.create;
    const { input } = await probe.records.inputFor(operation, "new");
    if (input === undefined || resource.read === undefined) return [];
    const { record } = this.#made;
    const placed =
      pointer === undefined
        ? inputBelow(operation, input, resource.read, record)
        : { ...input, body: withKeyAt(input.body, pointer, record.key) };
    const [value] = valuesAt(placed.body, [part]);
    if (typeof value !== "number") return [];
    const schema = bodyMedia(operation, placed)?.schema?.json ?? true;
    const candidates = [
      [value, value + 1, value + 1],
      [value, value, value - 1],
    ].map((values) => values.map((one) => this.#valued(placed, one)));
    const inputs = candidates.find((all) =>
      all.every(({ body }) => probe.api.description.holds(schema, body as Json)),
    );
    return (inputs ?? []).map((one, index) => withFreshKey(operation, one, `${part} ${index}`));
  }

  /** True if a creation differs from the first one in its number and in free texts alone: a refused one is varied. */
  #isLikeFirst({ path, body }: CallInput): boolean {
    const first = this.#parts[0]?.input;
    if (first === undefined) return true;
    const { part, pointer, below } = this.#rule;
    const { document } = this.#flow.probe.api.description.model;
    const { operation } = below.create;
    const schema = bodyMedia(operation, first)?.schema?.json;
    const isFree = (name: string): boolean =>
      name !== pointer?.[0] && choicesOf(memberSchemas(document, schema, name)).length === 0;
    const isLike = (name: string): boolean => {
      const [one, other] = [first.body, body].map((own) => valuesAt(own, [name])[0]);
      const isText = typeof one === "string" && typeof other === "string";
      return name === part || equal(one, other) || (isText && isFree(name));
    };
    const names = [first.body, body].flatMap((own) => (isObject(own) ? Object.keys(own) : []));
    return equal(path, first.path) && names.every(isLike);
  }

  #valued(input: CallInput, value: number): CallInput {
    return { ...input, body: withValueAt(input.body, [this.#rule.part], value) };
  }

  /** Reads the number, and reports it if it does not follow from the records, unless there is one alone. */
  async #follows(done: Exchange, isAlone = false): Promise<boolean> {
    const flow = this.#flow;
    const rule = this.#rule;
    const { read } = flow.resource;
    const seen = await flow.read(this.#made.record);
    if (read === undefined || seen === undefined || !isSuccess(seen)) return false;
    const shown = numberIn(flow, rule, seen);
    if (shown === undefined) return false;
    const all = this.#parts.map(({ value }) => value);
    const sum = all.reduce((total, one) => total + one, 0);
    const isSum = rule.kind === "sum";
    const expected = isSum ? this.#start + sum : sum / all.length;
    if (Math.abs(shown - expected) <= toleranceOf(rule, shown)) return true;
    if (isAlone) return false;
    const values = `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
    const [own, exact] = [isSum ? "sum" : "mean", Number(expected.toFixed(6))];
    const message = `\`${rule.member}\` is ${shown} after ${done.operation?.id}, and the ${own} of ${values} in \`${rule.part}\` is ${exact}; the description says ${JSON.stringify(rule.sentence)}`;
    flow.report("derived-value", read, message, [done, seen], [`/${rule.member}`]);
    return false;
  }
}

function withKeyAt(body: unknown, pointer: readonly string[], key: string): unknown {
  const own = keyLike(valuesAt(body, pointer)[0], key);
  return own === undefined ? body : withValueAt(body, pointer, own);
}

function numberIn(flow: Flow, { member }: AggregateRule, seen: Exchange): number | undefined {
  const { read } = flow.resource;
  const shown = read && flow.shown(read, seen);
  const value = isObject(shown) ? getMember(shown, member) : undefined;
  return typeof value === "number" ? value : undefined;
}

/** Returns the largest difference that is due to rounding: where nothing says how, 1 in the last digit that is shown. */
function toleranceOf({ kind, decimals }: AggregateRule, shown: number): number {
  const binary = 1e-9 * Math.max(1, Math.abs(shown));
  if (kind === "sum") return Number.isInteger(shown) ? binary : 0.005 + binary;
  const digits = String(shown).split(".")[1]?.length ?? 0;
  return decimals === undefined ? 10 ** -digits : 0.5 * 10 ** -decimals + binary;
}
