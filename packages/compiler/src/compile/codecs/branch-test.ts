import { literal } from "@openapi-packages/description/text/escape";
import type { Schema } from "@openapi-packages/description/model/schema/schema";
import { areApart } from "@openapi-packages/description/model/unions/traits";
import type { MemberType, TypeBranches } from "./type-branches.ts";

/** Code that tests whether `value`, an object, belongs to a branch of a union. */
export interface BranchTest {
  readonly code: string;
  readonly helpers: readonly string[];
}

/**
 * Builds the test of one branch of a union. It compares the tag alone where the tag decides;
 * otherwise it checks the branch's direct members, but not their contents. Returns `undefined` if
 * there is no other branch, or nothing to test.
 */
export function branchTest(
  types: TypeBranches,
  branch: Schema,
  branches: readonly Schema[],
): BranchTest | undefined {
  const others = branches.filter((one) => one !== branch);
  if (others.length === 0) return undefined;
  const members = types.members(branch);
  const { kinds, tags } = types.traits.of(branch);
  const otherTraits = others.map((one) => types.traits.of(one));
  const tag = [...members].find(([name]) => {
    const values = tags.get(name);
    const only = { kinds, tags: new Map(values && [[name, values]]) };
    return otherTraits.every((one) => areApart(only, one));
  });
  const tested = tag === undefined ? [...members] : [tag];
  const tests = tested.flatMap(([name, type]) => memberTest(types, branch, name, type) ?? []);
  if (tests.length === 0) return undefined;
  const used = ["isOf", "isOneOf"].filter((name) => tests.some((one) => one.includes(`${name}(`)));
  const helpers = ["fits", ...used];
  return { code: tests.join(" && "), helpers };
}

function memberTest(
  types: TypeBranches,
  branch: Schema,
  name: string,
  type: MemberType,
): string | undefined {
  const { isRequired, schemas } = type;
  const values = types.traits.values(branch, name);
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
