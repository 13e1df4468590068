import { isRecord, set } from "../schema/resolve.ts";

/** The chosen members of a value. */
export interface Chosen {
  readonly value: unknown;
  /** The fields that the value does not contain. */
  readonly missing: readonly string[];
}

/** Keeps some members of a value. Nested names are separated by dots, and lists are traversed. */
export function chooseFields(value: unknown, fields: readonly string[]): Chosen {
  const found = new Set<string>();
  const ways = fields.map((field) => ({ field, way: field.split(".") }));
  const chosen = choose(value, ways, found);
  return { value: chosen, missing: fields.filter((field) => !found.has(field)) };
}

interface Way {
  readonly field: string;
  readonly way: readonly string[];
}

function choose(value: unknown, ways: readonly Way[], found: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => choose(item, ways, found));
  if (!isRecord(value)) return value;
  const kept = {};
  for (const [name, member] of Object.entries(value)) {
    const here = ways.filter(({ way }) => way[0] === name);
    if (here.length === 0) continue;
    const whole = here.filter(({ way }) => way.length === 1);
    for (const { field } of whole) found.add(field);
    const deeper = here.map(({ field, way }) => ({ field, way: way.slice(1) }));
    set(kept, name, whole.length > 0 ? member : choose(member, deeper, found));
  }
  return kept;
}

/** Returns the dotted names of a value's members, two levels deep, to choose from. */
export function fieldNames(value: unknown, levels = 2): string[] {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(one)) return [];
  return Object.entries(one).flatMap(([name, member]) => {
    const inner = levels > 1 ? fieldNames(member, levels - 1) : [];
    return inner.length > 0 && Array.isArray(member)
      ? [name, ...inner.map((field) => `${name}.${field}`)]
      : [name];
  });
}
