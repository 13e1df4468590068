/** True if a value is an object with members. */
export const isObject = (value: unknown): value is { readonly [member: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A name in one notation: `petId` is `pet_id`. */
export const plain = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");

/** Every member of a value at any depth, with where it stands. */
export function* membersOf(
  value: unknown,
  place = "",
): Generator<{ readonly name: string; readonly value: unknown; readonly place: string }, void> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* membersOf(item, `${place}/${index}`);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield { name, value: member, place: `${place}/${name}` };
      yield* membersOf(member, `${place}/${name}`);
    }
  }
}

/** The texts and numbers of a member, which may be a list of them. */
export const scalarsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((one) => (typeof one === "string" || typeof one === "number" ? [String(one)] : []));

/** True if two JSON values are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
