import { literal } from "../../escape.ts";
import type { Json } from "../../json.ts";
import type { Schema } from "../../model/schema/schema.ts";
import {
  areApart,
  mayGrow,
  tagOf,
  valuesOf,
  type MemberType,
  type TypeBranches,
} from "./type-branches.ts";

/** Code that tells whether `value`, an object, is of a branch of a union. */
export interface BranchTest {
  readonly code: string;
  readonly helpers: readonly string[];
}

/**
 * The test of one branch among others: the tag alone where it tells them apart, else what the branch says of
 * its own members, but not of what lies in these. `undefined` where there is no other branch.
 */
export function branchTest(
  types: TypeBranches,
  branch: Schema,
  branches: readonly Schema[],
): BranchTest | undefined {
  const others = branches.filter((one) => one !== branch);
  if (others.length === 0) return undefined;
  const members = types.members(branch);
  const otherMembers = others.map((one) => types.members(one));
  const tag = [...members].find(([name, type]) => {
    const only = new Map([[name, type]]);
    return otherMembers.every((one) => areApart(only, one));
  });
  const tested = tag === undefined ? [...members] : [tag];
  const tests = tested.flatMap(([name, type]) => memberTest(types, name, type) ?? []);
  if (tests.length === 0) return undefined;
  const used = ["isOf", "isOneOf"].filter((name) => tests.some((one) => one.includes(`${name}(`)));
  const helpers = ["fits", ...used];
  return { code: tests.join(" && "), helpers };
}

function memberTest(types: TypeBranches, name: string, type: MemberType): string | undefined {
  const { isRequired, schemas } = type;
  const values = tagOf(type) ?? literalsOfOptional(type);
  const kinds = types.kinds({ kind: "intersection", parts: schemas });
  const isAny = kinds.length >= 6;
  if (values === undefined && isAny && !isRequired) return undefined;
  const test =
    values === undefined
      ? isAny
        ? "() => true"
        : `(member) => isOf(member, ${literal(kinds)})`
      : `(member) => isOneOf(member, ${literal(values)})`;
  return `fits(value, ${literal(name)}, ${isRequired}, ${test})`;
}

const literalsOfOptional = ({ schemas }: MemberType): readonly Json[] | undefined =>
  schemas
    .filter((schema) => !mayGrow(schema))
    .map(valuesOf)
    .find((values) => values !== undefined);
