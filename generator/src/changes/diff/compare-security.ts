import {
  canonicalText,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import type { ApiModel, SecurityRequirement } from "@openapi-packages/description/model/api-model";
import type { FoundChange } from "./change-types.ts";
import { operationChange, type SameOperation } from "./compared-parts.ts";

/**
 * Compares the security requirements of an operation. They are tightened if one of the earlier alternatives no longer
 * suffices, and loosened if one of the later alternatives did not suffice before.
 */
export function compareSecurity(same: SameOperation): FoundChange[] {
  const [before, after] = [waysOf(same.base.security), waysOf(same.head.security)];
  const isTightened = !before.every((way) => after.some((other) => isMet(other, way)));
  const isLoosened = !after.every((way) => before.some((other) => isMet(other, way)));
  const places = { base: placeOf(same, "base"), head: placeOf(same, "head") };
  const message = `it demands ${textOf(after)} instead of ${textOf(before)}`;
  return [
    ...(isTightened ? [operationChange(same, "security-tightened", message, places)] : []),
    ...(isLoosened ? [operationChange(same, "security-loosened", message, places)] : []),
  ];
}

const placeOf = (same: SameOperation, side: "base" | "head"): string => same[side].pointer;

/**
 * Joins equal changes of operations that inherit the document's `security`: only the document's has changed.
 *
 * @returns the changes, where a joined change takes the place of the first of its parts
 */
export function joinedSecurity(
  changes: readonly FoundChange[],
  models: { readonly base: ApiModel; readonly head: ApiModel },
): readonly FoundChange[] {
  const alike = new Map<string, FoundChange[]>();
  const keyOf = ({ code, message }: FoundChange): string => `${code} ${saidOf(message)}`;
  for (const change of changes.filter((one) => isInherited(one, models))) {
    const key = keyOf(change);
    const all = alike.get(key);
    if (all === undefined) alike.set(key, [change]);
    else all.push(change);
  }
  const joined = [...alike.values()].filter(({ length }) => length > 1);
  const firsts = new Map(joined.map((all) => [all[0], all]));
  const others = new Set(joined.flatMap((all) => all.slice(1)));
  return changes.flatMap((change) => {
    const all = firsts.get(change);
    if (all === undefined) return others.has(change) ? [] : [change];
    const operations = all.flatMap((one) => one.operations ?? []);
    const message = `${all.length} operations without security of their own: ${saidOf(change.message)}`;
    return [{ ...change, message, base: "/security", head: "/security", operations }];
  });
}

/** True for a change of security in an operation that has no `security` of its own in either document. */
function isInherited(
  { code, base, head }: FoundChange,
  models: { readonly base: ApiModel; readonly head: ApiModel },
): boolean {
  if (code !== "security-tightened" && code !== "security-loosened") return false;
  const own = [`${base}/security`, `${head}/security`];
  const documents = [models.base.document, models.head.document];
  return documents.every((document, index) => valueAt(document, own[index] ?? "") === undefined);
}

/** A message without the operation's name at its start. */
const saidOf = (message: string): string => message.slice(message.indexOf(": ") + 2);

/** The alternatives to authenticate. Without requirements, the only one needs no credentials. */
function waysOf(security: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return security.length === 0 ? [{}] : security;
}

/** True if the credentials for one requirement also satisfy the demanded one. */
function isMet(demanded: SecurityRequirement, given: SecurityRequirement): boolean {
  return Object.entries(demanded).every(([scheme, scopes]) => {
    const own = Object.hasOwn(given, scheme) ? given[scheme] : undefined;
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

function textOf(ways: readonly SecurityRequirement[]): string {
  const texts = ways.map((way) => {
    const schemes = Object.entries(way).map(([scheme, scopes]) =>
      scopes.length === 0 ? scheme : `${scheme} (${scopes.join(", ")})`,
    );
    return schemes.length === 0 ? "nothing" : schemes.join(" and ");
  });
  return texts.join(" or ");
}

/** Compares the security schemes of two descriptions: how credentials are obtained and sent. */
export function compareSchemes(base: ApiModel, head: ApiModel): FoundChange[] {
  const [before, after] = [base.securitySchemes, head.securitySchemes];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): FoundChange[] => {
    const [one, other] = [before[name], after[name]];
    const pointer = toPointer(["components", "securitySchemes", name]);
    if (one === undefined)
      return [
        {
          code: "security-scheme-added",
          message: `security scheme ${name} was added`,
          head: pointer,
        },
      ];
    if (other === undefined)
      return [
        {
          code: "security-scheme-removed",
          message: `security scheme ${name} is gone`,
          base: pointer,
        },
      ];
    if (canonicalText(wireOf(one)) === canonicalText(wireOf(other))) return [];
    const message = `credentials of security scheme ${name} are sent or got in another way`;
    return [{ code: "security-scheme-changed", message, base: pointer, head: pointer }];
  });
}

/** A security scheme without its descriptions and its list of scopes; operations name the scopes that they need. */
function wireOf(scheme: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(scheme)
      .filter(
        ([key]) =>
          !["description", "deprecated", "bearerFormat"].includes(key) && !key.startsWith("x-"),
      )
      .map(([key, value]): [string, Json] => [key, key === "flows" ? withoutScopes(value) : value]),
  );
}

function withoutScopes(flows: Json): Json {
  return JSON.parse(
    JSON.stringify(flows, (key, value: unknown) => (key === "scopes" ? undefined : value)),
  ) as Json;
}
