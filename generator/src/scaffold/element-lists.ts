import { ts } from "ts-morph";
import type { EditableFile } from "./editable-file.ts";

/** A list in braces, separated by commas. */
export type ElementList = ts.ObjectLiteralExpression | ts.NamedImports;

/** Returns the text of an element: over several lines with that indentation, or within a line. */
export type ElementText = (indent: string | undefined) => string;

/**
 * Inserts elements without touching lines of others where possible: after the last element if it has a
 * trailing comma, otherwise before the first. A list on one line stays on it if it fits.
 */
export function insertElements(
  file: EditableFile,
  list: ElementList,
  texts: readonly ElementText[],
): void {
  const { lineEnd, indent: unit } = file.style;
  const elements = elementsOf(list);
  const open = list.getStart(file.tree) + 1;
  const close = list.end - 1;
  const last = elements.at(-1);
  const isInLines = file.text.slice(last?.end ?? open, close).includes("\n");
  const anchor = isInLines
    ? file.afterComments(elements.hasTrailingComma === true ? elements.end : open)
    : 0;
  if (isInLines && file.endsLine(anchor)) {
    const first = elements[0];
    const start = first?.getStart(file.tree) ?? 0;
    const isFirstOnLine =
      first !== undefined && file.indentAt(start).length + file.lineStart(start) === start;
    const indent = isFirstOnLine ? file.indentAt(start) : file.indentAt(close) + unit;
    const lines = texts.map((text) => `${lineEnd}${indent}${text(indent)},`);
    file.insert(anchor, lines.join(""));
    return;
  }
  const text = texts.map((element) => element(undefined)).join(", ");
  if (isTooWide(file, list, text)) {
    breakUp(file, list, texts);
    return;
  }
  if (last === undefined) {
    const space = /\s$/.test(file.text.slice(open, close)) ? "" : " ";
    file.insert(open, ` ${text}${space}`);
  } else if (elements.hasTrailingComma === true) file.insert(elements.end, ` ${text},`);
  else file.insert(last.end, `, ${text}`);
}

const lineWidth = 100;

/** True if a list of imports without comments would become too long for its line. */
function isTooWide(file: EditableFile, list: ElementList, text: string): boolean {
  if (!ts.isNamedImports(list) || /\n|\/[/*]/.test(list.getText(file.tree))) return false;
  const start = file.lineStart(list.pos);
  const [line = ""] = file.text.slice(start).split(/\r?\n/, 1);
  return line.length + text.length + 2 > lineWidth;
}

/** Puts each element on a line of its own. */
function breakUp(file: EditableFile, list: ElementList, texts: readonly ElementText[]): void {
  const { lineEnd, indent } = file.style;
  const all = [
    ...elementsOf(list).map((element) => element.getText(file.tree)),
    ...texts.map((text) => text(indent)),
  ];
  const lines = all.map((text) => `${indent}${text},${lineEnd}`).join("");
  file.replace(list.getStart(file.tree), list.end, `{${lineEnd}${lines}}`);
}

/**
 * Removes a name from a list of imports, and puts a list on one line that had lines because it did not fit on one, as
 * Prettier does. Lists that their author wrote in lines stay in lines.
 */
export function removeSpecifier(
  file: EditableFile,
  list: ts.NamedImports,
  specifier: ts.ImportSpecifier,
): void {
  const hasNoComments = !/\/[/*]/.test(list.getText(file.tree));
  const isBroken =
    list.getText(file.tree).includes("\n") && !oneLine(file, list, list.elements).fits;
  const { text, fits } = oneLine(
    file,
    list,
    list.elements.filter((one) => one !== specifier),
  );
  if (hasNoComments && isBroken && fits) {
    file.replace(list.getStart(file.tree), list.end, text);
    file.applyEdits();
  } else removeElement(file, list, specifier);
}

/** Returns a list of imports on one line, and whether its declaration fits there. */
function oneLine(
  file: EditableFile,
  list: ts.NamedImports,
  elements: readonly ts.ImportSpecifier[],
): { readonly text: string; readonly fits: boolean } {
  const text = `{ ${elements.map((one) => one.getText(file.tree)).join(", ")} }`;
  const declaration = list.parent.parent;
  const around = declaration.getText(file.tree).length - list.getText(file.tree).length;
  return { text, fits: around + text.length <= lineWidth };
}

/**
 * Removes an element with its comma, and with its line if it is alone there, and applies the edits. Comments
 * beside it stay.
 */
export function removeElement(file: EditableFile, list: ElementList, element: ts.Node): void {
  const elements = elementsOf(list);
  const index = elements.indexOf(element);
  const start = element.getStart(file.tree);
  const comma = /^\s*,/.exec(file.text.slice(element.end, list.end))?.[0].length ?? 0;
  const lineStart = file.lineStart(start);
  const isFirstOnLine = file.text.slice(lineStart, start).trim() === "";
  const end = element.end + comma;
  const [next, previous] = [elements[index + 1], elements[index - 1]];
  if (isFirstOnLine && file.endsLine(end)) {
    const lineEnd = file.text.indexOf("\n", end);
    file.replace(lineStart, lineEnd === -1 ? end : lineEnd + 1, "");
  } else if (next !== undefined && /^[ \t]*$/.test(file.text.slice(end, next.getStart(file.tree))))
    file.replace(start, next.getStart(file.tree), "");
  else if (previous !== undefined && /^[ \t]*,[ \t]*$/.test(file.text.slice(previous.end, start)))
    file.replace(previous.end, element.end, "");
  else file.replace(start, end, "");
  file.applyEdits();
}

function elementsOf(list: ElementList): ts.NodeArray<ts.Node> {
  return ts.isNamedImports(list) ? list.elements : list.properties;
}
