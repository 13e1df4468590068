import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject, NonSharedUint8Array } from "@openapi-packages/runtime/internals";
import type { PathParameterState, ResourceDescriptor } from "../description.ts";

/** One thing that is remembered. Its value is never changed, only replaced by another. */
export interface MockRecord {
  readonly resource: string;
  /** Only `rename` of its store changes it. */
  key: string;
  /** Greater than that of all records that were created before. */
  readonly order: number;
  scope: Scope;
  value: JsonObject;
  /** When its lifecycle began, in milliseconds since 1970; `undefined` while it is at rest. */
  since: number | undefined;
  /** The number of steps and events of its lifecycle that have passed. */
  passed: number;
  contents: Contents | undefined;
  /** The digest of a credential's secret, which was shown once; `null` once it was revoked. */
  secret: string | null | undefined;
  /** The name of the event as which a stream tells of it. */
  event: string | undefined;
  /** True if it is not stored: it was removed, or only made to be shown. */
  isGone: boolean;
  /** True if an example shows it, so that it is there from the start. */
  readonly isSeed: boolean;
  /** Its share of the bytes of all; 0 while it is not counted. */
  bytes: number;
  /** The forms in which operations show its present value; few differ. */
  shown: readonly Shown[] | undefined;
}

/** A value of a record as an operation shows it, by its plan. */
export interface Shown {
  readonly by: object;
  /** Left out: the value as it is. */
  readonly value?: JsonObject;
}

/** The path parameters that a record is below, by name, as text. */
export interface Scope {
  readonly [parameter: string]: string;
}

/** Bytes that were put to a signed address. */
export interface Contents {
  readonly type: string;
  readonly bytes: NonSharedUint8Array;
}

/** A value as a path would say it. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The key of a record; `undefined` where it should have one and does not. */
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

/** The parent of a record by a path parameter: its own member comes before its scope. */
export function placeOf(
  { value, scope }: Pick<MockRecord, "value" | "scope">,
  { parameter, member }: Pick<PathParameterState, "parameter" | "member">,
): string | undefined {
  const own = member === undefined ? undefined : getMember(value, member);
  if (own !== undefined && own !== null) return textOf(own);
  return Object.hasOwn(scope, parameter) ? scope[parameter] : undefined;
}

/** True if two scopes agree where both say something: keys may be the same in different places. */
export const isSamePlace = (scope: Scope, other: Scope): boolean =>
  Object.entries(other).every(
    ([parameter, place]) => !Object.hasOwn(scope, parameter) || scope[parameter] === place,
  );

/** A text in the type that a member has in an example. */
export function typedLike(text: string, example: unknown): string | number {
  if (typeof example !== "number" || text.trim() === "") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** A copy of what JSON can say, which may be changed; `undefined` members are left out. */
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

/** True if JSON can say the value, so that it can be remembered. */
export function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value === "object" && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === Object.prototype || prototype === null;
    return isPlain && Object.values(value).every(isJson);
  }
  return typeof value !== "function" && typeof value !== "bigint" && typeof value !== "symbol";
}
