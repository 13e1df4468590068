import { isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isSuccess, type Made } from "../flows/flow.ts";
import { exportPath, exportsOf } from "../values/exports.ts";
import { fittingFilters, type Access, type ReportAccess } from "./reach.ts";

/** The shortest text by which a record is recognised in an export. */
const shortest = 6;

/** Gives the record of this check texts that no other record has. */
const ownTexts = 150;

/**
 * Makes a record, and looks for it in the exports of the other principal: as they are, and with each filter that the
 * record passes. At most 6 requests for an export. Only what its owner's export has is looked for.
 */
export async function exportedToOthers(access: Access, report: ReportAccess): Promise<void> {
  const { own } = access;
  const { create, name } = own.resource;
  const exports = exportsOf(own.probe.api).filter(
    ({ get, resource }) => resource.name === name && get.model.security.length > 0,
  );
  if (exports.length === 0) return;
  let usual: unknown;
  const made = await own.create((input) => {
    usual = input.body;
    return own.probe.records.varied(create.operation, input, ownTexts) ?? input;
  });
  if (made === undefined) return;
  for (const { get } of exports) await lookInto(access, get, made, usual, report);
}

async function lookInto(
  { own, other }: Access,
  get: VerifiedOperation,
  made: Made,
  usual: unknown,
  report: ReportAccess,
): Promise<void> {
  const { record, exchange } = made;
  const path = exportPath(own, get, record, made.input);
  const { input } = await own.probe.records.inputFor(get, false);
  if (path === undefined || input === undefined) return;
  const asked: CallInput = { ...input, path: { ...input.path, ...path } };
  const owners = await own.probe.call(get, asked);
  const marks = [record.key, ...ownTextsOf(made.input.body, usual)].filter(
    (text) => text.length >= shortest && has(owners, text),
  );
  if (marks.length === 0) return;
  const queries = [undefined, ...fittingFilters({ operation: get }, record.value)];
  for (const filter of queries) {
    const query = filter && { ...input.query, [filter.name]: filter.value };
    const seen = await other.probe.call(get, { ...asked, ...(query && { query }) });
    if (!marks.some((text) => has(seen, text))) continue;
    const by = filter === undefined ? "" : ` by ${filter.name}`;
    report({ operation: get }, `exports another principal's ${own.resource.name}${by}`, [
      exchange,
      seen,
    ]);
    return;
  }
}

/** Returns the texts of a body that the usual one does not have. */
function ownTextsOf(body: unknown, usual: unknown): string[] {
  if (!isObject(body) || !isObject(usual)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === "string" && value !== usual[name] ? [value] : [],
  );
}

const has = (exchange: Exchange, text: string): boolean =>
  isSuccess(exchange) && new TextDecoder().decode(exchange.response?.body).includes(text);
