import type { StateOperation } from "@openapi-packages/mock/description";
import type { ResourceIndex } from "./resource-index.ts";
import type { OperationView } from "./operation-view.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { tagsOf } from "./variants.ts";
import { plainName, wordsOf } from "./words.ts";

type Create = Extract<StateOperation, { kind: "create" }>;

/**
 * Infers what a creation does with its request besides copying members: `extra_tags`, for example,
 * extends `tags`.
 */
export function creationRules(
  { request }: OperationView,
  { path, many }: Create,
  draft: ResourceDraft,
  index: ResourceIndex,
  shapes: Shapes,
): Pick<Create, "merges" | "makes" | "derives"> {
  if (request === undefined || many !== undefined) return {};
  const members = new Map(
    [...draft.shape.properties.keys()].map((name) => [plainName(name), name]),
  );
  const merges = [...request.properties].flatMap(([from, schema]) => {
    const into = members.get(/^(?:additional|extra)_(.+)$/.exec(plainName(from))?.[1] ?? "");
    const isList = (one: Shape): boolean => one.items !== undefined;
    const isFit =
      into !== undefined &&
      isList(shapes.of(schema)) &&
      isList(shapes.of(draft.shape.properties.get(into)));
    return isFit ? [{ from, into }] : [];
  });
  const makes = [...request.properties].flatMap(([flag, schema]) => {
    const [verb = "", ...noun] = wordsOf(flag);
    const member = members.get(`${noun.join("_")}_id`);
    const isFlag = ["new", "create"].includes(verb) && shapes.of(schema).types.has("boolean");
    return isFlag && member !== undefined ? [{ flag, member }] : [];
  });
  const above = path.findLast(({ resource }) => resource !== undefined)?.resource;
  const parent = above === undefined ? undefined : index.withName(above);
  const derives = parent === undefined ? {} : derivedFrom(parent.shape, draft.shape, shapes);
  return {
    ...(merges.length === 0 ? {} : { merges }),
    ...(makes.length === 0 ? {} : { makes }),
    ...(Object.keys(derives).length === 0 ? {} : { derives }),
  };
}

/** How many kinds two members must have in common to describe one thing. */
const leastKinds = 2;

/**
 * Finds members of a record that have the kinds of a member of the record above it, and a name that
 * begins with that member's: `code_source` of a deployment follows `code` of what is deployed.
 */
function derivedFrom(parent: Shape, own: Shape, shapes: Shapes): Record<string, string> {
  const tagged = ({ properties }: Shape): [string, Set<string>][] =>
    [...properties].flatMap(([name, schema]): [string, Set<string>][] => {
      const tags = tagsOf(shapes.of(schema), shapes);
      return tags === undefined
        ? []
        : [[name, new Set(tags.map(({ tag, is = "" }) => `${tag} ${is}`))]];
    });
  const above = tagged(parent);
  const pairs = tagged(own).flatMap(([name, kinds]): [string, string][] => {
    const source = above.find(
      ([other, others]) =>
        `${plainName(name)}_`.startsWith(`${plainName(other)}_`) &&
        [...kinds].filter((kind) => others.has(kind)).length >= leastKinds,
    );
    return source === undefined ? [] : [[name, source[0]]];
  });
  return Object.fromEntries(pairs);
}
