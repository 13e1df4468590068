import { canonicalText, toPointer, type Json, type JsonObject } from "../json.ts";
import type { ApiModel, SecurityRequirement } from "../model/api-model.ts";
import type { FoundChange } from "./change-types.ts";
import { operationChange, type SameOperation } from "./compared-parts.ts";

/** Compares who is let in: each way of earlier callers must still do, and each way that does now had to before. */
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

/** Without a requirement, nobody has to meet any. */
function waysOf(security: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return security.length === 0 ? [{}] : security;
}

/** True if who meets one requirement meets another one too. */
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

/** Compares how credentials are sent. */
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

/** What a scheme says but for descriptions; scopes are those that operations demand. */
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
