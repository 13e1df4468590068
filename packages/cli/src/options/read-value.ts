import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { alternatives, wrongValues } from "./check-value.ts";
import type { FlagOption } from "./option-table.ts";

/**
 * Reads the value of a flag.
 *
 * @param texts the texts of all occurrences of the flag
 * @throws {UsageError} when the value is invalid
 */
export function readValue(option: FlagOption, texts: readonly string[]): unknown {
  const value = option.type === "entries" ? readEntries(option, texts) : valueOf(option, texts);
  const [wrong] = wrongValues(option, value);
  if (wrong !== undefined) throw new UsageError(`--${option.flag} ${wrong.message}`);
  return value;
}

function valueOf(option: FlagOption, texts: readonly string[]): unknown {
  const last = texts.at(-1) ?? "";
  switch (option.type) {
    case "list":
      return texts;
    case "choices":
    case "booleanOrList":
      return texts.flatMap((text) => text.split(",").map((name) => name.trim()));
    case "number":
      return /^\d+$/.test(last) ? Number(last) : last;
    case "milliseconds":
      return /^\d{1,7}$/.test(last) ? Number(last) : last;
    default:
      return last;
  }
}

type EntriesOption = Extract<FlagOption, { readonly type: "entries" }>;

/** @throws {UsageError} when a text is not a name with a value */
function readEntries(
  option: EntriesOption,
  texts: readonly string[],
): Readonly<Record<string, unknown>> {
  const entries = new Map<string, unknown>();
  for (const text of texts) {
    const [name, value] = readEntry(option, text);
    const before = entries.get(name);
    const all = option.of === "texts" && before !== undefined ? [before, value].flat() : value;
    entries.set(name, all);
  }
  return Object.fromEntries(entries);
}

function readEntry(option: EntriesOption, text: string): [name: string, value: unknown] {
  // If values cannot contain the separator, a name can.
  const isFree = option.of === "text" || option.of === "texts";
  const { separator = "=" } = option;
  const at = isFree ? text.indexOf(separator) : text.lastIndexOf(separator);
  const [name, given] = [text.slice(0, at), text.slice(at + 1).trimStart()];
  const value = option.of === "number" && /^\d{1,15}$/.test(given) ? Number(given) : given;
  if (at > 0 && value !== "" && wrongValues(option, { [name]: value }).length === 0)
    return [name, value];
  const values = option.values === undefined ? "" : ` (${alternatives(option.values)})`;
  const form = option.placeholder?.replaceAll(/[<>]/g, "") ?? "name=value";
  // Free texts may be secrets, so the message does not repeat them.
  const actual = isFree ? "" : `; not ${JSON.stringify(text)}`;
  throw new UsageError(`--${option.flag} is ${form}${values}, as in ${option.example}${actual}`);
}
