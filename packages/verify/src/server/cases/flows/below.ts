import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { memberNames } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { takesFile } from "../files/transfers.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** The most operations below a record that are tried. */
const mostBelow = 4;

/**
 * Returns the operations that write below the path of a record, if that has a tag: its items, its parts, and actions
 * on it; without a tag, those by which PUT writes an item below it, and files of which the record says that it has them.
 */
export function writesBelow(
  api: VerifiedApi,
  { read }: ResourceFlow,
): readonly VerifiedOperation[] {
  if (read === undefined) return [];
  const { path, responses } = read.operation.model;
  const hasTag = responses.some(({ headers }) =>
    headers.some(({ name }) => name.toLowerCase() === "etag"),
  );
  const isWrite = (operation: VerifiedOperation): boolean => {
    const { model } = operation;
    const isSeen = hasTag || flagFor(api, read, operation) !== undefined;
    return (
      (model.method === "POST" && isSeen) ||
      (model.method === "PUT" && (isSeen || model.path.endsWith("}")))
    );
  };
  const below = api.operations.filter(({ model }) => model.path.startsWith(`${path}/`));
  return below.filter(isWrite).slice(0, mostBelow);
}

/**
 * Writes below a record, and reads the record before and after: if it shows what was written, it is another
 * representation, with another strong tag (RFC 9110, section 8.8.1), which the probe compares. Where a PUT is
 * answered by an item of a list that the record shows, the same again makes no second one (RFC 9110, section
 * 9.2.2). 3 requests, 2 more for such a PUT, and those for the records.
 */
export async function writtenBelow(flow: Flow, by: VerifiedOperation): Promise<void> {
  const { read } = flow.resource;
  const made = await flow.create();
  if (made === undefined || read === undefined) return;
  const { input } = await flow.probe.records.inputFor(by, "new");
  if (input === undefined) return;
  const { record } = made;
  const own = inputBelow(by, input, read, record);
  if ((await flow.probe.write(by, own)) === undefined) return;
  const before = await flow.read(record);
  if (before === undefined || !isSuccess(before)) return;
  const { exchange: first, input: sent } = await flow.probe.records.change(by, own);
  const between = await flow.read(record);
  if (between !== undefined) reportFlag(flow, by, first, between);
  if (by.model.method !== "PUT" || !isDone(first) || between === undefined) return;
  const member = listWithOne(between, first);
  if (member === undefined) return;
  const second = await flow.probe.call(by, sent);
  const after = await flow.read(record);
  if (!isDone(second) || after === undefined || count(after, member, first) < 2) return;
  const message = `a second PUT of the same adds an item to \`${member}\` that is there already (RFC 9110, section 9.2.2)`;
  const { pointer } = by.model;
  flow.probe.report({ check: "repeats", message, pointer }, by, [first, between, second, after]);
}

/**
 * Returns the input of an operation below a record. That may be below others, and read without them, so that the
 * operation has none of their parameters.
 */
export function inputBelow(
  { model }: VerifiedOperation,
  input: CallInput,
  read: FoundOperation,
  record: MadeRecord,
): CallInput {
  const name = read.state.path.at(-1)?.parameter ?? "";
  const values = { ...input.path, ...record.path, [name]: record.key };
  const path = Object.entries(values).filter(([own]) => model.path.includes(`{${own}}`));
  return { ...input, path: Object.fromEntries(path) };
}

/** Returns the member of a record that says whether it has a file, such as `hasLabel` of what is uploaded at `/label`. */
function flagFor(
  api: VerifiedApi,
  { operation }: FoundOperation,
  by: VerifiedOperation,
): string | undefined {
  if (!takesFile(api, by)) return undefined;
  const word = by.model.path.split("/").findLast((one) => one !== "" && !one.startsWith("{")) ?? "";
  const success = operation.model.responses.find(({ status }) => status.startsWith("2"));
  const schema = success?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const names = memberNames(api.description.model.document, schema);
  return names.find((name) => nounOf(name) === `has_${nounOf(word)}`);
}

/** Reports a record that says that it has no file after one was uploaded below it. */
function reportFlag(flow: Flow, by: VerifiedOperation, upload: Exchange, after: Exchange): void {
  const { read } = flow.resource;
  const flag = read && flagFor(flow.probe.api, read, by);
  if (read === undefined || flag === undefined || !isDone(upload) || !isSuccess(after)) return;
  const shown = flow.shown(read, after);
  if (!isObject(shown) || shown[flag] !== false) return;
  const message = `shows \`${flag}\` as false after ${by.id} was answered by ${upload.response?.status}`;
  flow.report("read-after-update", read, message, [upload, after], [`/${flag}`]);
}

/** Returns the member of a record whose list has what a PUT answered exactly once. */
function listWithOne(record: Exchange, put: Exchange): string | undefined {
  if (!isSuccess(record) || !isObject(record.value) || !isObject(put.value)) return undefined;
  return Object.keys(record.value).find((name) => count(record, name, put) === 1);
}

/** Counts how often a list in a record has what a PUT answered. */
function count({ value }: Exchange, member: string, put: Exchange): number {
  const items = isObject(value) ? value[member] : undefined;
  return Array.isArray(items) ? items.filter((one) => equal(one, put.value)).length : 0;
}
