/** The helper functions for checks that Zod does not provide, by name. */
export const checkFunctions = {
  accepts: `/** True if a schema accepts a value. */
export function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}`,
  equals: `/** True if two JSON values are equal. The order of members does not matter. */
export function equals(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}`,
  isUnique: `/** True for a list without equal items, and for any value that is not a list. */
export function isUnique(value: unknown): boolean {
  return !Array.isArray(value) || new Set(value.map(canonical)).size === value.length;
}`,
  contains: `/** True for a list in which a schema accepts this many items, and for any value that is not a list. */
export function contains(schema: z.ZodType, value: unknown, least: number, most: number): boolean {
  if (!Array.isArray(value)) return true;
  const count = value.filter((item) => accepts(schema, item)).length;
  return count >= least && count <= most;
}`,
  members: `/** True if a test passes for all members of an object, and for any value that is not an object. */
export function members(
  value: unknown,
  test: (name: string, member: unknown) => boolean,
): boolean {
  return !isObject(value) || Object.entries(value).every(([name, member]) => test(name, member));
}`,
  counts: `/** True for an object with this many members, and for any value that is not an object. */
export function counts(value: unknown, least: number, most: number): boolean {
  if (!isObject(value)) return true;
  const count = Object.keys(value).length;
  return count >= least && count <= most;
}`,
  has: `/** True if an object has a member of its own. */
export function has(value: unknown, name: string): boolean {
  return isObject(value) && Object.hasOwn(value, name);
}`,
  typed: `/** Types a schema by its values, where its own type would be recursive. */
export function typed<T>(schema: unknown): z.ZodType<T, T> {
  return schema as z.ZodType<T, T>;
}`,
} as const;

/** The module with the {@link checkFunctions}. */
export const checksText = `import type * as z from "zod";

${Object.values(checkFunctions).join("\n\n")}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return \`[\${value.map(canonical).join()}]\`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return \`{\${members.map(([name, one]) => \`\${JSON.stringify(name)}:\${canonical(one)}\`).join()}}\`;
}
`;
