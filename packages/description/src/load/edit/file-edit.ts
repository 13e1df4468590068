import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";
import { pointerParts, type Json } from "../../json/json.ts";
import { memberName } from "../read/yaml/yaml-scalars.ts";
import type { Written } from "../../diagnostics/correction.ts";
import { EditedText } from "./edited-text.ts";
import type { TextEdit } from "./text-edit.ts";

/** What to write at a place of a file; see {@link Correction}. */
export interface FileEdit {
  readonly pointer: string;
  readonly written: Written;
}

type Pair = YAMLMap.Parsed["items"][number];

/** The fields that come after a new one, in the order of OpenAPI's tables. A new one without any comes first. */
const followers: Readonly<Record<string, readonly string[]>> = {
  operationId: "servers parameters requestBody responses callbacks deprecated security".split(" "),
  parameters: [
    ..."requestBody responses callbacks deprecated security".split(" "),
    ..."get put post delete options head patch trace query additionalOperations".split(" "),
  ],
  in: [
    ..."description required deprecated allowEmptyValue style explode allowReserved".split(" "),
    ..."schema content example examples".split(" "),
  ],
};

/** A place that cannot be edited, and why. */
export interface RefusedEdit {
  readonly reason: string;
}

const shared: RefusedEdit = { reason: "an alias shares the place" };
const merged: RefusedEdit = { reason: "the object is merged with others" };
const absent: RefusedEdit = { reason: "the file does not have the place" };
const present: RefusedEdit = { reason: "something else is written there" };
const complex: RefusedEdit = { reason: "a comment would be lost, or several lines of text" };

/**
 * Finds the edits of a YAML or JSON file by ranges of its text, so that comments, order, quotes, indentation and line ends of
 * everything else stay as they are.
 */
export class FileEditor {
  readonly #text: EditedText;

  /** @param text valid YAML 1.2 or JSON */
  constructor(text: string) {
    this.#text = new EditedText(text);
  }

  /**
   * Returns the edit of the text that writes a value or a name, or why there is none: an alias shares the place, or a
   * comment would be lost.
   */
  edit({ pointer, written }: FileEdit): TextEdit | RefusedEdit {
    const parts = pointerParts(pointer);
    const last = parts.at(-1);
    if (last === undefined) return absent;
    let holder: ParsedNode | null = this.#text.root;
    for (const part of parts.slice(0, -1)) {
      holder = partOf(holder, part)?.node ?? null;
      if (isShared(holder)) return shared;
    }
    if (isSeq(holder)) return this.#editItem(holder, last, written);
    if (!isMap(holder)) return absent;
    if ("name" in written) return this.#rename(holder, last, written.name);
    const pair = pairOf(holder, last);
    if (pair !== undefined)
      return written.isNew === true ? present : this.#replaceValue(holder, pair, written.value);
    return this.#addMember(holder, last, written.value);
  }

  #editItem(list: YAMLSeq.Parsed, part: string, written: Written): TextEdit | RefusedEdit {
    if ("name" in written) return absent;
    if (part === "-") return this.#text.appended(list, written.value) ?? complex;
    const item = list.items[Number(part)];
    if (item === undefined) return absent;
    if (isShared(item)) return shared;
    return this.#text.replaced(item, written.value, list) ?? complex;
  }

  #rename(holder: YAMLMap.Parsed, part: string, name: string): TextEdit | RefusedEdit {
    const pair = pairOf(holder, part);
    if (pair === undefined) return absent;
    if (pairOf(holder, name) !== undefined) return present;
    return this.#text.replaced(pair.key, name, holder) ?? complex;
  }

  #replaceValue(
    holder: YAMLMap.Parsed,
    { key, value }: Pair,
    written: Json,
  ): TextEdit | RefusedEdit {
    if (value === null || isShared(value)) return shared;
    const wrapped = this.#text.wrapped(value, written);
    return wrapped ?? this.#text.replaced(value, written, holder, key) ?? complex;
  }

  #addMember(holder: YAMLMap.Parsed, name: string, value: Json): TextEdit | RefusedEdit {
    if (holder.items.some(({ key }) => isScalar(key) && typeof key.value === "symbol"))
      return merged;
    const later = followers[name] ?? [];
    const isLater = ({ key }: Pair): boolean => isScalar(key) && later.includes(String(key.value));
    const next = holder.items.find(isLater) ?? holder.items[0];
    return this.#text.inserted(holder, next?.key, name, value) ?? complex;
  }
}

function partOf(
  holder: ParsedNode | null,
  part: string,
): { readonly node: ParsedNode | null } | undefined {
  if (isSeq(holder)) return { node: holder.items[Number(part)] ?? null };
  if (!isMap(holder)) return undefined;
  const pair = pairOf(holder, part);
  return pair === undefined ? undefined : { node: pair.value };
}

/** Returns the last member of a name, which is the one that applies. */
function pairOf(holder: YAMLMap.Parsed, name: string): Pair | undefined {
  return holder.items.findLast(
    ({ key }) =>
      isScalar(key) && typeof key.value !== "symbol" && memberName(key.value as Json) === name,
  );
}

/** True for a node that other places share. */
const isShared = (node: ParsedNode | null): boolean =>
  node !== null && (isAlias(node) || node.anchor !== undefined);
