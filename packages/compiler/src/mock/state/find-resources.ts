import { collectionOf, nounSegment, type OperationView } from "./operation-view.ts";
import { isUniqueKey, keyMember, listIn, recordIn } from "./record-key.ts";
import { byPath, type ResourceDraft } from "./resource-draft.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { nounOf, pascalCase, plainName } from "./words.ts";

/** A path that may identify one record. */
interface Candidate {
  readonly views: readonly OperationView[];
  readonly first: OperationView;
  readonly parameter: string;
  readonly parameterShape: Shape;
  readonly noun: string;
  readonly shape: Shape;
  readonly key: string | undefined;
}

const itemMethods = ["GET", "PATCH", "PUT", "POST", "DELETE"];

/**
 * Finds the resources that have paths of their own: a path that ends with a parameter, and answers a
 * record or removes it. Paths that answer the same schema belong to one resource.
 */
export function findResources(views: readonly OperationView[], shapes: Shapes): ResourceDraft[] {
  const paths = byPath(views);
  const candidates = [...paths.values()].flatMap((own) => candidateOf(own, paths, shapes) ?? []);
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const identity = identityOf(candidate) ?? candidate.first.skeleton;
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, [candidate]);
    else group.push(candidate);
  }
  const skeletons = [...paths.keys()];
  const orders = new Map(skeletons.map((skeleton, order) => [skeleton, order]));
  const drafts: { draft: ResourceDraft; order: number }[] = [];
  const taken = new Set<string>();
  for (const group of groups.values()) {
    for (const draft of draftsOf(group, taken, shapes)) {
      const order = Math.min(
        ...[...draft.items.keys()].map((item) => orders.get(item) ?? Infinity),
      );
      drafts.push({ draft, order });
    }
  }
  return drafts.toSorted((a, b) => a.order - b.order).map(({ draft }) => draft);
}

function candidateOf(
  views: readonly OperationView[],
  paths: ReadonlyMap<string, readonly OperationView[]>,
  shapes: Shapes,
): Candidate | undefined {
  const own = views.filter(({ operation }) => itemMethods.includes(operation.method));
  const [first] = own;
  const parameter = first?.segments.at(-1)?.parameter;
  if (first === undefined || parameter === undefined) return undefined;
  const declared = first.operation.parameters.find(
    (one) => one.in === "path" && one.name === parameter,
  );
  const parameterShape = shapes.described(declared?.schema);
  const noun = nounOf(nounSegment(first.segments));
  const known = { views: own, first, parameter, parameterShape, noun };
  const collection = paths.get(collectionOf(first)) ?? [];
  const keyOf = (shape: Shape): string | undefined => {
    const key = keyMember(shapes, shape, { parameter, parameterShape, noun });
    // A path with a single operation and no collection may look records up by something other than a
    // key.
    const isSure = key?.isCalled === true || own.length > 1 || collection.length > 0;
    return isSure ? key?.name : undefined;
  };
  const get = own.find(({ operation }) => operation.method === "GET");
  // If GET answers something other than a record, the path does not identify one, whatever its other
  // methods do.
  const answering = get === undefined ? own : [get];
  for (const { answer } of answering) {
    if (answer === undefined) continue;
    const record = recordIn(shapes, answer, (shape) => keyOf(shape) !== undefined, noun);
    if (record !== undefined) return { ...known, shape: record.shape, key: keyOf(record.shape) };
    const isNamed = own.length > 1 && answer.names.length > 0 && answer.properties.size > 0;
    if (isNamed && get !== undefined) return { ...known, shape: answer, key: undefined };
  }
  return get === undefined ? fromCollection(known, collection, keyOf, shapes) : undefined;
}

/**
 * Takes the record from the operations of the collection, if the path itself does not answer one. A PUT
 * without an answer joins two things and creates no record.
 */
function fromCollection(
  known: Omit<Candidate, "shape" | "key">,
  collection: readonly OperationView[],
  keyOf: (shape: Shape) => string | undefined,
  shapes: Shapes,
): Candidate | undefined {
  if (known.views.some(({ operation }) => operation.method === "PUT")) return undefined;
  for (const { answer, operation } of collection) {
    if (answer === undefined) continue;
    const place =
      operation.method === "GET"
        ? listIn(shapes, answer, operation.pagination?.response["items"], known.noun)
        : recordIn(shapes, answer, (shape) => keyOf(shape) !== undefined, known.noun);
    const key = place && keyOf(place.shape);
    if (place !== undefined && key !== undefined) return { ...known, shape: place.shape, key };
  }
  return undefined;
}

/**
 * Makes one resource of the paths that answer the same schema. If keys are unique only below a parent,
 * as names are, each path gets a resource of its own.
 */
function draftsOf(
  group: readonly Candidate[],
  taken: Set<string>,
  shapes: Shapes,
): ResourceDraft[] {
  const [primary, ...others] = group.toSorted((a, b) => b.views.length - a.views.length);
  if (primary === undefined) return [];
  const first = draftOf(primary, taken, shapes, identityOf(primary));
  const drafts = [first];
  for (const other of others) {
    const above = other.first.segments.slice(0, -1);
    const isBelow = above.some(({ skeleton }) => first.items.has(skeleton));
    if (isBelow || other.key !== primary.key) continue;
    if (isUniqueKey(primary.key) || isSamePath(primary, other)) addPath(first, other);
    else drafts.push(draftOf(other, taken, shapes, undefined));
  }
  return drafts;
}

/** True if two paths differ only in the number of a noun: `/refs/{}` and `/ref/{}`. */
function isSamePath(one: Candidate, other: Candidate): boolean {
  const nouns = ({ first }: Candidate): string =>
    first.segments
      .map(({ text, parameter }) => (parameter === undefined ? nounOf(text) : "{}"))
      .join("/");
  return nouns(one) === nouns(other);
}

function draftOf(
  candidate: Candidate,
  taken: Set<string>,
  shapes: Shapes,
  wanted: string | undefined,
): ResourceDraft {
  const { shape, key, parameter, parameterShape, noun, first } = candidate;
  const identity = identityOf(candidate);
  const literals = first.segments.filter((segment) => segment.parameter === undefined);
  const names = [
    ...(wanted === undefined ? [] : namesOf(wanted, noun)),
    literals.map(({ text }) => pascalCase(nounOf(text))).join(""),
  ];
  const name = names.find((one) => one !== "" && !taken.has(one)) ?? first.skeleton;
  taken.add(name);
  const property = key === undefined ? undefined : shape.properties.get(key);
  const draft: ResourceDraft = {
    name,
    identity,
    shape,
    key,
    keyParameter: parameter,
    keyShape: property === undefined ? parameterShape : shapes.of(property),
    noun,
    items: new Map(),
    collections: new Set(),
  };
  addPath(draft, candidate);
  return draft;
}

/**
 * Returns names for a resource. The name of an answer's schema, such as `PetResponse`, comes after the
 * noun of the path.
 */
function namesOf(identity: string, noun: string): string[] {
  return answerName.test(identity) ? [pascalCase(noun), identity] : [identity];
}

const answerName = /[a-z_-](response|result|output)\d*$/i;

/**
 * Returns the name of a record's schema. If that is the schema of an answer, such as `PetResponse`, the
 * record's schema within it is preferred.
 */
function identityOf({ shape: { names }, noun }: Candidate): string | undefined {
  const [own] = names;
  if (own === undefined || !answerName.test(own)) return own;
  const isNoun = (name: string): boolean =>
    plainName(name) === noun || plainName(name).endsWith(`_${noun}`);
  return names.find((name) => !answerName.test(name) && isNoun(name)) ?? own;
}

function addPath({ items, collections }: ResourceDraft, { first }: Candidate): void {
  items.set(first.skeleton, first.segments);
  collections.add(collectionOf(first));
}
