import { Expression, type DataConst, type DataValue } from "../emit/data.ts";
import { literal, literalKey } from "./escape.ts";

/** Columns of a line, as prettier is told too. */
export const lineWidth = 100;

/** Prints constants of data, each with its comment, laid out as prettier lays out literals. */
export function printData(constants: readonly DataConst[]): string {
  return constants.map((constant) => `\n${printConstant(constant)}`).join("");
}

function printConstant({ name, type, docs = [], value }: DataConst): string {
  const head = `export const ${name}${type === undefined ? "" : `: ${type}`} = `;
  const comments = docs.map(({ description }) => printComment(description)).join("");
  return `${comments}${head}${printValue(value, 0, head.length + 1)};\n`;
}

function printComment(description: string): string {
  if (!description.includes("\n")) return `/** ${description} */\n`;
  const lines = description.trimStart().split("\n");
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** A value at a depth of indentation, on one line where it fits behind what stands there already. */
function printValue(value: DataValue, depth: number, taken: number): string {
  const line = onOneLine(value, lineWidth - taken);
  if (line !== undefined) return line;
  if (value instanceof Expression) return printCall(value, depth, taken);
  const inner = "  ".repeat(depth + 1);
  if (Array.isArray(value)) {
    const items = (value as readonly DataValue[]).map(
      (item) => `${inner}${printValue(item, depth + 1, inner.length + 1)},\n`,
    );
    return `[\n${items.join("")}${"  ".repeat(depth)}]`;
  }
  if (typeof value !== "object" || value === null) return literal(value);
  const members = definedMembers(value).map(([key, member]) => {
    const start = `${inner}${literalKey(key)}: `;
    return `${start}${printValue(member, depth + 1, start.length + 1)},\n`;
  });
  return `{\n${members.join("")}${"  ".repeat(depth)}}`;
}

/** A call whose last argument opens on the call's own line, as prettier hugs it; a name stays a name, however long. */
function printCall({ name, callArguments }: Expression, depth: number, taken: number): string {
  if (callArguments === undefined) return name;
  const texts = callArguments.map((argument) =>
    printValue(argument, depth, taken + name.length + 2),
  );
  return `${name}(${texts.join(", ")})`;
}

/** The value on one line; `undefined` where it is longer than the room there is. */
function onOneLine(value: DataValue, room: number): string | undefined {
  if (room <= 0) return undefined;
  const text = joined(value, room);
  return text !== undefined && text.length <= room ? text : undefined;
}

function joined(value: DataValue, room: number): string | undefined {
  if (value instanceof Expression) {
    const { name, callArguments } = value;
    return callArguments === undefined
      ? name
      : joinAll(callArguments, room, onOneLine, `${name}(`, ")");
  }
  if (Array.isArray(value))
    return joinAll(
      value as readonly DataValue[],
      room,
      (item, left) => onOneLine(item, left),
      "[",
      "]",
    );
  if (typeof value !== "object" || value === null) return literal(value);
  return joinAll(
    definedMembers(value),
    room,
    ([key, member], left) => {
      const text = onOneLine(member, left);
      return text === undefined ? undefined : `${literalKey(key)}: ${text}`;
    },
    "{ ",
    " }",
  );
}

function joinAll<Item>(
  items: readonly Item[],
  room: number,
  print: (item: Item, room: number) => string | undefined,
  open: string,
  close: string,
): string | undefined {
  if (items.length === 0) return open.trim() + close.trim();
  let text = open;
  for (const [index, item] of items.entries()) {
    const next = print(item, room - text.length);
    if (next === undefined) return undefined;
    text += index === 0 ? next : `, ${next}`;
    if (text.length > room) return undefined;
  }
  return text + close;
}

function definedMembers(value: object): [string, DataValue][] {
  return Object.entries(value as { readonly [member: string]: DataValue }).filter(
    ([, member]) => member !== undefined,
  );
}
