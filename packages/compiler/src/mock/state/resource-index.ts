import { nounSegment, type OperationView, type Segment } from "./operation-view.ts";
import { areViews, hasKey, hasDistinctiveKey, type ResourceDraft } from "./resource-draft.ts";
import { isScalar, type Shape, type Shapes } from "./shapes.ts";
import type { PathParameterState } from "@openapi-packages/mock/description";
import { isGeneric, nounOf, plainName, stem, wordsOf } from "./words.ts";

/** Finds the resource that a path or an answer is about. */
export class ResourceIndex {
  readonly #shapes: Shapes;
  readonly #all: ResourceDraft[] = [];
  readonly #byName = new Map<string, ResourceDraft>();
  readonly #byItem = new Map<string, ResourceDraft>();
  readonly #byCollection = new Map<string, ResourceDraft>();
  readonly #byIdentity = new Map<string, ResourceDraft[]>();
  readonly #byKeyParameter = new Map<string, ResourceDraft[]>();
  /** Those of them that are below no other. */
  readonly #rootsByKeyParameter = new Map<string, ResourceDraft[]>();
  readonly #byDistinctiveKey = new Map<string, ResourceDraft>();
  readonly #byNoun = new Map<string, ResourceDraft[]>();
  /** By the names of schemas, as words alone. */
  readonly #byPlainIdentity = new Map<string, ResourceDraft[]>();

  constructor(drafts: readonly ResourceDraft[], shapes: Shapes) {
    this.#shapes = shapes;
    for (const draft of drafts) this.add(draft);
  }

  get all(): readonly ResourceDraft[] {
    return this.#all;
  }

  add(draft: ResourceDraft): void {
    this.#all.push(draft);
    if (!this.#byName.has(draft.name)) this.#byName.set(draft.name, draft);
    for (const item of draft.items.keys()) this.#byItem.set(item, draft);
    for (const collection of draft.collections) {
      if (!this.#byCollection.has(collection)) this.#byCollection.set(collection, draft);
    }
    if (hasDistinctiveKey(draft) && !this.#byDistinctiveKey.has(draft.key ?? ""))
      this.#byDistinctiveKey.set(draft.key ?? "", draft);
    if (draft.identity !== undefined) {
      append(this.#byIdentity, draft.identity, draft);
      append(this.#byPlainIdentity, plainName(draft.identity), draft);
    }
    const parameter = draft.keyParameter;
    if (parameter !== undefined) {
      append(this.#byKeyParameter, plainName(parameter), draft);
      if (isRoot(draft)) append(this.#rootsByKeyParameter, plainName(parameter), draft);
    }
    append(this.#byNoun, draft.noun, draft);
  }

  /** Registers a schema as another form of a resource's records. */
  addView(identity: string, draft: ResourceDraft): void {
    if (!this.#byIdentity.has(identity)) this.#byIdentity.set(identity, [draft]);
  }

  /** True if a shape has the name of a resource's schema. */
  hasIdentity({ names }: Shape): boolean {
    return names.some((name) => this.#byIdentity.has(name));
  }

  /** Returns the resource of which a path names one record: `/pets/{}`. */
  atItem(skeleton: string): ResourceDraft | undefined {
    return this.#byItem.get(skeleton);
  }

  /** Returns the resource whose records are one part below a path: `/pets`. */
  atCollection(skeleton: string): ResourceDraft | undefined {
    return this.#byCollection.get(skeleton);
  }

  /** Returns the nearest record that a path goes through, and how many of its parts name it. */
  above(segments: readonly Segment[]): { draft: ResourceDraft; length: number } | undefined {
    for (let length = segments.length - 1; length > 0; length -= 1) {
      const draft = this.atItem(segments[length - 1]?.skeleton ?? "");
      if (draft !== undefined) return { draft, length };
    }
    return undefined;
  }

  /**
   * Finds the resource of a record in an answer: by the path, the record's schema, its key, or the noun
   * of the path.
   */
  matching({ skeleton, segments }: OperationView, shape: Shape): ResourceDraft | undefined {
    const here = this.atCollection(skeleton);
    if (here !== undefined && hasKey(here, shape)) return here;
    for (const name of shape.names) {
      const only = onlyOne(this.#byIdentity.get(name) ?? []);
      if (only !== undefined && hasKey(only, shape) && isNear(only, segments)) return only;
    }
    const above = new Set(segments.map(({ parameter }) => plainName(parameter ?? "")));
    for (const key of shape.properties.keys()) {
      // A key that is also a parameter of the path names a parent, not the record.
      const distinctive = above.has(plainName(key)) ? undefined : this.#byDistinctiveKey.get(key);
      if (distinctive !== undefined && areViews(this.#shapes, distinctive.shape, shape))
        return distinctive;
    }
    const called = this.#byNoun.get(nounOf(nounSegment(segments))) ?? [];
    const fitting = called.filter(
      (draft) =>
        draft.key !== undefined &&
        hasKey(draft, shape) &&
        areViews(this.#shapes, draft.shape, shape),
    );
    const [nearest, next] = fitting.toSorted((a, b) => depthOf(a) - depthOf(b));
    return next && nearest && depthOf(next) === depthOf(nearest) ? undefined : nearest;
  }

  /** Finds the one resource whose records a parameter or member names: `assistant_id`. */
  named(name: string): ResourceDraft | undefined {
    if (isGeneric(name)) return undefined;
    const plain = plainName(name);
    const noun = /^(.+)_id$/.exec(plain)?.[1];
    const keyed = this.#byKeyParameter.get(plain);
    if (keyed === undefined) return noun === undefined ? undefined : onlyOne(this.#called(noun));
    const only = onlyOne(keyed) ?? onlyOne(this.#rootsByKeyParameter.get(plain) ?? []);
    if (only !== undefined || noun === undefined) return only;
    // Entries of a list may have the key of what they are about: `/watchlist/{filmId}` beside `/films/{filmId}`.
    const isKeyed = ({ keyParameter = "" }: ResourceDraft): boolean =>
      plainName(keyParameter) === plain;
    return onlyOne(this.#called(noun).filter(isKeyed));
  }

  /** Returns the resource of this name. */
  withName(name: string): ResourceDraft | undefined {
    return this.#byName.get(name);
  }

  /** Returns the resources that a noun names. */
  withNoun(noun: string): readonly ResourceDraft[] {
    return this.#byNoun.get(noun) ?? [];
  }

  /** Returns the resources with this noun or schema name. */
  #called(noun: string): ResourceDraft[] {
    const named = this.#byPlainIdentity.get(noun) ?? [];
    return [...new Set([...this.withNoun(noun), ...named])];
  }

  /**
   * Returns all parameters of a path and what they name.
   *
   * @param own the resource of the operation
   * @param isNaming true if the path names one of its records, and not only their parents
   */
  pathState(
    segments: readonly Segment[],
    own: ResourceDraft,
    isNaming: boolean,
  ): PathParameterState[] {
    return segments.flatMap(({ text, parameter, skeleton }, index): PathParameterState[] => {
      if (parameter === undefined)
        return [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => ({ parameter: name }));
      const here = this.atItem(skeleton);
      // Only the first parameter is looked up by name: below a parent, the same name may mean something
      // else.
      const isFirst = segments.findIndex((segment) => segment.parameter !== undefined) === index;
      const resource = here ?? (isFirst ? this.named(parameter) : undefined);
      const isOwn = isNaming && here === own;
      const member = isOwn ? own.key : this.#memberOf(own, parameter, here);
      return [
        {
          parameter,
          ...(resource === undefined ? {} : { resource: resource.name }),
          ...(member === undefined ? {} : { member }),
        },
      ];
    });
  }

  /**
   * Finds the member of a record that names its parent: one with the parameter's name or, if that is a
   * generic one such as `id`, one that names the parent's resource.
   */
  #memberOf(
    { shape, key }: ResourceDraft,
    parameter: string,
    above: ResourceDraft | undefined,
  ): string | undefined {
    const plain = plainName(parameter);
    const isMember = isGeneric(parameter)
      ? (name: string) => above !== undefined && this.named(name) === above
      : (name: string) => plainName(name) === plain;
    for (const [name, schema] of shape.properties) {
      if (name === key || !isMember(name)) continue;
      return isScalar(this.#shapes.of(schema)) ? name : undefined;
    }
    return undefined;
  }
}

/** Returns the item of a list that has no other. */
const onlyOne = <Item>(items: readonly Item[]): Item | undefined =>
  items.length === 1 ? items[0] : undefined;

/** True if a path names records of a resource without naming a parent. */
const isRoot = ({ items }: ResourceDraft): boolean =>
  [...items.values()].some(
    (item) => item.filter(({ parameter }) => parameter !== undefined).length === 1,
  );

/**
 * True if a path that does not go through a resource may still be about it: the resource is below no
 * other, or the path has its name.
 */
function isNear(draft: ResourceDraft, segments: readonly Segment[]): boolean {
  const { items, noun, identity } = draft;
  const last = (text: string): string => stem(wordsOf(text).at(-1) ?? "");
  const called = last(nounSegment(segments));
  return (
    isRoot(draft) || items.size === 0 || called === last(noun) || called === last(identity ?? "")
  );
}

/** Returns the number of parts of a resource's shortest path. */
const depthOf = ({ items }: ResourceDraft): number =>
  Math.min(...[...items.values()].map((segments) => segments.length));

function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}
