import { isFormData } from "./form-data.ts";
import { isRaw } from "./media-type.ts";
import { isObject, type JsonObject } from "./members.ts";

/** Names that parameters or members had, each with today's. */
export interface EarlierNames {
  readonly [earlier: string]: string;
}

/**
 * The members of a body that are still accepted under earlier names (`x-renamed-from`): plain data that the generator
 * makes. Parts of schemas with a name are functions, since a schema may lead back to itself.
 */
export interface RenamedBody {
  readonly names?: EarlierNames;
  /** By today's names. */
  readonly members?: { readonly [name: string]: RenamedPart };
  readonly items?: RenamedPart;
  /** What lies in the members that are not declared, and the names of those that are. */
  readonly others?: { readonly part: RenamedPart; readonly but: readonly string[] };
}

/** A part of a body. */
export type RenamedPart = RenamedBody | (() => RenamedBody);

/** The bodies of one direction by media type as in the description. */
export interface RenamedContent {
  readonly [mediaType: string]: RenamedPart;
}

/** What one operation accepts, and answers, under earlier names too. */
export interface OperationRenames {
  readonly path?: EarlierNames;
  readonly query?: EarlierNames;
  readonly header?: EarlierNames;
  readonly cookie?: EarlierNames;
  readonly body?: RenamedContent;
  /** By status as in the description. */
  readonly responses?: { readonly [status: string]: RenamedContent };
  /** The errors that all operations share (`x-common-errors`). */
  readonly commonError?: RenamedPart;
}

/** The body that a part stands for. */
export const bodyOf = (part: RenamedPart): RenamedBody =>
  typeof part === "function" ? part() : part;

/** A value within an object or a list, and what is renamed in it. */
export interface RenamedChild {
  readonly name: string | number;
  readonly part: RenamedPart;
}

/** The members and items of a value in which anything is renamed. */
export function renamedChildren(value: object, body: RenamedBody): RenamedChild[] {
  const { members = {}, items, others } = body;
  if (Array.isArray(value)) return items ? value.map((_, name) => ({ name, part: items })) : [];
  const own = Object.keys(members).filter((name) => Object.hasOwn(value, name));
  const rest = Object.keys(value).filter((name) => others?.but.includes(name) === false);
  return [
    ...own.map((name) => ({ name, part: members[name] as RenamedPart })),
    ...(others ? rest.map((name) => ({ name, part: others.part })) : []),
  ];
}

/** True if a value is a list or an object of members, and no file, form, stream or instance with a JSON of its own. */
export function hasMembers(value: unknown): value is JsonObject {
  if (Array.isArray(value)) return true;
  if (!isObject(value) || isRaw(value) || isFormData(value)) return false;
  return !(Symbol.asyncIterator in value) && typeof value["toJSON"] !== "function";
}
