import { isRecord } from "../schema/resolve.ts";

/** One part of a result that is too long for one answer. */
export interface ResultPart {
  readonly text: string;
  /** What it is of the whole: `items 0 to 24 of 340`; left out: it is the whole. */
  readonly extent?: string;
  /** Where the next part begins; left out: nowhere. */
  readonly next?: number;
}

/**
 * One part of a result. Lists are cut between items, all else in its text.
 *
 * @param at where the part begins: 0, or the `next` of the part before
 * @param most the most characters
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

/** A value as results show it: text as it is, all else as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

interface MainList {
  /** The member that is the list; left out: the value itself. */
  readonly member?: string;
  readonly items: readonly unknown[];
}

/** The list that most of a value consists of. */
function mainList(value: unknown, length: number): MainList | undefined {
  if (Array.isArray(value)) return { items: value };
  if (!isRecord(value)) return undefined;
  for (const [member, items] of Object.entries(value))
    if (Array.isArray(items) && textOf(items).length > length / 2) return { member, items };
  return undefined;
}

/** What stands around a list. */
const around = (value: unknown, { member }: MainList): object =>
  member === undefined ? [] : { ...(value as object), [member]: [] };

function itemsPart(value: unknown, list: MainList, at: number, most: number): ResultPart {
  const { member, items } = list;
  // What stands around the list is shown once.
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
  // A pair of surrogates stays together.
  const isSplit = /[\ud800-\udbff]/u.test(text[at + most - 1] ?? "");
  const end = Math.min(text.length, at + most - (isSplit ? 1 : 0));
  return {
    text: text.slice(at, end),
    extent: `characters ${at} to ${end - 1} of ${text.length}`,
    ...(end < text.length ? { next: end } : {}),
  };
}
