import { isObject, setMember } from "./members.ts";

/**
 * What a server does with the body of a request before its handler sees it: plain data that the generator
 * makes. Parts of schemas with a name are functions, since a schema may lead back to itself.
 */
export interface ReceivedBody {
  /** The values of members that are left out. */
  readonly defaults?: { readonly [name: string]: unknown };
  readonly members?: { readonly [name: string]: ReceivedPart };
  readonly items?: ReceivedPart;
}

/** A part of a body. */
export type ReceivedPart = ReceivedBody | (() => ReceivedBody);

/** The bodies of one operation by media type as in the description. */
export interface OperationReceivedBodies {
  readonly [mediaType: string]: ReceivedPart;
}

/** Fills in the members of a received value that have a default and were left out. */
export function fillDefaults(value: unknown, part: ReceivedPart): void {
  const { defaults = {}, members, items } = typeof part === "function" ? part() : part;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const item of value) fillDefaults(item, items);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, own] of Object.entries(defaults)) {
    // A handler may change its input, and the next one must get the default again.
    if (!Object.hasOwn(value, name)) setMember(value, name, structuredClone(own));
  }
  for (const [name, own] of Object.entries(members ?? {})) {
    if (Object.hasOwn(value, name)) fillDefaults(value[name], own);
  }
}
