import type { FastifyReply } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import type { Language, Term } from "./records.ts";

const columns = ["term", "translation", "partOfSpeech", "note", "doNotTranslate"] as const;

function cellOf(value: string | boolean | null): string {
  const text = value === null ? "" : String(value);
  if (!/[",\r\n]/.test(text)) return text;
  return `"${faulty("csv-quotes-single") ? text : text.replaceAll('"', '""')}"`;
}

function asTable(terms: Term[]): string {
  const rows = terms.map((term) => columns.map((column) => cellOf(term[column])));
  return [columns, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}

const asLines = (terms: Term[]): string =>
  terms.map((term) => `${JSON.stringify(term)}\n`).join("");

type Preference = { range: string; quality: number };

function preferencesOf(accept: string): Preference[] {
  return accept.split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    return { range, quality: Number(quality) };
  });
}

/** How much the client wants the type: what the most specific range says. */
function qualityOf(preferences: Preference[], type: string): number {
  const ranges = [type, `${type.split("/")[0] ?? ""}/*`, "*/*"];
  for (const range of ranges) {
    const known = preferences.find((preference) => preference.range === range);
    if (known !== undefined) return known.quality;
  }
  return 0;
}

const table = "text/csv";
const lines = "application/x-ndjson";

/** The format that the client prefers; the table where it prefers none. Throws 406 where it takes neither. */
function formatOf(accept: string | undefined): string {
  const preferences = preferencesOf(accept === undefined || accept === "" ? "*/*" : accept);
  const ofTable = qualityOf(preferences, table);
  const ofLines = qualityOf(preferences, lines);
  if (ofTable === 0 && ofLines === 0)
    throw new Refusal(406, `A glossary is exported as ${table} or as ${lines}.`);
  return ofLines > ofTable ? lines : table;
}

export function exportRoute(
  reply: FastifyReply,
  accept: string | undefined,
  language: Language,
  terms: Term[],
): void {
  const format = formatOf(accept);
  const ending = format === table ? "csv" : "ndjson";
  reply
    .header("Content-Type", format === table ? "text/csv; charset=utf-8; header=present" : lines)
    .header("Content-Disposition", `attachment; filename="glossary-${language}.${ending}"`)
    .header("Vary", "Accept")
    .send(Buffer.from(format === table ? asTable(terms) : asLines(terms)));
}
