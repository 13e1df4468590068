import type { StateOperation } from "@openapi-packages/mock/description";
import type { ResourceIndex } from "./resource-index.ts";
import type { OperationView } from "./operation-view.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { tagsOf } from "./variants.ts";
import { plainName, wordsOf } from "./words.ts";

type Create = Extract<StateOperation, { kind: "create" }>;

/** What the creation of a record does with its request beyond taking its members. */
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
  const parent = index.all.find(({ name }) => name === above);
  const derives = parent === undefined ? {} : derivedFrom(parent.shape, draft.shape, shapes);
  return {
    ...(merges.length === 0 ? {} : { merges }),
    ...(makes.length === 0 ? {} : { makes }),
    ...(Object.keys(derives).length === 0 ? {} : { derives }),
  };
}

/** The kinds of which two members have to have this many in common to be of one thing. */
const leastKinds = 2;

/**
 * Members of a record that say of one kind what a member of the record above says, whose name theirs begins with:
 * `code_source` of a deployment, `code` of what is deployed.
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
