import { bodyPart } from "../conversion/decode-answer.ts";
import { escapePointerToken } from "../json-pointer.ts";
import { getMember, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { QueryPair } from "../parameters/query.ts";
import {
  bodyOf,
  hasMembers,
  renamedChildren,
  type EarlierNames,
  type OperationRenames,
  type RenamedPart,
} from "../renames.ts";
import { equal } from "../validation/equal.ts";
import { mostIssues, type Issue } from "../validation/issues.ts";
import { RequestFailure } from "./failure.ts";
import { headerValue } from "./request-target.ts";
import type { GivenBody, GivenHeaders, Renaming } from "./renaming.ts";

/** What each operation accepts by earlier names, from its data. */
export function acceptEarlierNames(renames: { readonly [operationId: string]: OperationRenames }): {
  readonly [operationId: string]: Renaming;
} {
  const entries = Object.entries(renames).map(
    ([operationId, one]) => [operationId, new EarlierNamesOf(one)] as const,
  );
  return Object.fromEntries(entries);
}

class EarlierNamesOf implements Renaming {
  readonly #renames: OperationRenames;

  constructor(renames: OperationRenames) {
    this.#renames = renames;
  }

  pairs(location: "query" | "cookie", pairs: readonly QueryPair[], issues: Issue[]): QueryPair[] {
    const names = Object.entries(this.#renames[location] ?? {});
    return names.reduce((left, name) => renamedPairs(left, name, location, issues), [...pairs]);
  }

  headers(given: GivenHeaders, issues: Issue[]): GivenHeaders {
    const headers = { ...given };
    for (const [earlier, today] of Object.entries(this.#renames.header ?? {})) {
      const value = headerValue({ headers }, earlier.toLowerCase());
      const own = headerValue({ headers }, today.toLowerCase());
      if (value === undefined) continue;
      if (own !== undefined && own !== value) issues.push(bothGiven("header", "", earlier, today));
      headers[today.toLowerCase()] = own ?? value;
    }
    return headers;
  }

  body<Body extends GivenBody>(body: Body, issues: Issue[]): Body {
    const { media, value, isByteStream } = body;
    const part = getMember(this.#renames.body, media.mediaType) as RenamedPart | undefined;
    if (part === undefined || isByteStream) return body;
    if (media.stream !== undefined)
      return { ...body, value: renamedItems(value as AsyncIterable<unknown>, part) };
    renameMembers(value, part, "", issues);
    return body;
  }

  answer(value: unknown, { key, mediaType }: Parameters<Renaming["answer"]>[1]): unknown {
    const content = { responses: { [key ?? ""]: { content: [{ mediaType }] } } };
    const part = bodyPart<RenamedPart>(this.#renames, content, key, mediaType);
    return part === undefined ? value : withEarlier(value, part);
  }
}

/** The pairs with today's name for an earlier one: of the parameter itself, or of a member that stands in brackets behind it. */
function renamedPairs(
  pairs: readonly QueryPair[],
  [earlier, today]: readonly [earlier: string, today: string],
  location: "query" | "cookie",
  issues: Issue[],
): QueryPair[] {
  const isOf = (name: string, of: string): boolean => name === of || name.startsWith(`${of}[`);
  const given = pairs
    .filter(({ name }) => isOf(name, earlier))
    .map(({ name, text }) => ({ name: today + name.slice(earlier.length), text }));
  if (given.length === 0) return [...pairs];
  const own = pairs.filter(({ name }) => isOf(name, today));
  if (own.length > 0 && !equal(own, given)) issues.push(bothGiven(location, "", earlier, today));
  const others = pairs.filter(({ name }) => !isOf(name, earlier));
  return own.length > 0 ? others : [...others, ...given];
}

async function* renamedItems(
  items: AsyncIterable<unknown>,
  part: RenamedPart,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) {
    const issues: Issue[] = [];
    renameMembers(item, part, "", issues);
    if (issues.length > 0) throw new RequestFailure(400, issues);
    yield item;
  }
}

/** Renames the members of a received value in its place, and tells which are given twice. */
function renameMembers(value: unknown, part: RenamedPart, pointer: string, issues: Issue[]): void {
  if (!hasMembers(value)) return;
  const body = bodyOf(part);
  for (const [earlier, today] of Object.entries(body.names ?? {})) {
    if (Array.isArray(value) || !Object.hasOwn(value, earlier)) continue;
    const given = value[earlier];
    delete value[earlier];
    if (!Object.hasOwn(value, today)) setMember(value, today, given);
    else if (issues.length < mostIssues && !equal(value[today], given))
      issues.push(bothGiven("body", pointer, earlier, today));
  }
  for (const { name, part: below } of renamedChildren(value, body))
    renameMembers(value[name], below, `${pointer}/${escapePointerToken(String(name))}`, issues);
}

const bothGiven = (
  location: Issue["in"],
  pointer: string,
  earlier: string,
  today: string,
): Issue => ({
  in: location,
  pointer: `${pointer}/${escapePointerToken(earlier)}`,
  keyword: "renamed",
  message: `must be left out beside ${today}, whose earlier name it is, or be the same`,
});

/** A copy of a value in which members have their earlier names too. */
function withEarlier(value: unknown, part: RenamedPart): unknown {
  if (!hasMembers(value)) return value;
  const body = bodyOf(part);
  const result = Array.isArray(value) ? ([...value] as unknown as JsonObject) : { ...value };
  for (const { name, part: below } of renamedChildren(value, body))
    setMember(result, String(name), withEarlier(value[name], below));
  if (Array.isArray(value)) return result;
  addNames(result, body.names ?? {});
  return result;
}

function addNames(target: JsonObject, names: EarlierNames): void {
  for (const [earlier, today] of Object.entries(names))
    if (Object.hasOwn(target, today)) setMember(target, earlier, target[today]);
}
