import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { pointerParts } from "@openapi-packages/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { listOf } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { valuesAt, withValueAt } from "../../../records/places.ts";
import { memberNames, memberSchemas, schemaAt } from "../../../schema/members.ts";
import { isNamedAfter } from "../concurrency/count-of-removed.ts";
import { withLargePages } from "../pages/list-pages.ts";
import { walkList, type Walk } from "../pages/walk.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isGone, isSuccess, type Flow, type Made } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** The most pages of a list in which a record is looked for. */
const mostPages = 3;

/** A list of the records that the members of others name, which counts those others. */
export interface CountingList {
  readonly list: FoundOperation;
  /** The place of the key in the body of a creation. */
  readonly pointer: readonly string[];
  /** The member of the items that has the number, such as `plant_count`. */
  readonly member: string;
  /** True if its description says that it is the number of all of them: "How many plants it has right now". */
  readonly isOfAll: boolean;
  /** True if it counts those that were there once, too: "Books that it has ever had". */
  readonly isOfOnce: boolean;
}

/** Words by which a number does not go down again. */
export const ofOnce =
  /\b(?:ever|so far|lifetime|in all|in total|histor\w+|cumulative|includ\w+|received|placed|made|until now|to date)\b/i;

/** Returns the list whose items count the records of a resource that refer to them; `undefined` if there is none. */
export function countingList(
  api: VerifiedApi,
  { name, create }: ResourceFlow,
): CountingList | undefined {
  const { document } = api.description.model;
  for (const { pointer, resource } of create.state.references ?? []) {
    const list = resource === name || pointer.includes("*") ? undefined : listOf(api, resource);
    if (list === undefined || list.state.path.length > 0 || list.state.at === undefined) continue;
    const success = list.operation.model.responses.find(({ status }) => status === "200");
    const body = success?.content.find(({ kind }) => kind === "json")?.schema?.json;
    const items = schemaAt(document, body, [...pointerParts(list.state.at), "*"]);
    const names = memberNames(document, items);
    const member = names.find((one) => isNamedAfter(`/${one}`, create.operation));
    if (member === undefined) continue;
    const said = memberSchemas(document, items, member)
      .map((one) => one["description"])
      .filter((one) => typeof one === "string");
    const isOfAll = said.some((one) => isOfAllRecords(one, create, resource));
    return { list, pointer, member, isOfAll, isOfOnce: said.some((one) => ofOnce.test(one)) };
  }
  return undefined;
}

/** Words that say no more than where what is counted is. */
const plain =
  /^(?:are|is|it|its|the|a|an|in|inside|of|there|here|at|on|has|have|right|now|currently|this|that|belongs?|to)$/i;

/**
 * True for "How many plants are in it" and "The number of plants", and not for "The number of open tickets", "of plants that are
 * ill" or "of plants, counted each night".
 */
export function isOfAllRecords(
  text: string,
  { operation: { model } }: Pick<FoundOperation, "operation">,
  above: string,
): boolean {
  const noun = (model.path.split("/").at(-1) ?? "").replaceAll(/[-_]/g, " ");
  const counted =
    /^(?:how many|(?:the )?(?:current |present |total )?number of) (?<rest>[a-z ]+)\.?$/i.exec(
      text.trim(),
    );
  const rest = counted?.groups?.["rest"]?.toLowerCase() ?? "";
  if (rest !== noun && !rest.startsWith(`${noun} `)) return false;
  const where = wordsOf(above).map(stem);
  return wordsOf(rest.slice(noun.length)).every(
    (one) => plain.test(one) || where.includes(stem(one)),
  );
}

/**
 * Creates a record that another one counts, such as a plant of a greenhouse with `plant_count`, moves it to another one, and
 * deletes it: a number that went up by one goes down again, and that of the other up. 9 requests, and 1 to be sure of a
 * failure.
 */
export async function countedElsewhere(flow: Flow, counting: CountingList): Promise<void> {
  const { probe } = flow;
  const { operation } = counting.list;
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const asked = withLargePages(probe.api, operation, input);
  await new CountedRecord(flow, counting, () => walkList(probe, operation, asked, mostPages)).run();
}

/** A record that is created, moved and deleted beside the list that counts it. */
class CountedRecord {
  readonly #flow: Flow;
  readonly #counting: CountingList;
  readonly #seen: () => Promise<Walk>;

  constructor(flow: Flow, counting: CountingList, seen: () => Promise<Walk>) {
    this.#flow = flow;
    this.#counting = counting;
    this.#seen = seen;
  }

  async run(): Promise<void> {
    const { pointer, isOfAll, isOfOnce } = this.#counting;
    const { create } = this.#flow.resource;
    const before = await this.#seen();
    const made = await this.#flow.create();
    const [key] = valuesAt(made?.input.body, pointer);
    if (made === undefined || key === undefined) return;
    const between = await this.#seen();
    const [known, count] = [this.#countOf(before, key), this.#countOf(between, key)];
    if (typeof known !== "number" || typeof count !== "number") return;
    if (count === known && isOfAll && (await this.#isIn(made.record, key)))
      return this.#report(
        `is ${count} before and after ${create.operation.id}, and is said to be the number of all`,
        [...before.exchanges, made.exchange, ...between.exchanges],
      );
    if (count - 1 !== known || isOfOnce) return;
    const moved = await this.#move(made, between);
    if (moved !== undefined) await this.#remove(made, moved.key, moved.walk);
  }

  /** Moves a record to another one that counts. Returns where it is then; `undefined` if the counts are wrong. */
  async #move(
    made: Made,
    before: Walk,
  ): Promise<{ readonly key: unknown; readonly walk: Walk } | undefined> {
    const { pointer } = this.#counting;
    const { update, replace } = this.#flow.resource;
    const [key] = valuesAt(made.input.body, pointer);
    const by = update ?? replace;
    const other = before.items.map((one) => this.#keyOf(one)).find((one) => one !== key);
    const stays = { key, walk: before };
    if (by === undefined || other === undefined || !this.#takes(by)) return stays;
    const change = (input: CallInput): CallInput => {
      const body = by === update ? {} : made.input.body;
      return { ...input, body: withValueAt(body, pointer, other) };
    };
    const move = await this.#flow.on(by, made.record, change);
    if (move === undefined || !isDone(move.exchange)) return stays;
    const after = await this.#seen();
    const isThere = await this.#isIn(made.record, other);
    if (!isThere || !after.exchanges.every(isSuccess)) return undefined;
    const expected = [
      [key, Number(this.#countOf(before, key)) - 1],
      [other, Number(this.#countOf(before, other)) + 1],
    ] as const;
    const wrong = expected.find(([one, number]) => {
      const seen = this.#countOf(after, one);
      // Some are on a later page.
      return typeof seen === "number" && seen !== number;
    });
    if (wrong === undefined) return { key: other, walk: after };
    const [one, number] = wrong;
    const which = one === key ? "the one that it left" : "the one that it came to";
    const text = `of ${which} is ${String(this.#countOf(after, one))} after ${by.operation.id}, and should be ${number}`;
    this.#report(text, [...before.exchanges, move.exchange, ...after.exchanges]);
    return undefined;
  }

  async #remove(made: Made, key: unknown, between: Walk): Promise<void> {
    const { remove, create } = this.#flow.resource;
    const removal = remove && (await this.#flow.on(remove, made.record))?.exchange;
    if (remove === undefined || removal === undefined || !isDone(removal)) return;
    const after = await this.#seen();
    const count = this.#countOf(between, key);
    if (!after.exchanges.every(isSuccess) || this.#countOf(after, key) !== count) return;
    const gone = await this.#flow.read(made.record);
    // Some services keep the record and mark it.
    if (gone === undefined || !isGone(gone)) return;
    const { id } = create.operation;
    const text = `is ${String(count)} before and after ${remove.operation.id}, and ${id} makes it 1 more`;
    this.#report(text, [...between.exchanges, removal, ...after.exchanges]);
  }

  /** True if a change takes the member that names the record which counts. */
  #takes({ operation }: FoundOperation): boolean {
    const { document } = this.#flow.probe.api.description.model;
    const schema = operation.model.requestBody?.content[0]?.schema?.json;
    return schemaAt(document, schema, this.#counting.pointer) !== undefined;
  }

  /** True if reading a record shows the key of the one that counts it. */
  async #isIn(record: MadeRecord, key: unknown): Promise<boolean> {
    const { read } = this.#flow.resource;
    const seen = await this.#flow.read(record);
    if (read === undefined || seen === undefined || !isSuccess(seen)) return false;
    return valuesAt(this.#flow.shown(read, seen), this.#counting.pointer)[0] === key;
  }

  #keyOf(item: unknown): unknown {
    const { state } = this.#counting.list;
    const { key = "id" } =
      this.#flow.probe.api.description.mock.state?.resources[state.resource] ?? {};
    return isObject(item) ? getMember(item, key) : undefined;
  }

  #countOf({ items }: Walk, key: unknown): unknown {
    const item = items.find((one) => this.#keyOf(one) === key);
    return isObject(item) ? getMember(item, this.#counting.member) : undefined;
  }

  #report(text: string, exchanges: readonly Exchange[]): void {
    const { list, member } = this.#counting;
    this.#flow.report("derived-value", list, `\`${member}\` ${text}`, exchanges);
  }
}
