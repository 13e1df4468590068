import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject, NonSharedUint8Array } from "@openapi-packages/runtime/internals";
import type { PathParameterState, ResourceDescriptor } from "../description.ts";

/** A stored record. Its value is never modified, only replaced. */
export interface MockRecord {
  readonly resource: string;
  /** Only changed by `rename` of its store. */
  key: string;
  /** Its position in the order of creation. */
  readonly order: number;
  scope: Scope;
  value: JsonObject;
  /** The start of its lifecycle, in milliseconds since 1970; `undefined` if it does not change by itself. */
  since: number | undefined;
  /** The number of completed steps and events of its lifecycle. */
  passed: number;
  contents: Contents | undefined;
  /** The digest of a credential's secret that was shown once; `null` after it was revoked. */
  secret: string | null | undefined;
  /** The name of its event in a stream. */
  event: string | undefined;
  /** True if it is not stored: it was removed, or only generated for an answer. */
  isGone: boolean;
  /** True if it is an initial record from an example. */
  readonly isSeed: boolean;
  /** Its counted bytes; 0 while it is not counted. */
  bytes: number;
  /** Its current value as operations return it. */
  shown: readonly Shown[] | undefined;
}

/** The value of a record as one operation returns it. */
export interface Shown {
  readonly by: object;
  /** Default: the value itself. */
  readonly value?: JsonObject;
}

/** The path parameters of a record's parents, by name, as text. */
export interface Scope {
  readonly [parameter: string]: string;
}

/** Bytes that were uploaded to a signed address. */
export interface Contents {
  readonly type: string;
  readonly bytes: NonSharedUint8Array;
}

/** Returns a value as text for a path. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the key of a record; `undefined` if it is missing. */
export function keyOf(
  { key, keyParameter }: ResourceDescriptor,
  value: JsonObject,
  scope: Scope,
): string | undefined {
  const own = key === undefined ? undefined : getMember(value, key);
  if (own !== undefined && own !== null) return textOf(own);
  if (keyParameter !== undefined && Object.hasOwn(scope, keyParameter)) return scope[keyParameter];
  return key === undefined && keyParameter === undefined ? "" : undefined;
}

/** Returns the parent of a record for a path parameter: from its member, else from its scope. */
export function placeOf(
  { value, scope }: Pick<MockRecord, "value" | "scope">,
  { parameter, member }: Pick<PathParameterState, "parameter" | "member">,
): string | undefined {
  const own = member === undefined ? undefined : getMember(value, member);
  if (own !== undefined && own !== null) return textOf(own);
  return Object.hasOwn(scope, parameter) ? scope[parameter] : undefined;
}

/** True if two scopes agree on the parameters that both have. Keys may repeat in different places. */
export const isSamePlace = (scope: Scope, other: Scope): boolean =>
  Object.entries(other).every(
    ([parameter, place]) => !Object.hasOwn(scope, parameter) || scope[parameter] === place,
  );

/** Converts a text to the type of a member in an example. */
export function typedLike(text: string, example: unknown): string | number {
  if (typeof example !== "number" || text.trim() === "") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Returns a copy of a JSON value. `undefined` members are left out. */
export function copyOf<Value>(value: Value): Value;
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => copyOf(item));
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member !== undefined) setMember(copy, name, copyOf(member));
  }
  return copy;
}

/** True if a value is JSON, so that it can be stored. */
export function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value === "object" && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === Object.prototype || prototype === null;
    return isPlain && Object.values(value).every(isJson);
  }
  return typeof value !== "function" && typeof value !== "symbol";
}
