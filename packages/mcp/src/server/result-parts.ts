import { isRecord } from "../schema/resolve.ts";

/** A part of a result that is too long for one answer. */
export interface ResultPart {
  readonly text: string;
  /** The range of the part: `items 0 to 24 of 340`. Default: it is the whole. */
  readonly extent?: string;
  /** The start of the next part. Default: there is none. */
  readonly next?: number;
}

/**
 * Returns one part of a result. Lists are split between items, other values anywhere in their text.
 *
 * @param at the start of the part: 0, or `next` of the previous one
 * @param most the maximum number of characters
 */
export function resultPart(value: unknown, at: number, most: number): ResultPart {
  const text = textOf(value);
  if (at === 0 && text.length <= most) return { text };
  const list = mainList(value, text.length);
  const fits =
    list !== undefined &&
    textOf(around(value, list)).length <= most / 2 &&
    list.items.every((item) => textOf(item).length < most / 2);
  return fits ? itemsPart(value, list, at, most) : textPart(text, at, most);
}

/** Returns a value as text for results: text unchanged, other values as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

interface MainList {
  /** The member that contains the list. Default: the value itself. */
  readonly member?: string;
  readonly items: readonly unknown[];
}

/** Returns the list that makes up most of a value. */
function mainList(value: unknown, length: number): MainList | undefined {
  if (Array.isArray(value)) return { items: value };
  if (!isRecord(value)) return undefined;
  for (const [member, items] of Object.entries(value))
    if (Array.isArray(items) && textOf(items).length > length / 2) return { member, items };
  return undefined;
}

/** Returns the value around a list, with the list empty. */
const around = (value: unknown, { member }: MainList): object =>
  member === undefined ? [] : { ...(value as object), [member]: [] };

function itemsPart(value: unknown, list: MainList, at: number, most: number): ResultPart {
  const { member, items } = list;
  // The value around the list is only shown in the first part.
  const frame = at === 0 ? around(value, list) : [];
  let length = textOf(frame).length;
  let end = at;
  while (end < items.length) {
    length += textOf(items[end]).length + 1;
    if (length > most && end > at) break;
    end += 1;
  }
  const shown = items.slice(at, end);
  const part = member !== undefined && at === 0 ? { ...frame, [member]: shown } : shown;
  const name = member === undefined ? "items" : `items of ${member}`;
  return {
    text: textOf(part),
    extent: `${name} ${at} to ${end - 1} of ${items.length}`,
    ...(end < items.length ? { next: end } : {}),
  };
}

function textPart(text: string, at: number, most: number): ResultPart {
  // A surrogate pair must not be split.
  const isSplit = /[\ud800-\udbff]/u.test(text[at + most - 1] ?? "");
  const end = Math.min(text.length, at + most - (isSplit ? 1 : 0));
  return {
    text: text.slice(at, end),
    extent: `characters ${at} to ${end - 1} of ${text.length}`,
    ...(end < text.length ? { next: end } : {}),
  };
}
