import { ts } from "ts-morph";

/**
 * Adds a member to an object of a JSON text, and keeps everything else, including indentation and line ends. Missing
 * objects on the path are created.
 *
 * @param path the keys that lead to the object
 */
export function withMember(
  text: string,
  path: readonly string[],
  name: string,
  value: unknown,
): string {
  const source = ts.parseJsonText("package.json", text);
  let object: ts.Node | undefined = source.statements[0]?.expression;
  for (const [index, key] of path.entries()) {
    if (object === undefined || !ts.isObjectLiteralExpression(object)) return text;
    const next = memberOf(object, key);
    if (next === undefined) {
      const made = [...path.slice(index + 1), name].reduceRight<unknown>(
        (inner, one) => ({ [one]: inner }),
        value,
      );
      return inserted(text, source, object, key, made);
    }
    object = next;
  }
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return text;
  return memberOf(object, name) === undefined ? inserted(text, source, object, name, value) : text;
}

/**
 * Adds a text before the first element of an array of a JSON text, on a line of its own if that one is.
 *
 * @param path the keys that lead to the array
 * @returns the text as it was where there is no array
 */
export function withElement(text: string, path: readonly string[], element: string): string {
  const source = ts.parseJsonText("package.json", text);
  let array: ts.Node | undefined = source.statements[0]?.expression;
  for (const key of path)
    array = array && ts.isObjectLiteralExpression(array) ? memberOf(array, key) : undefined;
  if (array === undefined || !ts.isArrayLiteralExpression(array)) return text;
  const [first] = array.elements;
  const start = first?.getStart(source) ?? array.getStart(source) + 1;
  const [lineBreak] = /\r?\n[ \t]*$/.exec(text.slice(array.getStart(source), start)) ?? [];
  const separator = first === undefined ? "" : `,${lineBreak ?? " "}`;
  return `${text.slice(0, start)}${JSON.stringify(element)}${separator}${text.slice(start)}`;
}

/** Replaces the value of a member of the outermost object. A text without the member stays the same. */
export function withValue(text: string, name: string, value: unknown): string {
  const source = ts.parseJsonText("package.json", text);
  const object = source.statements[0]?.expression;
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return text;
  const member = memberOf(object, name);
  if (member === undefined) return text;
  return `${text.slice(0, member.getStart(source))}${JSON.stringify(value)}${text.slice(member.end)}`;
}

function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
  const member = object.properties.find(
    (one) => ts.isPropertyAssignment(one) && ts.isStringLiteral(one.name) && one.name.text === name,
  );
  return member !== undefined && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

function inserted(
  text: string,
  source: ts.JsonSourceFile,
  object: ts.ObjectLiteralExpression,
  name: string,
  value: unknown,
): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const last = object.properties.at(-1);
  const outer = lineIndent(text, object.getStart(source));
  const isOnOneLine =
    last !== undefined && !/\n/.test(text.slice(object.getStart(source), last.end));
  const indent =
    last === undefined || isOnOneLine ? outer + unit : lineIndent(text, last.getStart(source));
  const json = JSON.stringify(value, null, unit).replaceAll("\n", `${end}${indent}`);
  const member = `${JSON.stringify(name)}: ${json}`;
  if (last === undefined) {
    const before = text.slice(0, object.getStart(source));
    return `${before}{${end}${indent}${member}${end}${outer}}${text.slice(object.end)}`;
  }
  const separator = isOnOneLine ? ", " : `,${end}${indent}`;
  return `${text.slice(0, last.end)}${separator}${member}${text.slice(last.end)}`;
}

/** The indentation of the line at an offset. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}
