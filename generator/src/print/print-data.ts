import { Expression, type DataConst, type DataValue } from "../emit/data.ts";
import { literal, literalKey } from "../escape.ts";

/** Columns of a line, as prettier is told too. */
export const lineWidth = 100;

/** Prints constants of data, each with its comment, laid out as prettier lays out literals. */
export function printData(constants: readonly DataConst[]): string {
  return constants.map((constant) => `\n${printConstant(constant)}`).join("");
}

function printConstant({ name, type, docs = [], value }: DataConst): string {
  const comments = docs.map(({ description }) => printComment(description)).join("");
  const start = `export const ${name}`;
  const head = `${start}${type === undefined ? "" : `: ${type}`} = `;
  const [, generic, argument] = /^(\w+)<(.*)>$/.exec(type ?? "") ?? [];
  // The type's own argument gives way first.
  if (generic !== undefined && head.length - 1 > lineWidth)
    return `${comments}${start}: ${generic}<\n  ${argument}\n> = ${printValue(value, 0, 5)};\n`;
  if (opensTooLate(value, head))
    return `${comments}${head.trimEnd()}\n  ${printValue(value, 1, 3)};\n`;
  return `${comments}${head}${printValue(value, 0, head.length + 1)};\n`;
}

/** A call whose name has no room behind the `=` begins a line of its own. */
function opensTooLate(value: DataValue, head: string): boolean {
  if (!(value instanceof Expression) || value.callArguments === undefined) return false;
  return head.length + value.name.length + 1 > lineWidth;
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

/**
 * A call whose last argument opens on the call's own line, as prettier hugs it where the others have
 * room before it; else each argument has a line of its own. A name stays a name, however long.
 */
function printCall({ name, callArguments }: Expression, depth: number, taken: number): string {
  if (callArguments === undefined) return name;
  const [last, ...others] = callArguments.toReversed();
  const start = others
    .toReversed()
    .map((argument) => `${flat(argument)}, `)
    .join("");
  const isHugged = typeof last === "object" && last !== null && !(last instanceof Expression);
  if (isHugged && taken + name.length + start.length + 1 <= lineWidth)
    return `${name}(${start}${printValue(last, depth, taken + name.length + start.length + 2)})`;
  const inner = "  ".repeat(depth + 1);
  const lines = callArguments.map(
    (argument) => `${inner}${printValue(argument, depth + 1, inner.length + 1)},\n`,
  );
  return `${name}(\n${lines.join("")}${"  ".repeat(depth)})`;
}

const flat = (value: DataValue): string => joined(value, Infinity) ?? "";

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
