import {
  arrayMember,
  isAbsentMember,
  isObject,
  literal,
  literalKey,
  member,
  objectMember,
  propertyKey,
  type Json,
  type JsonObject,
} from "openapi-packages/emitter";
import type { CodeOf } from "./list-code.ts";
import { limitsOf, regularExpression } from "./scalars.ts";
import { checkFunction, late, refersAhead, type SchemaContext } from "./schema-context.ts";
import { anything, optional, type ZodCode } from "./zod-code.ts";

/** Generates an object, or a record if no member is named (JSON Schema 2020-12 core, section 10.3.2). */
export function objectCode(context: SchemaContext, schema: JsonObject, codeOf: CodeOf): ZodCode {
  const additional = member(schema, "additionalProperties");
  const hasPatterns = patternsOf(schema).length > 0;
  const members = memberSchemas(schema);
  const isClosed = additional === false && !hasPatterns;
  if (members.length === 0) {
    const rest = hasPatterns ? anything : codeOf(context, additional ?? true);
    return {
      code: `z.record(z.string(), ${rest.code})`,
      type: `z.ZodRecord<z.ZodString, ${rest.type}>`,
    };
  }
  const parts = members.flatMap((one) => memberCode(context, one, codeOf, isClosed));
  const code = `{ ${parts.map((part) => part.code).join(", ")} }`;
  const shape = `{ ${parts.map((part) => part.type).join("; ")} }`;
  if (isClosed)
    return { code: `z.strictObject(${code})`, type: `z.ZodObject<${shape}, z.core.$strict>` };
  if (hasPatterns || additional === true || isEmpty(additional))
    return { code: `z.looseObject(${code})`, type: `z.ZodObject<${shape}, z.core.$loose>` };
  if (additional === undefined || additional === false)
    return { code: `z.object(${code})`, type: `z.ZodObject<${shape}>` };
  const rest = codeOf(context, additional);
  return {
    code: `z.object(${code}).catchall(${rest.code})`,
    type: `z.ZodObject<${shape}, z.core.$catchall<${rest.type}>>`,
  };
}

const isEmpty = (schema: Json | undefined): boolean =>
  isObject(schema) && Object.keys(schema).length === 0;

interface Member {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** Returns the named members: described ones, and those that are only required. */
function memberSchemas(schema: JsonObject): Member[] {
  const properties = objectMember(schema, "properties") ?? {};
  const required = arrayMember(schema, "required").filter((name) => typeof name === "string");
  const hasPatterns = patternsOf(schema).length > 0;
  const others = hasPatterns ? true : (member(schema, "additionalProperties") ?? true);
  const names = new Set([...Object.keys(properties), ...required]);
  return [...names].map((name) => ({
    name,
    schema: member(properties, name) ?? others,
    isRequired: required.includes(name),
  }));
}

function memberCode(
  context: SchemaContext,
  { name, schema, isRequired }: Member,
  codeOf: CodeOf,
  isClosed: boolean,
): ZodCode[] {
  if (isAbsentMember(schema) && !Object.hasOwn(schema as JsonObject, "not")) {
    // The member is accepted with any value: Zod drops unknown members.
    if (!isClosed) return [];
    return [property(name, optional(anything))];
  }
  const isAhead = refersAhead(context, schema);
  const own = codeOf(isAhead ? late(context) : context, schema);
  const code = isRequired ? own : optional(own);
  if (!isAhead) return [property(name, code)];
  const key = name === "__proto__" ? '["__proto__"]' : propertyKey(name);
  return [
    {
      code: `get ${key}(): ${code.type} { return ${code.code}; }`,
      type: `${propertyKey(name)}: ${code.type}`,
    },
  ];
}

const property = (name: string, { code, type }: ZodCode): ZodCode => ({
  code: `${literalKey(name)}: ${code}`,
  type: `${propertyKey(name)}: ${type}`,
});

/** Returns checks of objects that Zod does not provide, as expressions of `value`. */
export function objectChecks(context: SchemaContext, schema: JsonObject, codeOf: CodeOf): string[] {
  const accepts = (one: Json, what: string): string =>
    `${checkFunction(context, "accepts")}(${codeOf(context, one).code}, ${what})`;
  const members = (test: string): string => {
    const parameters = test.includes(", member)") ? "(name, member)" : "(name)";
    return `${checkFunction(context, "members")}(value, ${parameters} => ${test})`;
  };
  const names = member(schema, "propertyNames");
  const has = (name: string): string => `${checkFunction(context, "has")}(value, ${literal(name)})`;
  const dependent = Object.entries(objectMember(schema, "dependentRequired") ?? {});
  const dependentSchemas = Object.entries(objectMember(schema, "dependentSchemas") ?? {});
  return [
    ...patternChecks(schema, accepts).map(members),
    ...(names === undefined ? [] : [members(accepts(names, "name"))]),
    ...countChecks(context, schema),
    ...dependent.flatMap(([name, others]) =>
      Array.isArray(others) && others.length > 0
        ? [`(!${has(name)} || (${(others as string[]).map(has).join(" && ")}))`]
        : [],
    ),
    ...dependentSchemas.map(([name, one]) => `(!${has(name)} || ${accepts(one, "value")})`),
  ];
}

/** Returns tests for the names that match patterns, with the schemas of their members. */
function patternsOf(schema: JsonObject): { readonly test: string; readonly one: Json }[] {
  const patterns = objectMember(schema, "patternProperties") ?? {};
  return Object.entries(patterns).flatMap(([pattern, one]) => {
    const expression = regularExpression(pattern);
    return expression === undefined ? [] : [{ test: `${expression}.test(name)`, one }];
  });
}

function patternChecks(
  schema: JsonObject,
  accepts: (schema: Json, what: string) => string,
): string[] {
  const patterns = patternsOf(schema);
  if (patterns.length === 0) return [];
  const checks = patterns.map(({ test, one }) => `(!${test} || ${accepts(one, "member")})`);
  const additional = member(schema, "additionalProperties");
  if (additional === undefined || additional === true) return checks;
  const known = Object.keys(objectMember(schema, "properties") ?? {});
  const others = additional === false ? [] : [accepts(additional, "member")];
  const isKnown = [`${literal(known)}.some((one: string) => one === name)`];
  const isAllowed = [...(known.length === 0 ? [] : isKnown), ...patterns.map(({ test }) => test)];
  return [...checks, [...isAllowed, ...others].join(" || ")];
}

function countChecks(context: SchemaContext, schema: JsonObject): string[] {
  const limits = limitsOf(schema, "minProperties", "maxProperties");
  if (limits[0] <= 0 && limits[1] === Number.POSITIVE_INFINITY) return [];
  return [`${checkFunction(context, "counts")}(value, ${limits.join(", ")})`];
}
