import { escapePointerToken } from "@openapi-packages/runtime/internals";
import { isObject } from "@openapi-packages/runtime/internals";
import type { OperationDescriptor } from "@openapi-packages/runtime";
import { latencyForm, parseLatency } from "../answers/latency.ts";
import { nearestOperation } from "../operation-ids.ts";
import type { FaultRule } from "../types.ts";
import { faultKinds, isFaultKind, isStreamFault } from "./fault-kinds.ts";

/**
 * Parses the rules of a profile: `{ "rules": [ … ] }`, optionally with `$schema`, or the list itself.
 *
 * @throws {TypeError} for an invalid rule, with its JSON pointer.
 */
export function parseFaultRules(value: unknown): FaultRule[] {
  if (Array.isArray(value)) return parseRules(value, "");
  if (!isObject(value)) throw new TypeError("/ must be a list of rules, or have them as `rules`");
  for (const name of Object.keys(value)) {
    const isKnown = name === "rules" || name === "$schema";
    if (!isKnown) throw new TypeError(`/${escapePointerToken(name)} is not known: \`rules\` is`);
  }
  if (!Array.isArray(value["rules"])) throw new TypeError("/rules must be a list of rules");
  return parseRules(value["rules"], "/rules");
}

const parseRules = (rules: readonly unknown[], pointer: string): FaultRule[] =>
  rules.map((rule, index) => parseFaultRule(rule, `${pointer}/${index}`));

/**
 * Parses one rule.
 *
 * @param pointer its place in a file. Default: it is not part of a file.
 * @throws {TypeError} as {@link parseFaultRules}
 */
export function parseFaultRule(value: unknown, pointer = ""): FaultRule {
  if (!isObject(value)) throw new TypeError(`${pointer || "/"} must be a rule: an object`);
  for (const [name, member] of Object.entries(value)) {
    const place = `${pointer}/${escapePointerToken(name)}`;
    const known = Object.hasOwn(members, name) ? members[name as keyof FaultRule] : undefined;
    if (known === undefined)
      throw new TypeError(`${place} is not known: a rule has ${Object.keys(members).join(", ")}`);
    if (member !== undefined && !known.test(member)) throw new TypeError(`${place} ${known.form}`);
  }
  const rule = value as FaultRule;
  const isEmpty = (rule.latency ?? rule.status ?? rule.fault) === undefined;
  if (isEmpty) throw new TypeError(`${pointer || "/"} must have latency, status or fault`);
  return rule;
}

interface MemberTest {
  readonly test: (value: unknown) => boolean;
  readonly form: string;
}

const isWhole = (value: unknown, least: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least;

const members: { readonly [Name in keyof FaultRule]-?: MemberTest } = {
  operation: {
    test: (value) => typeof value === "string" && /^\*?[^*]*\*?$/.test(value) && value !== "",
    form: 'must be an operationId, which may have `*` at its ends: "Create*"',
  },
  probability: {
    test: (value) => typeof value === "number" && value >= 0 && value <= 1,
    form: "must be a number from 0 to 1",
  },
  times: { test: (value) => isWhole(value, 1), form: "must be a whole number from 1" },
  latency: { test: isLatency, form: latencyForm },
  status: {
    test: (value) => isWhole(value, 200) && (value as number) < 600,
    form: "must be a status from 200 to 599",
  },
  fault: { test: isFaultKind, form: `must be one of ${faultKinds.join(", ")}` },
  after: { test: (value) => isWhole(value, 0), form: "must be a whole number" },
};

function isLatency(value: unknown): boolean {
  try {
    return parseLatency(value) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Checks that a rule matches an operation, and a stream if it is about streams. Its status may be undocumented:
 * gateways and proxies answer with any.
 *
 * @param pointer its place in a file. Default: it is not part of a file.
 * @throws {TypeError} when it matches no operation, or none with a stream.
 */
export function checkRule(
  rule: FaultRule,
  operations: readonly OperationDescriptor[],
  pointer = "",
): void {
  const named = operations.filter(({ operationId }) => names(rule, operationId));
  if (named.length === 0) {
    const ids = operations.map(({ operationId }) => operationId);
    const hint = nearestOperation(rule.operation?.replaceAll("*", "") ?? "", ids);
    throw new TypeError(`${pointer}/operation names no operation${hint}`);
  }
  if (isStreamFault(rule.fault) && !named.some(hasStream))
    throw new TypeError(
      `${pointer}/fault only applies to streams, and no matching operation has one`,
    );
}

/** True if a rule matches an operation. */
export function names({ operation = "*" }: FaultRule, operationId: string): boolean {
  const text = operation.replaceAll("*", "");
  const isOpenStart = operation.startsWith("*");
  const isOpenEnd = operation.endsWith("*");
  if (isOpenStart && isOpenEnd) return operationId.includes(text);
  if (isOpenEnd) return operationId.startsWith(text);
  return isOpenStart ? operationId.endsWith(text) : operationId === text;
}

/** True if an operation may answer with a stream of items. */
export const hasStream = ({ responses }: OperationDescriptor): boolean =>
  Object.values(responses).some(({ content = [] }) => content.some(({ stream }) => stream));
