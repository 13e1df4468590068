import { UsageError } from "../../usage-error.ts";
import type { Option } from "./option.ts";

/** Names of which one is meant: `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/**
 * The value of an option that is one text on the command line.
 *
 * @throws {UsageError} when the option cannot have it
 */
export function readText(option: Option, text: string): unknown {
  switch (option.type) {
    case "text":
      if (text === "" && option.example !== undefined)
        throw new UsageError(
          `--${option.flag} is empty; it looks like --${option.flag} ${option.example}`,
        );
      return text;
    case "choice":
      if (!option.values.includes(text)) throw wrong(option, alternatives(option.values), text);
      return text;
    case "number":
      return readNumber(option, text);
    case "milliseconds":
      return readMilliseconds(option.flag, text);
    default:
      throw new TypeError(`--${option.flag} is no option of one text`);
  }
}

/**
 * The value of an option that may come several times on the command line.
 *
 * @throws {UsageError} when the option cannot have it
 */
export function readTexts(option: Option, texts: readonly string[]): unknown {
  switch (option.type) {
    case "list":
      return texts;
    case "choices": {
      const { values } = option;
      const names = texts.flatMap((text) => text.split(",").map((name) => name.trim()));
      const unknown = names.find((name) => !values.includes(name));
      if (unknown !== undefined) throw wrong(option, `some of ${values.join(", ")}`, unknown);
      return names;
    }
    case "entries":
      return readEntries(option, texts);
    default:
      return readText(option, texts.at(-1) ?? "");
  }
}

function wrong({ flag }: Option, right: string, given: string): UsageError {
  return new UsageError(`--${flag} is ${right}, not ${JSON.stringify(given)}`);
}

function readNumber(option: Option & { readonly type: "number" }, text: string): number {
  const { minimum, maximum, unit } = option;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number;
  const kind = unit === undefined ? "a number" : unit;
  throw wrong(option, `${kind} from ${minimum} to ${maximum}`, text);
}

function readMilliseconds(flag: string, text: string): number | string {
  const [, from, to = from] = /^(\d{1,7})(?:\.\.(\d{1,7}))?$/.exec(text) ?? [];
  if (from === undefined)
    throw new UsageError(
      `--${flag} is milliseconds, such as 200 or 200..800, not ${JSON.stringify(text)}`,
    );
  if (Number(from) > Number(to))
    throw new UsageError(`--${flag} goes from less to more: ${to}..${from}`);
  return from === to ? Number(from) : `${Number(from)}..${Number(to)}`;
}

function readEntries(
  option: Option & { readonly type: "entries" },
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

function readEntry(
  option: Option & { readonly type: "entries" },
  text: string,
): [name: string, value: unknown] {
  // A name may have an equals sign where a value cannot.
  const isFree = option.of === "text" || option.of === "texts";
  const at = isFree ? text.indexOf("=") : text.lastIndexOf("=");
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && value !== "") {
    if (isFree) return [name, value];
    if (option.of === "choice" && option.values?.includes(value)) return [name, value];
    if (option.of === "number" && /^\d{1,15}$/.test(value)) return [name, Number(value)];
  }
  const values = option.values === undefined ? "" : ` (${alternatives(option.values)})`;
  const right = `${option.placeholder?.replaceAll(/[<>]/g, "") ?? "name=value"}${values}, as in ${option.example}`;
  // What was meant to be secret is not repeated.
  if (option.of === "texts") throw new UsageError(`--${option.flag} is ${right}`);
  throw wrong(option, `${right};`, text);
}
