import { arrayMember, member, type Json, type JsonObject } from "../../json/json.ts";
import { referencedName } from "../../json/subschemas.ts";
import { discriminatorOf, isUnion, mappedValues, type Discriminator } from "./discriminator.ts";

/** A parent schema whose children inherit from it by `allOf` and are distinguished by a member. */
export interface DiscriminatorHierarchy {
  /**
   * The member that distinguishes the children, from the parent's discriminator or the nearest one
   * above it.
   */
  readonly property: string;
  /** The names of the schemas that inherit directly from the parent. */
  readonly children: readonly string[];
  /** Maps values to the names of the parent or of schemas below it. */
  readonly mapping: ReadonlyMap<string, string>;
  /** True if a value may belong to the parent itself instead of a child. */
  readonly isConcrete: boolean;
}

type Tag = Pick<Discriminator, "property" | "mapping">;

/**
 * Finds the hierarchies among named schemas (OpenAPI 3.1, section 4.8.25, the `allOf` form). A
 * parent has a discriminator without listing alternatives, or inherits from such a schema. The
 * value of a child is the one in `mapping`, or else its name.
 * @param isChild tells whether the authors chose the name of a schema. A schema that the generator
 * named after its place uses a parent, but is no child
 */
export function findHierarchies(
  schemas: JsonObject,
  isChild: (name: string) => boolean,
): Map<string, DiscriminatorHierarchy> {
  const hierarchies = new Map<string, DiscriminatorHierarchy>();
  const roots = Object.keys(schemas).filter(
    (name) => discriminatorOf(schemas[name]) !== undefined && !isUnion(schemas[name]),
  );
  if (roots.length === 0) return hierarchies;
  const tree = new InheritanceTree(schemas, isChild);
  const found = (name: string, inherited: Tag | undefined): void => {
    const own = discriminatorOf(schemas[name]);
    const tag = own?.property === inherited?.property ? joined(inherited, own) : (own ?? inherited);
    const children = tree.directChildren(name);
    const below = tree.below(name);
    if (tag === undefined || children.length === 0) return;
    if (hierarchies.has(name) || below.has(name) || isUnion(schemas[name])) return;
    const kept = [...tag.mapping].filter(([, target]) => target === name || below.has(target));
    const mapping = new Map(kept);
    const isConcrete = own === undefined || [...mapping.values()].includes(name);
    hierarchies.set(name, { property: tag.property, children, mapping, isConcrete });
    for (const child of children) found(child, tag);
  };
  // Roots below another root are reached from that one.
  for (const name of roots.filter((one) => !roots.some((other) => tree.below(other).has(one))))
    found(name, undefined);
  return hierarchies;
}

function joined(above: Tag | undefined, own: Tag | undefined): Tag | undefined {
  if (above === undefined || own === undefined) return own ?? above;
  return { property: own.property, mapping: new Map([...above.mapping, ...own.mapping]) };
}

/** The schemas that inherit from each named schema by `allOf`. */
class InheritanceTree {
  readonly #children = new Map<string, string[]>();
  readonly #below = new Map<string, ReadonlySet<string>>();

  constructor(schemas: JsonObject, isChild: (name: string) => boolean) {
    for (const [name, schema] of Object.entries(schemas)) {
      if (!isChild(name)) continue;
      for (const parent of parentNames(schemas, schema)) {
        const known = this.#children.get(parent) ?? [];
        if (parent !== name) this.#children.set(parent, [...known, name]);
      }
    }
  }

  /** Returns the names of all schemas that inherit from one, directly or indirectly. */
  below(name: string): ReadonlySet<string> {
    const known = this.#below.get(name);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const queue = [...(this.#children.get(name) ?? [])];
    for (let child = queue.pop(); child !== undefined; child = queue.pop()) {
      if (found.has(child)) continue;
      found.add(child);
      queue.push(...(this.#children.get(child) ?? []));
    }
    this.#below.set(name, found);
    return found;
  }

  /** Returns the children that do not also inherit from another child. */
  directChildren(name: string): string[] {
    const all = this.#children.get(name) ?? [];
    return all.filter(
      (child) => !all.some((other) => other !== child && this.below(other).has(child)),
    );
  }
}

function parentNames(schemas: JsonObject, schema: Json): Set<string> {
  const names = new Set<string>();
  const stack = [...arrayMember(schema, "allOf")];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    const name = referencedName(part);
    if (name !== undefined) names.add(withoutAlias(schemas, name));
    stack.push(...arrayMember(part, "allOf"));
  }
  return names;
}

/** Follows schemas that consist of nothing but a reference, and returns the last name. */
export function withoutAlias(schemas: JsonObject, start: string): string {
  let name = start;
  const seen = new Set<string>();
  while (!seen.has(name)) {
    seen.add(name);
    const schema = member(schemas, name);
    const target = referencedName(schema);
    if (target === undefined || Object.keys(schema as JsonObject).length > 1) break;
    name = target;
  }
  return name;
}

/** Returns the tag values of the parent itself; none if every value belongs to a child. */
export function ownValues(name: string, { mapping, isConcrete }: DiscriminatorHierarchy): string[] {
  if (!isConcrete) return [];
  const mapped = mappedValues(mapping, name);
  return mapped.length === 0 ? [name] : mapped;
}
