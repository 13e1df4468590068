import { isObject, setMember } from "./members.ts";

/**
 * How a server prepares the body of a request for its handler: plain data that the generator writes. Parts
 * of named schemas are functions, because schemas may be recursive.
 */
export interface ReceivedBody {
  /** The defaults of omitted members. */
  readonly defaults?: { readonly [name: string]: unknown };
  readonly members?: { readonly [name: string]: ReceivedPart };
  readonly items?: ReceivedPart;
}

/** A part of a body. */
export type ReceivedPart = ReceivedBody | (() => ReceivedBody);

/** The parts of one operation's bodies, by media type as in the description. */
export interface OperationReceivedBodies {
  readonly [mediaType: string]: ReceivedPart;
}

/** Fills in the defaults of omitted members. */
export function fillDefaults(value: unknown, part: ReceivedPart): void {
  const { defaults = {}, members, items } = typeof part === "function" ? part() : part;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const item of value) fillDefaults(item, items);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, own] of Object.entries(defaults)) {
    // A handler may change its input, so that each one gets its own copy.
    if (!Object.hasOwn(value, name)) setMember(value, name, structuredClone(own));
  }
  for (const [name, own] of Object.entries(members ?? {})) {
    if (Object.hasOwn(value, name)) fillDefaults(value[name], own);
  }
}
