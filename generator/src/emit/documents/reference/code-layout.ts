import { literalKey } from "../../../escape.ts";
import { dataText, Expression, type DataObject, type DataValue } from "../../../compile/data.ts";

/** A function that is called at once and gives items one by one. */
export class Generator extends Expression {
  readonly items: readonly DataValue[];

  constructor(items: readonly DataValue[]) {
    super(
      `(async function* () { ${items.map((item) => `yield ${dataText(item)};`).join(" ")} })()`,
    );
    this.items = items;
  }
}

/** The longest line of code that is not broken. */
export const longestLine = 92;

/**
 * Data as a TypeScript expression in lines of a readable length, the way formatters break them.
 *
 * @param indent the spaces before each further line
 * @param before the characters that stand before the expression on its first line
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

/** A block of TypeScript in Markdown, and an empty line behind it. */
export function typeScript(...lines: readonly string[]): string[] {
  return ["```ts", ...lines, "```", ""];
}
