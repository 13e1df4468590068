import type { CallToolResult } from "@modelcontextprotocol/server";
import { resultArguments } from "../tools/flat-input.ts";
import { bytesPerToken } from "../tools/tokens.ts";
import { chooseFields, fieldNames } from "./fields.ts";
import type { KeptResults } from "./kept-results.ts";
import { resultPart, textOf } from "./result-parts.ts";
import type { Secrets } from "./secrets.ts";

/** What the results of a server share. */
export interface ResultContext {
  readonly kept: KeptResults;
  readonly secrets: Secrets;
  readonly maxResultTokens: number;
}

/** Creates a text result. */
export function textResult(...texts: readonly string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: "text" as const, text })) };
}

/** Creates an error that the model sees and can react to. */
export function errorResult(
  value: unknown,
  { secrets }: Pick<ResultContext, "secrets">,
): CallToolResult {
  return { ...textResult(textOf(secrets.hide(value))), isError: true };
}

/**
 * Creates the result of a call: the chosen members or all. A long result is split, and its first part is
 * returned with a note.
 *
 * @param owner the caller, who alone may read the other parts
 */
export async function valueResult(
  output: unknown,
  fields: readonly string[] | undefined,
  owner: string,
  notes: readonly string[],
  context: ResultContext,
): Promise<CallToolResult> {
  if (output === undefined) return textResult("Done; there is no content.", ...notes);
  if (output instanceof Blob) return binaryResult(output, context);
  // Secrets are removed before the value is stored and split.
  const whole = context.secrets.hide(output);
  const chosen = fields === undefined ? undefined : chooseFields(whole, fields);
  const missing = chosen?.missing ?? [];
  const all = [
    ...notes,
    ...(missing.length === 0
      ? []
      : [`There is no ${missing.join(", ")}; there is ${fieldNames(whole).join(", ")}.`]),
  ];
  const value = chosen === undefined ? whole : chosen.value;
  return partResult(value, { at: 0, owner, notes: all }, context);
}

/** Returns the next part of a result. */
export function furtherResult(
  cursor: string,
  owner: string,
  context: ResultContext,
): CallToolResult {
  const found = context.kept.read(cursor, owner);
  if (found !== undefined)
    return partResult(found.value, { at: found.at, owner, notes: [], key: found.key }, context);
  const error = `${resultArguments.cursor} does not belong to a stored result. Call again without it, and choose fewer members with ${resultArguments.fields}.`;
  return errorResult({ error }, context);
}

interface Part {
  readonly at: number;
  readonly owner: string;
  readonly notes: readonly string[];
  /** The key of the stored result. Default: it is not stored yet. */
  readonly key?: string;
}

function partResult(
  value: unknown,
  { at, owner, notes, key }: Part,
  { kept, maxResultTokens }: ResultContext,
): CallToolResult {
  const { text, extent, next } = resultPart(value, at, maxResultTokens * bytesPerToken);
  const lines = [...notes];
  if (extent !== undefined) lines.push(`This is a part of the result: ${extent}.`);
  if (next !== undefined) {
    const cursor = `${key ?? kept.keep(owner, value, textOf(value).length)}@${next}`;
    const names = fieldNames(value).slice(0, 40).join(", ");
    lines.push(
      `For the next part call again with the same arguments and ${resultArguments.cursor} ${JSON.stringify(cursor)}; nothing is sent again.`,
      ...(names === ""
        ? []
        : [`For less, choose members with ${resultArguments.fields}: ${names}.`]),
    );
  }
  return lines.length === 0 ? textResult(text) : textResult(text, lines.join("\n"));
}

/** The largest image or sound in a result, in bytes. */
const mostBytes = 1024 * 1024;

async function binaryResult(blob: Blob, { secrets }: ResultContext): Promise<CallToolResult> {
  const [type] = /^(?:image|audio)(?=\/)/u.exec(blob.type) ?? [];
  if (type !== undefined && blob.size <= mostBytes) {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    const media = { data: btoa(binary), mimeType: blob.type };
    return { content: [{ type: type as "image" | "audio", ...media }] };
  }
  const what = secrets.hide(blob.type) || "bytes of no known type";
  return textResult(`The result is ${blob.size} bytes of ${what}, which are not shown.`);
}
