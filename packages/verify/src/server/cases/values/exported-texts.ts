import { equal } from "@openapi-packages/runtime/internals";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { valuesAt, withValueAt } from "../../../records/places.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { isSuccess, type Flow, type Made } from "../flows/flow.ts";
import { readCsv, type Csv } from "./csv.ts";
import { exportPath } from "./exports.ts";
import { plainText, textFor, type TextKind } from "./extreme-texts.ts";
import { valuePlaces, type ValuePlace } from "./value-places.ts";

/** A text that has to be written as UTF-8, short enough to be on one line. */
const beyondAscii: TextKind = {
  what: "characters beyond ASCII",
  text: "Gr\u00fc\u00dfe \u4e2d\u6587",
};

/** The same with what has to be quoted in CSV (RFC 4180, section 2.6), and without the line end. */
const quoted: readonly TextKind[] = [`, "b"\r\nc`, `, "b" c`].map((end) => ({
  what: "characters beyond ASCII, a comma and quotes",
  text: beyondAscii.text + end,
}));

/** The most texts of a record that are tried alone, where it is refused with all of them. */
const mostAlone = 3;

/** A record with texts of one kind, and an export that was read after it was created. */
interface Written {
  readonly made: Made;
  readonly kind: TextKind;
  readonly places: readonly ValuePlace[];
  readonly seen: Exchange;
  readonly text: string;
}

/**
 * Creates a record with plain texts and one with characters beyond ASCII, and looks for them in an export: 4 requests,
 * and those for the records. An export need not have all members: only what it has of the plain record is looked for in
 * the other one. Of any text, question marks in place of the characters are a finding, and a last line that is cut off
 * where the one before had an end; of CSV also values that are not quoted as RFC 4180 says.
 */
export async function exported(flow: Flow, get: VerifiedOperation): Promise<void> {
  const plain = await written(flow, get, [plainText]);
  if (plain === undefined) return;
  const isCsv = /^text\/csv\b/i.test(typeOf(plain.seen));
  const kinds = isCsv ? [...quoted, beyondAscii] : [beyondAscii];
  const other = await written(flow, get, kinds, plain.places);
  if (other === undefined) return;
  // Lines without keys are found by their texts, wherever they are.
  const hasKeys = !isCsv || plain.text.includes(plain.made.record.key);
  if (hasKeys && !isOfSameExport(flow, get, plain, other)) return;
  const fault =
    inAscii(other) ?? (isCsv ? faultOfRow(plain, other) : undefined) ?? cutOff(plain, other);
  if (fault === undefined) return;
  const { pointer } = get.model;
  const shown = [other.made.exchange, other.seen];
  flow.probe.report({ check: "shows-what-was-sent", message: fault, pointer }, get, shown);
}

/** Creates a record with texts of the first kind that is taken, and reads the export. */
async function written(
  flow: Flow,
  get: VerifiedOperation,
  kinds: readonly TextKind[],
  known?: readonly ValuePlace[],
): Promise<Written | undefined> {
  const { create } = flow.resource;
  const { records } = flow.probe;
  const { input } = await records.inputFor(create.operation, "new");
  if (input === undefined) return undefined;
  const all = known ?? valuePlaces(flow, create, input).filter(({ type }) => type === "text");
  // A text may have a meaning that no schema says, such as the code of a category.
  const alone = known === undefined && all.length > 1 ? all.slice(0, mostAlone) : [];
  for (const kind of kinds)
    for (const places of [all, ...alone.map((one) => [one])]) {
      const texts = places.flatMap((place) => {
        const text = textFor(kind, place);
        return text === undefined ? [] : [{ place, text }];
      });
      if (texts.length === 0) continue;
      const made = await flow.create((same) => ({
        ...same,
        body: texts.reduce<unknown>(
          (body, { place, text }) => withValueAt(body, place.tokens, text),
          same.body,
        ),
      }));
      // Texts that have to be unique get an end of their own.
      const isKept = texts.every(({ place, text }) => sentText(made, place)?.startsWith(text));
      if (made === undefined || !isKept) continue;
      const path = exportPath(flow, get, made.record, made.input);
      const { input: asked } = await records.inputFor(get, false);
      if (path === undefined || asked === undefined) return undefined;
      const seen = await flow.probe.call(get, { ...asked, path: { ...asked.path, ...path } });
      const [, charset = "utf-8"] = /;\s*charset="?([\w-]+)/i.exec(typeOf(seen)) ?? [];
      const isUtf8 = /^utf-?8$/i.test(charset);
      if (!isSuccess(seen) || !isUtf8) return undefined;
      return { made, kind, places, seen, text: new TextDecoder().decode(seen.response?.body) };
    }
  return undefined;
}

/** Returns the text of a member as a record was created with it. */
function sentText(made: Made | undefined, { tokens }: ValuePlace): string | undefined {
  const [sent] = valuesAt(made?.input.body, tokens);
  return typeof sent === "string" ? sent : undefined;
}

const typeOf = ({ response }: Exchange): string =>
  headerOf(response?.headers ?? [], "content-type") ?? "";

const isOfSameExport = (
  flow: Flow,
  get: VerifiedOperation,
  one: Written,
  other: Written,
): boolean => {
  const [first, second] = [one, other].map(({ made }) =>
    exportPath(flow, get, made.record, made.input),
  );
  return equal(first, second);
};

/** Describes question marks in place of characters beyond ASCII. */
function inAscii({ places, text }: Written): string | undefined {
  // Lines of a calendar are folded (RFC 5545, section 3.1).
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, "");
  const texts = places.flatMap((place) => textFor(beyondAscii, place) ?? []);
  const ascii = (one: string): string => one.replaceAll(/[^ -~]/gu, "?");
  const lost = texts.find((one) => !unfolded.includes(one) && unfolded.includes(ascii(one)));
  return lost === undefined
    ? undefined
    : `has ${JSON.stringify(ascii(lost))} in place of ${JSON.stringify(lost)}, which was written just before`;
}

/** Describes the line of CSV of a record, if it has other values than those that were written, as the plain one has them. */
function faultOfRow(plain: Written, other: Written): string | undefined {
  const [before, after] = [plain, other].map(({ text }) => readCsv(text));
  const [header = []] = after?.rows ?? [];
  const rowOf = ({ made }: Written, csv: Csv | undefined, text: string) =>
    csv?.rows.find((row) => row.includes(made.record.key)) ?? onlyRow(csv, text);
  const usual = rowOf(plain, before, plainText.text);
  const row = rowOf(other, after, beyondAscii.text);
  if (usual?.length !== header.length || row === undefined || header.length < 2) return undefined;
  const { key } = other.made.record;
  if (row.length < header.length && row === after?.rows.at(-1) && !after.isEnded)
    return `ends within the line of ${key}, after ${row.length} of ${header.length} values`;
  if (row.length !== header.length)
    return `has ${row.length} values in the line of ${key}, which was written with ${other.kind.what}, and ${header.length} in the first one (RFC 4180, section 2)`;
  for (const place of other.places) {
    const column = header.findIndex(
      (name) => plainName(name) === plainName(place.tokens.join("_")),
    );
    const sent = sentText(other.made, place);
    const shown = row[column];
    const isShown = usual[column] === sentText(plain.made, place);
    if (!isShown || sent === undefined || shown === undefined || isSameLine(sent, shown)) continue;
    return `has ${JSON.stringify(shown)} as ${header[column]} of ${key}, which was written as ${JSON.stringify(sent)}`;
  }
  return undefined;
}

/** Returns the one line with a value that begins with a text: lines need not have keys. */
function onlyRow(csv: Csv | undefined, text: string): readonly string[] | undefined {
  const rows = csv?.rows.filter((row) => row.some((one) => one.startsWith(text))) ?? [];
  return rows.length === 1 ? rows[0] : undefined;
}

/** True for texts that differ in their white space alone: a service may keep each record on one line. */
export function isSameLine(sent: string, shown: string): boolean {
  const [one, other] = [sent, shown].map((text) => text.replaceAll(/\\[rn]|\s+/g, ""));
  return one === other;
}

/** Describes a text whose last line has no end, while it had one before. */
function cutOff(plain: Written, other: Written): string | undefined {
  const isEnded = ({ text }: Written): boolean => /[\r\n]$/.test(text);
  if (!isEnded(plain) || isEnded(other)) return undefined;
  const end = other.text.split(/[\r\n]+/).at(-1) ?? "";
  return `ends with ${JSON.stringify(end.slice(-24))}, without the line end that it had before a record with ${other.kind.what} was created`;
}
