import type { MediaTypeDescriptor } from "@openapi-packages/runtime";

/**
 * Returns what is wrong with the text of a stream, which its readers pass over: text that belongs to no item, and
 * an end within one. `undefined` if there is nothing.
 *
 * @param isWhole true if the stream has ended
 */
export function streamTextFault(
  stream: NonNullable<MediaTypeDescriptor["stream"]>,
  bytes: Uint8Array,
  isWhole: boolean,
): string | undefined {
  const text = new TextDecoder().decode(bytes);
  if (stream === "server-sent-events") return eventsFault(text, isWhole);
  return stream === "json-seq" ? sequenceFault(text, isWhole) : undefined;
}

/** Checks a JSON text sequence: each text follows a record separator and ends in a line feed (RFC 7464). */
function sequenceFault(text: string, isWhole: boolean): string | undefined {
  const [before = "", ...items] = text.split("\u001e");
  if (before.trim() !== "")
    return `the stream begins with ${shown(before)} instead of a record separator (U+001E)`;
  const finished = isWhole ? items : items.slice(0, -1);
  for (const [index, item] of finished.entries()) {
    const [first = "", ...rest] = item.split(/(?<=\n)/);
    const isValue = isJson(item);
    if (!isValue && isJson(first) && first.endsWith("\n"))
      return `item ${index + 1} of the stream is followed by ${shown(rest.join(""))} without a record separator (U+001E)`;
    if (!item.endsWith("\n") && item !== "")
      return `item ${index + 1} of the stream has no line feed at its end: ${shown(item)}`;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The fields of an event (WHATWG HTML, section 9.2.6). */
const fields = new Set(["data", "event", "id", "retry"]);

/** Checks the lines of an event stream. Clients ignore what is no field, and an event without its empty line. */
function eventsFault(text: string, isWhole: boolean): string | undefined {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  const last = lines.pop() ?? "";
  for (const line of lines) {
    const fault = lineFault(line);
    if (fault !== undefined) return fault;
  }
  const open = [...lines.slice(lines.lastIndexOf("") + 1), last];
  return isWhole && open.some((line) => /^data(:|$)/.test(line))
    ? "the stream ends without the empty line after its last event, so that clients discard it"
    : undefined;
}

function lineFault(line: string): string | undefined {
  const [name = "", value] = line.split(/: ?(.*)/s);
  // A line that begins with a colon is a comment, such as a heartbeat.
  if (name === "") return undefined;
  if (!fields.has(name)) {
    const isMisspelled = fields.has(name.trim().toLowerCase());
    const isField = value !== undefined && /^[\w-]+$/.test(name) && !isMisspelled;
    return isField
      ? undefined
      : `the stream has the line ${shown(line)}, which is not a field of an event: clients ignore it`;
  }
  if (name === "retry" && !/^\d+$/.test(value ?? ""))
    return `the stream has the line ${shown(line)}: clients ignore a time that is not in whole milliseconds`;
  return undefined;
}

/** Quotes text of the subject for a message: short, on one line. */
const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
