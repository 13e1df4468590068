import { isObject } from "openapi-packages/emitter";

const others: readonly unknown[] = [null, 7, -1.5, "x", "", true, {}, []];

/** A value with one place changed, every place in turn: replaced, left out, or with another member beside. */
export function mutations(value: unknown): unknown[] {
  const here = [...others];
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const within = items.flatMap((item, index) =>
      mutations(item).map((changed) => items.with(index, changed)),
    );
    return [...here, ...within, items.slice(1), [...items, ...items]];
  }
  if (!isObject(value)) return here;
  const within = Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...rest } = value;
    return [rest, ...mutations(member).map((changed) => ({ ...value, [name]: changed }))];
  });
  return [...here, { ...value, unknownMember: 1 }, ...within];
}
