import { literalKey } from "@openapi-packages/description/text/escape";
import {
  dataText,
  Expression,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";

/** An async generator expression that yields the items. */
export class Generator extends Expression {
  readonly items: readonly DataValue[];

  constructor(items: readonly DataValue[]) {
    super(
      `(async function* () { ${items.map((item) => `yield ${dataText(item)};`).join(" ")} })()`,
    );
    this.items = items;
  }
}

/** The maximum length of a line of code. */
export const longestLine = 92;

/**
 * Prints data as a TypeScript expression, with line breaks where formatters put them.
 *
 * @param indent the number of spaces before each further line
 * @param before the number of characters before the expression on its first line
 */
export function laidOut(value: DataValue, indent = 0, before = indent): string {
  const line = dataText(value);
  const inner = indent + 2;
  const pad = " ".repeat(inner);
  if (value instanceof Generator)
    return `(async function* () {\n${value.items.map((item) => `${pad}yield ${laidOut(item, inner, inner + 6)};\n`).join("")}${" ".repeat(indent)}})()`;
  if (before + line.length <= longestLine || value instanceof Expression) return line;
  if (Array.isArray(value)) {
    const items = (value as readonly DataValue[]).map((item) => `${pad}${laidOut(item, inner)},\n`);
    return `[\n${items.join("")}${" ".repeat(indent)}]`;
  }
  if (typeof value !== "object" || value === null) return line;
  const members = Object.entries(value as DataObject)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      const start = `${pad}${literalKey(key)}: `;
      return `${start}${laidOut(member, inner, start.length)},\n`;
    });
  return `{\n${members.join("")}${" ".repeat(indent)}}`;
}

/** Returns a Markdown block of TypeScript, and an empty line. */
export function typeScript(...lines: readonly string[]): string[] {
  return ["```ts", ...lines, "```", ""];
}
