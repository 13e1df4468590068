import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json } from "@openapi-packages/description";
import type { MadeRecord } from "../../../../records/made-record.ts";
import { keyLike, valuesAt, withValueAt } from "../../../../records/places.ts";
import { withFreshKey } from "../../../../records/own-key.ts";
import { bodyMedia } from "../../../../records/vary.ts";
import type { Exchange } from "../../../../wire/exchange.ts";
import { inputBelow } from "../below.ts";
import { Flow, isDone, isGone, isSuccess, type Made } from "../flow.ts";
import type { AggregateRule } from "./aggregate-rules.ts";

/** How many records belong to the one whose number follows from them. */
const mostRecords = 3;

/**
 * Creates records whose numbers another one sums up, deletes one and changes one, and reads the sum or the mean after each.
 * At most 12 requests, and those for the records.
 */
export async function aggregates(flow: Flow, rule: AggregateRule): Promise<void> {
  const made = await flow.create();
  const before = made && (await flow.read(made.record));
  if (made === undefined || before === undefined || !isSuccess(before)) return;
  const start = rule.kind === "sum" ? (numberIn(flow, rule, before) ?? 0) : 0;
  const run = new AggregateRun(flow, rule, made, start);
  if ((await run.add()) && (await run.remove())) await run.change();
}

class AggregateRun {
  readonly #flow: Flow;
  readonly #children: Flow;
  readonly #rule: AggregateRule;
  readonly #made: Made;
  /** The sum before there was any record. */
  readonly #start: number;
  readonly #records: MadeRecord[] = [];
  readonly #values: number[] = [];

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
    for (const input of await this.#inputs()) {
      const {
        exchange,
        record,
        input: sent,
      } = await this.#flow.probe.records.create(operation, input);
      const [value] = valuesAt(sent.body, [this.#rule.part]);
      if (!isDone(exchange) || record === undefined || typeof value !== "number") return false;
      this.#records.push(record);
      this.#values.push(value);
      const isFirst = this.#values.length === 1;
      if (!(await this.#follows(exchange, isFirst))) return false;
    }
    return this.#records.length === mostRecords;
  }

  /**
   * Deletes the record between the others.
   *
   * @returns false if the number does not follow, or nothing tells whether it has to
   */
  async remove(): Promise<boolean> {
    const { remove } = this.#rule.below;
    const record = this.#records[1];
    if (remove === undefined || record === undefined) return true;
    if (!this.#flow.probe.mayCall(remove.operation)) return true;
    const removal = (await this.#children.on(remove, record))?.exchange;
    if (removal === undefined || !isDone(removal)) return true;
    // Some services keep the record, mark it, and count it further.
    const gone = await this.#children.read(record);
    if (gone === undefined || !isGone(gone)) return false;
    this.#values.splice(1, 1);
    return this.#follows(removal);
  }

  /** Gives the last record the number of the first one. */
  async change(): Promise<void> {
    const { update, replace } = this.#rule.below;
    const by = update ?? replace;
    const [record, first] = [this.#records.at(-1), this.#values[0]];
    if (by === undefined || record === undefined || first === undefined) return;
    if (!this.#flow.probe.mayCall(by.operation)) return;
    const changed = await this.#children.on(by, record, (input) => this.#valued(input, first));
    const isWritten = valuesAt(changed?.input.body, [this.#rule.part])[0] === first;
    if (changed === undefined || !isDone(changed.exchange) || !isWritten) return;
    this.#values[this.#values.length - 1] = first;
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
    const isValid = (one: CallInput): boolean =>
      probe.api.description.holds(schema, one.body as Json);
    const [rising, falling] = [
      [value, value + 1, value + 1],
      [value, value, value - 1],
    ].map((values) =>
      values.map((one, index) =>
        withFreshKey(operation, this.#valued(placed, one), `${part} ${index}`),
      ),
    );
    return [rising, falling].find((all) => all?.every(isValid)) ?? [];
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
    const sum = this.#values.reduce((all, one) => all + one, 0);
    const isSum = rule.kind === "sum";
    const expected = isSum ? this.#start + sum : sum / this.#values.length;
    if (Math.abs(shown - expected) <= toleranceOf(rule, shown)) return true;
    if (isAlone) return false;
    const values = `${this.#values.slice(0, -1).join(", ")} and ${this.#values.at(-1)}`;
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
