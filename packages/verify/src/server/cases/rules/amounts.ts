import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { MadeRecord } from "../../../records/made-record.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { resourceNamed } from "../../../records/references.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import { shownIn } from "../flows/shown-record.ts";
import { allListed } from "../states/listed-records.ts";
import type { AmountRule, SumOf } from "./amount-rules.ts";

/** The least that has to be left for all calls with an amount of 1. */
const least = 6;

/** The most records of the list that are tried. */
const mostListed = 2;

/**
 * Calls an action with an amount of 1, by itself and twice at once, and with all that is left: each call counts, the last
 * one is taken, and sums go with it. At most 8 requests, 2 for each sum, and those for the record. A record of the list is
 * used where a new one has nothing to take from, if the service exists for the test alone.
 */
export async function amounts(flow: Flow, rule: AmountRule): Promise<void> {
  const { probe } = flow;
  if (!probe.mayCall(rule.by.operation)) return;
  for await (const record of recordsFor(flow, rule)) {
    const calls = new AmountCalls(flow, rule, record);
    const first = await calls.begin();
    if (first === undefined) continue;
    const last = await calls.atOnce(first);
    if (last !== undefined) await calls.allThatIsLeft(last);
    return;
  }
}

/** Yields a new record, and some of the list, as far as they have something to take from. */
async function* recordsFor(flow: Flow, rule: AmountRule): AsyncGenerator<MadeRecord> {
  const { probe, resource } = flow;
  const isUsable = ({ value }: MadeRecord): boolean =>
    (numberIn(value, (rule.most ?? rule.changed).name) ?? 0) >= least;
  const made = (await flow.create())?.record;
  if (made !== undefined && isUsable(made)) yield made;
  if (!probe.isDisposable) return;
  const listed = await allListed(probe, resource.name, 3);
  yield* listed.filter(isUsable).slice(0, mostListed);
}

/** A call that was taken, with the number that it changed. */
interface Counted {
  readonly exchange: Exchange;
  readonly number: number;
}

class AmountCalls {
  readonly #flow: Flow;
  readonly #rule: AmountRule;
  readonly #record: MadeRecord;
  #count = 0;

  constructor(flow: Flow, rule: AmountRule, record: MadeRecord) {
    this.#flow = flow;
    this.#rule = rule;
    this.#record = record;
  }

  /** Calls the action once; `undefined` if it is refused, or changes the number otherwise than it says. */
  async begin(): Promise<Counted | undefined> {
    const { changed } = this.#rule;
    const before = numberIn(this.#record.value, changed.name);
    const sums = await this.#sums();
    const first = await this.#counted(1);
    if (first === undefined || before === undefined) return undefined;
    if (first.number !== before + changed.factor) return undefined;
    await this.#reportSums(sums, first);
    return first;
  }

  /** Calls the action twice at once, and once more to see what became of that. */
  async atOnce(first: Counted): Promise<Counted | undefined> {
    const { changed, by } = this.#rule;
    const both = await Promise.all([this.#call(1), this.#call(1)]);
    const taken = both.filter((one) => one !== undefined && isDone(one));
    const last = await this.#counted(1);
    if (last === undefined) return undefined;
    const wanted = first.number + changed.factor * (taken.length + 1);
    if (last.number === wanted) return last;
    if (Math.abs(last.number - first.number) > taken.length) return undefined;
    const message = `\`${changed.name}\` is ${last.number} after ${taken.length} calls at once that succeeded and one more, and should be ${wanted}: the description says ${JSON.stringify(changed.sentence)}`;
    const steps = [first.exchange, ...taken.filter((one) => one !== undefined), last.exchange];
    this.#flow.report("concurrent-calls", by, message, steps);
    return undefined;
  }

  /** Calls the action with all that is left, which has to be taken where less is. */
  async allThatIsLeft({ exchange }: Counted): Promise<void> {
    const { by, most } = this.#rule;
    const left = most && numberIn(this.#shown(exchange), most.name);
    const whole = left === undefined ? undefined : await this.#call(left);
    if (most === undefined || whole?.response?.status !== 409) return;
    const less = await this.#counted(1);
    if (less === undefined || numberIn(this.#shown(less.exchange), most.name) !== (left ?? 0) - 1)
      return;
    const message = `refuses exactly the \`${most.name}\` of the record, ${left}, and takes less: the description says ${JSON.stringify(most.sentence)}`;
    const { probe } = this.#flow;
    const { operation } = by;
    const { pointer } = operation.model;
    const problem = { check: "described-rule", message, pointer, about: "amount" } as const;
    probe.report(problem, operation, [exchange, whole, less.exchange]);
  }

  async #call(amount: number): Promise<Exchange | undefined> {
    const { probe } = this.#flow;
    const { by, amount: name } = this.#rule;
    const { operation } = by;
    const { input } = await probe.records.inputFor(operation, this.#record);
    const body = isObject(input?.body) ? { ...input.body, [name]: amount } : { [name]: amount };
    const schema = bodyMedia(operation, input ?? {})?.schema?.json ?? true;
    if (input === undefined || !probe.api.description.holds(schema, body as Json)) return undefined;
    this.#count += 1;
    const own: CallInput = { ...input, body };
    const sent = withFreshKey(operation, own, `amount-${this.#count}`);
    const exchange = await probe.call(operation, sent);
    reportAnswer(probe, operation, exchange);
    return exchange;
  }

  async #counted(amount: number): Promise<Counted | undefined> {
    const exchange = await this.#call(amount);
    if (exchange === undefined || !isDone(exchange)) return undefined;
    const number = numberIn(this.#shown(exchange), this.#rule.changed.name);
    return number === undefined ? undefined : { exchange, number };
  }

  #shown(exchange: Exchange): unknown {
    return shownIn(this.#rule.by, exchange);
  }

  /** Reads the records that have the sums, as far as the record names them. */
  async #sums(): Promise<readonly (readonly [SumOf, Exchange])[]> {
    const { probe, resource } = this.#flow;
    const { value } = this.#record;
    const found: (readonly [SumOf, Exchange])[] = [];
    for (const sum of this.#rule.sums) {
      const named = Object.entries(isObject(value) ? value : {}).find(
        ([name, key]) =>
          typeof key === "string" &&
          resourceNamed(probe.api, name, resource.name) === sum.read.state.resource,
      );
      const parameter = sum.read.state.path.at(-1)?.parameter;
      if (named === undefined || parameter === undefined) continue;
      const exchange = await probe.call(sum.read.operation, { path: { [parameter]: named[1] } });
      if (isSuccess(exchange)) found.push([sum, exchange]);
    }
    return found;
  }

  /** Reports sums that do not change as what they are the sum of. */
  async #reportSums(
    before: readonly (readonly [SumOf, Exchange])[],
    { exchange }: Counted,
  ): Promise<void> {
    const { most } = this.#rule;
    const name = most?.name ?? "";
    const own = [this.#record.value, this.#shown(exchange)].map((one) => numberIn(one, name));
    const after = await this.#sums();
    for (const [sum, seen] of before) {
      const now = after.find(([one]) => one === sum)?.[1];
      const [first, last] = [seen, now].map(
        (one) => one && numberIn(shownIn(sum.read, one), sum.name),
      );
      if (now === undefined || first === undefined || last === undefined) continue;
      if (own[0] === undefined || own[1] === undefined || last - first === own[1] - own[0])
        continue;
      const message = `\`${sum.name}\` was ${first} and is ${last}, where \`${name}\` was ${own[0]} and is ${own[1]}: the description says ${JSON.stringify(sum.description)}`;
      this.#flow.report(
        "derived-value",
        sum.read,
        message,
        [seen, exchange, now],
        [`/${sum.name}`],
      );
    }
  }
}

/** Returns a number of a record, by itself or in an object of it. */
function numberIn(record: unknown, name: string): number | undefined {
  if (!isObject(record)) return undefined;
  const places = [record, ...Object.values(record).filter(isObject)];
  return places.map((one) => getMember(one, name)).find((one) => typeof one === "number");
}
