import { equal } from "@openapi-packages/runtime/internals";
import { isObject, type JsonObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { sentencesOf } from "../../../description/said.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { combinedTests } from "../filters/combined.ts";
import { filterText, type FilterTest } from "../filters/filter-test.ts";
import { filterTests } from "../filters/filter-tests.ts";
import { isSuccess, type Flow, type Made } from "../flows/flow.ts";
import { requiredQuery } from "../flows/resources.ts";
import { listPages } from "../pages/list-pages.ts";
import type { Walk } from "../pages/walk.ts";
import { exportPath } from "./exports.ts";
import { shownKeys } from "./shown-keys.ts";

/** The most records of a page that are made, so that there is more than one page. */
const mostMade = 25;

/** The most filters of an export that are tried. */
const mostTests = 7;

/** Words by which an export need not have what a list has, or has it later. */
const isPart =
  /\b(?:only|except\w*|exclud\w*|unless|at most|up to|first \d+|limit\w*|omit\w*|left out|skip\w*|delet\w*|archiv\w*|cancel\w*|drafts?|snapshot|cache\w*|delay\w*|later|daily|night\w*|hour\w*|minutes?)\b/i;

/** What may follow "all candidates" without making them fewer. */
const afterAll = /^(?: (?:that|which) match\w*| as | in (?:csv|the order)|[,.:;]|$)/i;

/** An export with the list of its records. */
interface ListedExport {
  readonly get: VerifiedOperation;
  readonly list: FoundOperation;
  readonly made: Made;
}

/**
 * Compares an export with the list of its records. Where its description says that it has all of them, it does not end
 * with a page of the list, of which there are more: up to 25 records are made where there are fewer, and 5 requests. By
 * filters that it shares with the list, it has none that they exclude, and all that they include: 1 request for each
 * of at most 7.
 */
export async function exportedAsListed(flow: Flow, get: VerifiedOperation): Promise<void> {
  const { list } = flow.resource;
  const { api } = flow.probe;
  const isPaged = listPages(api, get) !== undefined || get.model.hasUndeclaredPages;
  if (list?.state.kind !== "list" || isPaged || requiredQuery(get).length > 0) return;
  const isAll = saysAll(get, list);
  const filters = (list.state.filters ?? []).filter(({ parameter }) =>
    isShared(get, list.operation, parameter),
  );
  if (!isAll && filters.length === 0) return;
  const made = await flow.create();
  if (made === undefined) return;
  const listed = { get, list, made };
  if (isAll && (await verifyWhole(flow, listed))) return;
  const items = recordsIn(await flow.list(made.record, list));
  const place = { api, operation: list.operation, state: list.state };
  const tests = filters.map((filter) =>
    filterTests(place, filter, items).filter((one) => one.isOfAll !== true),
  );
  const asked = [...combinedTests(tests, items), ...tests.flat()].slice(0, mostTests);
  if (asked.length > 0) await verifyFilters(flow, listed, asked);
}

/** True if an export says that it has all records of a list, and nothing that makes them fewer. */
function saysAll({ model }: VerifiedOperation, { operation }: FoundOperation): boolean {
  const success = model.responses.find(({ status }) => status.startsWith("2"));
  const said = sentencesOf(model.summary, model.description, success?.description);
  const noun = operation.model.path.split("/").findLast((one) => !one.startsWith("{")) ?? "";
  const all = new RegExp(`\\b(?:all|every) (?:the )?(?:${noun}|${noun.replace(/s$/, "")})\\b`, "i");
  const isWholeIn = (sentence: string): boolean => {
    const found = all.exec(sentence);
    return found !== null && afterAll.test(sentence.slice(found.index + found[0].length));
  };
  return said.some(isWholeIn) && !said.some((one) => isPart.test(one));
}

/** True if an export has a parameter of a list, described by the same words. */
function isShared(get: VerifiedOperation, list: VerifiedOperation, name: string): boolean {
  const [own, other] = [get, list].map(({ model }) =>
    model.parameters.find((one) => one.in === "query" && one.name === name),
  );
  return (
    own !== undefined &&
    own.description === other?.description &&
    equal(own.schema.json, other.schema.json)
  );
}

/** Returns true if an export is reported for having a page of its list. */
async function verifyWhole(flow: Flow, { get, list, made }: ListedExport): Promise<boolean> {
  const { default: usual, maximum } = listPages(flow.probe.api, list.operation)?.size ?? {};
  const first = await flow.list(made.record, list);
  if (first === undefined || (usual === undefined && maximum === undefined)) return false;
  const least = usual !== undefined && usual <= mostMade ? usual + 1 : 0;
  for (let count = first.items.length; count < least; count++)
    if ((await flow.create()) === undefined) break;
  const before = await exportOf(flow, get, made);
  const count = before === undefined ? 0 : shownKeys(flow, before).length;
  if (before === undefined || (count !== usual && count !== maximum)) return false;
  // An export of as many records by chance has one more, unless it leaves that out, too.
  await flow.create();
  const walk = await flow.list(made.record, list);
  const seen = await exportOf(flow, get, made);
  if (walk === undefined || !walk.isWhole || seen === undefined) return false;
  const keys = new Set(shownKeys(flow, seen));
  const known = walk.items.map((item) => String(flow.keyOf(item)));
  const lost = known.find((key) => !keys.has(key));
  if (keys.size !== count || lost === undefined || !known.some((key) => keys.has(key)))
    return false;
  const message = `has ${count} records, as a page of ${list.operation.id} has, and leaves out ${lost}, which is one of the ${known.length} that are listed`;
  const { pointer } = get.model;
  const shown = [...walk.exchanges, seen];
  flow.probe.report({ check: "lists-once", message, pointer }, get, shown);
  return true;
}

/** Asks for an export by filters, twice if there is an error, because others may change its records in the meantime. */
async function verifyFilters(
  flow: Flow,
  { get, list, made }: ListedExport,
  tests: readonly FilterTest[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const whole = await exportOf(flow, get, made);
    const walk = await flow.list(made.record, list);
    const keys = new Set(whole === undefined ? [] : shownKeys(flow, whole));
    const known = recordsIn(walk).filter((item) => keys.has(String(flow.keyOf(item))));
    const found = known.length === 0 ? undefined : await firstFault(flow, get, made, tests, known);
    if (found === undefined || walk === undefined) return;
    if (attempt === 1) continue;
    const { message, seen } = found;
    const { pointer } = get.model;
    const shown = [...walk.exchanges, seen];
    return flow.probe.report({ check: "filter", message, pointer }, get, shown);
  }
}

/** Returns what is wrong with an export by the first filter that is not obeyed. */
async function firstFault(
  flow: Flow,
  get: VerifiedOperation,
  made: Made,
  tests: readonly FilterTest[],
  known: readonly JsonObject[],
): Promise<{ readonly message: string; readonly seen: Exchange } | undefined> {
  const keyOf = (item: JsonObject): string => String(flow.keyOf(item));
  for (const test of tests) {
    const seen = await exportOf(flow, get, made, {
      ...test.besides,
      [test.parameter]: test.value,
    });
    if (seen === undefined) continue;
    const keys = new Set(shownKeys(flow, seen));
    const wrong = known.find((item) => keys.has(keyOf(item)) && test.excludes(item));
    const lost = known.find((item) => !keys.has(keyOf(item)) && test.includes(item));
    const fault =
      wrong !== undefined
        ? `has ${keyOf(wrong)}`
        : lost && `leaves out ${keyOf(lost)}, which it has without it`;
    if (fault !== undefined) return { message: `by ${filterText(test)} ${fault}`, seen };
  }
  return undefined;
}

/** Reads an export; `undefined` if it is refused. */
async function exportOf(
  flow: Flow,
  get: VerifiedOperation,
  { record, input: sent }: Made,
  query: JsonObject = {},
): Promise<Exchange | undefined> {
  const path = exportPath(flow, get, record, sent);
  const { input } = await flow.probe.records.inputFor(get, false);
  if (path === undefined || input === undefined) return undefined;
  const seen = await flow.probe.call(get, { ...input, path: { ...input.path, ...path }, query });
  return isSuccess(seen) ? seen : undefined;
}

const recordsIn = (walk: Walk | undefined): JsonObject[] =>
  (walk?.items ?? []).filter((item): item is JsonObject => isObject(item as JsonObject));
