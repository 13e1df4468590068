/** The functions that generated schemas call where Zod has none, by their names. */
export const checkFunctions = {
  accepts: `/** True if a schema takes a value. */
export function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}`,
  equals: `/** True if two JSON values are the same, members in any order. */
export function equals(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}`,
  isUnique: `/** True of a list without two equal items, and of what is no list. */
export function isUnique(value: unknown): boolean {
  return !Array.isArray(value) || new Set(value.map(canonical)).size === value.length;
}`,
  contains: `/** True of a list with so many items that a schema takes, and of what is no list. */
export function contains(schema: z.ZodType, value: unknown, least: number, most: number): boolean {
  if (!Array.isArray(value)) return true;
  const count = value.filter((item) => accepts(schema, item)).length;
  return count >= least && count <= most;
}`,
  members: `/** True if a test holds for all members of an object, and of what is none. */
export function members(
  value: unknown,
  test: (name: string, member: unknown) => boolean,
): boolean {
  return !isObject(value) || Object.entries(value).every(([name, member]) => test(name, member));
}`,
  counts: `/** True of an object with so many members, and of what is none. */
export function counts(value: unknown, least: number, most: number): boolean {
  if (!isObject(value)) return true;
  const count = Object.keys(value).length;
  return count >= least && count <= most;
}`,
  has: `/** True if an object has a member of its own. */
export function has(value: unknown, name: string): boolean {
  return isObject(value) && Object.hasOwn(value, name);
}`,
  typed: `/** A schema by the type of what it takes, where its own type would lead back to itself. */
export function typed<T>(schema: unknown): z.ZodType<T, T> {
  return schema as z.ZodType<T, T>;
}`,
} as const;

/** The module of {@link checkFunctions}. */
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
