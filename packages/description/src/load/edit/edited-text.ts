import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isCollection,
  isMap,
  isScalar,
  parseDocument,
  Scalar,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isObject, type Json } from "../../json/json.ts";
import type { TextEdit } from "./text-edit.ts";

/** A YAML or JSON text, and the ranges of its nodes. JSON is read as the YAML that it is. */
export class EditedText {
  readonly #text: string;
  readonly #document: Document.Parsed;
  readonly #isJson: boolean;
  readonly #lineEnd: string;
  /** One level of indentation. */
  readonly #unit: string;

  /** @param text valid YAML 1.2 or JSON */
  constructor(text: string) {
    this.#text = text;
    this.#document = parseDocument(text, {
      schema: "core",
      merge: true,
      logLevel: "error",
      uniqueKeys: false,
    });
    this.#isJson = isJson(text);
    this.#lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
    this.#unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  }

  /** The outermost node; `null` if the text is empty. */
  get root(): ParsedNode | null {
    return this.#document.contents;
  }

  /**
   * Replaces a node. `undefined` if a comment would be lost, or the node is a text of several lines.
   *
   * @param holder what contains the node
   * @param key the key of the node, if it is the value of a member
   */
  replaced(
    node: ParsedNode,
    value: Json,
    holder: YAMLMap.Parsed | YAMLSeq.Parsed,
    key?: ParsedNode,
  ): TextEdit | undefined {
    const start = node.range[0];
    const end = this.#endOf(node);
    const isInFlow = holder.flow === true;
    if (isScalar(node) && String(node.type).startsWith("BLOCK")) return undefined;
    const text = this.#rendered(value, isInFlow, isScalar(node) ? node.type : undefined);
    if (start === end)
      return { start, end, text: /\s/.test(this.#text[start - 1] ?? "") ? text : ` ${text}` };
    if (!isBlock(node)) return { start, end, text };
    if (this.#text.slice(start, end).includes("#") || key === undefined) return undefined;
    const colon = this.#text.indexOf(":", key.range[1]) + 1;
    const between = this.#text.slice(colon, start);
    return between.trim() === "" ? { start: colon, end, text: ` ${text}` } : undefined;
  }

  /** Puts a node into a list, if that is the value to write: all that is in it stays as it is. */
  wrapped(node: ParsedNode, value: Json): TextEdit | undefined {
    if (!Array.isArray(value) || value.length !== 1 || !isMap(node)) return undefined;
    if (!isDeepStrictEqual(node.toJS(this.#document), value[0])) return undefined;
    const [start, end] = [node.range[0], this.#endOf(node)];
    const text = this.#text.slice(start, end);
    if (!isBlock(node)) return { start, end, text: `[${text}]` };
    return { start, end, text: `- ${text.replaceAll(/\n(?=[^\r\n])/g, "\n  ")}` };
  }

  /** Adds an item to the end of a list. */
  appended(list: YAMLSeq.Parsed, value: Json): TextEdit | undefined {
    const last = list.items.at(-1);
    if (!isBlock(list)) return this.#appendedInFlow(list, last, value);
    if (last === undefined) return undefined;
    const dash = /^[ \t]*(?=-[ \t]+\S?)/.exec(this.#lineBefore(last.range[0]))?.[0];
    if (dash === undefined) return undefined;
    const start = this.#lineEndAfter(this.#endOf(last));
    return { start, end: start, text: `${this.#lineEnd}${dash}- ${this.#rendered(value, false)}` };
  }

  #appendedInFlow(
    list: YAMLSeq.Parsed,
    last: ParsedNode | undefined,
    value: Json,
  ): TextEdit | undefined {
    const [start, end] = list.range;
    if (last === undefined) {
      if (!/^\[\s*\]$/.test(this.#text.slice(start, end))) return undefined;
      return { start, end, text: `[${this.#rendered(value, true)}]` };
    }
    const at = this.#endOf(last);
    const space = this.#spaceBefore(last.range[0]);
    return {
      start: at,
      end: at,
      text: `,${this.#separator(space)}${this.#renderedAt(value, space)}`,
    };
  }

  /** Adds a member to an object, before the one of a key, or to one without members. */
  inserted(
    holder: YAMLMap.Parsed,
    next: ParsedNode | undefined,
    name: string,
    value: Json,
  ): TextEdit | undefined {
    const key = this.#rendered(name, holder.flow === true);
    if (next === undefined) {
      const [start, end] = holder.range;
      if (!/^\{\s*\}$/.test(this.#text.slice(start, end))) return undefined;
      const [open, close] = this.#isJson ? ["{", "}"] : ["{ ", " }"];
      const colon = this.#isCompact ? ":" : ": ";
      return { start, end, text: `${open}${key}${colon}${this.#rendered(value, true)}${close}` };
    }
    const at = next.range[0];
    if (!isBlock(holder)) {
      const space = this.#spaceBefore(at);
      const colon = this.#isCompact ? ":" : ": ";
      const text = `${key}${colon}${this.#renderedAt(value, space)},${this.#separator(space)}`;
      return { start: at, end: at, text };
    }
    const before = this.#lineBefore(at);
    const indent = before.replaceAll("-", " ");
    const member = this.#member(key, value, indent);
    if (before.trim() === "") {
      const start = this.#commentsAbove(at - before.length, before);
      return { start, end: start, text: `${before}${member}` };
    }
    if (!/^[ \t]*(?:-[ \t]+)+$/.test(before)) return undefined;
    return { start: at, end: at, text: `${member}${indent}` };
  }

  /** The end of a node, without the comments and line ends after it. */
  #endOf(node: ParsedNode): number {
    if (!isBlock(node)) return node.range[1];
    const last = lastOf(node);
    return last === undefined ? node.range[1] : this.#endOf(last);
  }

  /** Returns the text of the line before an offset. */
  #lineBefore(offset: number): string {
    return this.#text.slice(this.#text.lastIndexOf("\n", offset - 1) + 1, offset);
  }

  #lineEndAfter(offset: number): number {
    // The end of a text of several lines is that of its last line.
    if (/[\r\n]/.test(this.#text[offset - 1] ?? ""))
      return this.#text.slice(0, offset).trimEnd().length;
    const end = this.#text.slice(offset).search(/\r?\n|$/);
    return offset + end;
  }

  /** Returns the white space before an offset, back to the comma or bracket; empty if there is a comment, too. */
  #spaceBefore(offset: number): string {
    return /(?<=[,[{])\s*$/.exec(this.#text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  }

  /** Returns the start of the comments right above a line that have its indentation, or of the line itself. */
  #commentsAbove(line: number, indent: string): number {
    let start = line;
    for (;;) {
      const above = this.#text.lastIndexOf("\n", start - 2) + 1;
      if (start === 0 || !this.#text.startsWith(`${indent}#`, above)) return start;
      start = above;
    }
  }

  /** Returns the white space between a comma and what follows it. */
  #separator(space: string): string {
    return space === "" && !this.#isCompact ? " " : space;
  }

  /** True for JSON without any white space between its tokens. */
  get #isCompact(): boolean {
    return this.#isJson && !/^[\uFEFF\s]*\{\s/.test(this.#text);
  }

  /** Returns a value in flow style, on lines of its own where those beside it are. */
  #renderedAt(value: Json, space: string): string {
    if (!this.#isJson || !space.includes("\n")) return this.#rendered(value, true);
    const lines = JSON.stringify(value, null, this.#unit);
    return lines.replaceAll("\n", space.slice(space.search(/\r?\n[^\n]*$/)));
  }

  #rendered(value: Json, isInFlow: boolean, type?: Scalar["type"] | null): string {
    if (this.#isJson) return JSON.stringify(value);
    if (Array.isArray(value))
      return `[${(value as readonly Json[]).map((item) => this.#rendered(item, true)).join(", ")}]`;
    if (isObject(value)) {
      const members = Object.entries(value).map(
        ([name, own]) => `${this.#rendered(name, true)}: ${this.#rendered(own, true)}`,
      );
      return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
    }
    const scalar = new Scalar(value);
    if (type !== undefined && type !== null && typeof value === "string") scalar.type = type;
    // Quotes also what only YAML 1.1 reads as something else than a text, such as yes.
    const document = new Document(isInFlow ? [scalar] : scalar, { compat: "yaml-1.1" });
    if (isCollection(document.contents)) document.contents.flow = true;
    const text = document.toString({ lineWidth: 0, blockQuote: false }).trimEnd();
    return isInFlow ? text.slice(1, -1).trim() : text;
  }

  /** Returns a member of an object in block style: a list has a line for each item. */
  #member(key: string, value: Json, indent: string): string {
    if (!Array.isArray(value) || value.length === 0)
      return `${key}: ${this.#rendered(value, false)}${this.#lineEnd}`;
    const dash = indent + (this.#hasFlatLists ? "" : this.#unit);
    const items = (value as readonly Json[]).map(
      (item) => `${dash}- ${this.#rendered(item, false)}${this.#lineEnd}`,
    );
    return `${key}:${this.#lineEnd}${items.join("")}`;
  }

  /** True if the lists of the text are not indented below their keys. */
  get #hasFlatLists(): boolean {
    const [, outer, inner] = /^( *)[^\s#-][^\n]*:[ \t]*\r?\n( *)- /m.exec(this.#text) ?? [];
    return outer !== undefined && outer === inner;
  }
}

const isBlock = (node: ParsedNode): node is YAMLMap.Parsed | YAMLSeq.Parsed =>
  isCollection(node) && node.flow !== true;

function lastOf(node: YAMLMap.Parsed | YAMLSeq.Parsed): ParsedNode | undefined {
  if (!isMap(node)) return node.items.at(-1);
  const pair = node.items.at(-1);
  return pair?.value ?? pair?.key;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}
