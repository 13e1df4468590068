import type {
  ResourceDescriptor,
  StateDescriptor,
  StateOperation,
} from "@openapi-packages/mock/description";
import { objectMember, valueAt } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { Schema } from "@openapi-packages/description/model/schema/schema";
import { Sampler } from "../sample/sampler.ts";
import { Classifier, type Classified } from "./classify.ts";
import { createdResource } from "./created-resource.ts";
import { creationRules } from "./creation-rules.ts";
import { credentialOf, onCredential, type InferredCredential } from "./credentials.ts";
import { findResources } from "./find-resources.ts";
import { lifecycleOf } from "./lifecycle.ts";
import { listedResource } from "./listed-resource.ts";
import { operationViews, type OperationView } from "./operation-view.ts";
import { keyTypeOf } from "./record-key.ts";
import { recordReferences } from "./record-references.ts";
import { referencesOf } from "./references.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { ResourceIndex } from "./resource-index.ts";
import { rolesOf } from "./roles.ts";
import { seedsOf, type AnswersOf, type PlannedSeed, type SeedSources } from "./seeds.ts";
import { Shapes } from "./shapes.ts";
import { shownRecords } from "./shown-records.ts";
import { variantsOf } from "./variants.ts";

/** The state of a mock, with the details that generated code adds. */
export interface StatePlan extends StateDescriptor {
  readonly resources: { readonly [name: string]: PlannedResource };
}

/** A resource's descriptor, with the details that generated code adds. */
export interface PlannedResource extends ResourceDescriptor {
  /** The type of its records. */
  readonly schema: Schema;
  readonly seeds: readonly PlannedSeed[];
}

/** A resource before its seeds are made. */
interface DescribedResource {
  readonly draft: ResourceDraft;
  readonly descriptor: Omit<ResourceDescriptor, "seeds">;
  readonly operations: readonly Classified[];
}

/**
 * Infers from paths, schemas and examples what a mock remembers, and how. Seeds are made when they are
 * first read, because they come from answers.
 */
export function planState(model: ApiModel, answersOf: AnswersOf): StatePlan {
  const { resources, operations, shapes } = describeState(model);
  const sampler = new Sampler(model);
  const sources: SeedSources = {
    answersOf,
    sampler,
    resource: (name) => resources.get(name),
  };
  const planned = [...resources].map(([name, described]): [string, PlannedResource] => {
    let seeds: readonly PlannedSeed[] | undefined;
    let variants: ReturnType<typeof variantsOf> | null = null;
    return [
      name,
      {
        ...described.descriptor,
        schema: described.draft.shape.schema,
        get variants() {
          return (variants =
            variants === null ? variantsOf(described.draft, shapes, sampler) : variants);
        },
        get seeds() {
          return (seeds ??= seedsOf(described, sources));
        },
      },
    ];
  });
  return { resources: Object.fromEntries(planned), operations };
}

function describeState(model: ApiModel): {
  readonly resources: ReadonlyMap<string, DescribedResource>;
  readonly operations: StateDescriptor["operations"];
  readonly shapes: Shapes;
} {
  const shapes = new Shapes(model);
  const views = operationViews(model, shapes);
  const index = new ResourceIndex(findResources(views, shapes), shapes);
  const classified = classify(views, index, shapes);
  const byResource = Map.groupBy(classified, ({ draft }) => draft.name);
  const lifecycles = new Map(
    [...byResource].map(([name, own]) => [
      name,
      own[0] && lifecycleOf(own[0].draft, own, classified, shapes),
    ]),
  );
  const credentials = new Map(
    [...byResource].map(([name, own]) => [
      name,
      own[0] && credentialOf(model, own[0].draft, own, shapes),
    ]),
  );
  const referredTo = new Set(
    [...lifecycles.values()].map((lifecycle) => lifecycle?.events?.resource),
  );
  const resources = new Map(
    [...byResource].flatMap(([name, own]): [string, DescribedResource][] => {
      const draft = own[0]?.draft;
      if (draft === undefined) return [];
      const lifecycle = lifecycles.get(name);
      const isOpen = !referredTo.has(name) && !(own.some(isCreating) && own.some(isShowing));
      const { roles, ...plain } = describe(draft, own, isOpen, shapes);
      const credential = credentials.get(name)?.descriptor;
      const references = recordReferences(own, classified, index, shapes);
      const descriptor = {
        ...plain,
        ...(credential === undefined ? {} : { credential }),
        roles,
        ...(lifecycle === undefined ? {} : { lifecycle }),
        ...(references.length === 0 ? {} : { references }),
      };
      return [[name, { draft, descriptor, operations: own }]];
    }),
  );
  const isOpen = (name: string): boolean => resources.get(name)?.descriptor.isOpen ?? true;
  const operations = classified.flatMap((one): [string, StateOperation][] => {
    const operation = withCredential(one, credentials.get(one.draft.name));
    // An open resource may have any record, so there is nothing to look up.
    if (operation.kind === "below" && isOpen(operation.resource)) return [];
    const references = requestReferences(one, index, shapes);
    const named = references.length === 0 ? {} : { references };
    const rules = {
      ...rulesOf(one, operation, index, shapes),
      ...named,
      ...requirements(model, one),
    };
    const given = givenOf(one, byResource.get(one.draft.name) ?? []);
    return [[one.view.operation.id, { ...operation, ...given, ...rules }]];
  });
  return { resources, operations: Object.fromEntries(operations), shapes };
}

/**
 * Returns the members of a request that name other records. The key that a request gives to its own
 * record is not one of them.
 */
function requestReferences(
  { view, draft, operation: { kind } }: Classified,
  index: ResourceIndex,
  shapes: Shapes,
): ReturnType<typeof referencesOf> {
  const isGiving = kind === "create" || kind === "update" || kind === "replace";
  return referencesOf(view, index, shapes).filter(
    ({ pointer, resource }) =>
      !isGiving || resource !== draft.name || pointer.join("/") !== draft.key,
  );
}

/** Returns the member values that an operation requires of its record (`x-requires`). */
function requirements(
  { document }: ApiModel,
  { view }: Classified,
): Pick<StateOperation, "requires"> {
  const requires = objectMember(valueAt(document, view.operation.pointer), "x-requires");
  return requires === undefined ? {} : { requires };
}

/**
 * Returns the members that a PUT replaces, whether it sends them or not (RFC 9110, section 9.3.4), where it alone
 * creates records. Otherwise those of the creation are known.
 */
function givenOf(
  { view, operation }: Classified,
  own: readonly Classified[],
): { readonly given?: readonly string[] } {
  const isAlone = own.every((one) => one.operation.kind !== "create");
  if (operation.kind !== "replace" || !isAlone || view.request === undefined) return {};
  const given = [...view.request.properties.keys()];
  return given.length === 0 ? {} : { given };
}

/** Returns the rules of a creation; other operations have none. */
function rulesOf(
  { view, draft }: Classified,
  operation: StateOperation,
  index: ResourceIndex,
  shapes: Shapes,
): ReturnType<typeof creationRules> {
  return operation.kind === "create" ? creationRules(view, operation, draft, index, shapes) : {};
}

/** Adds to an operation what follows from its resource being a credential. */
function withCredential(
  classified: Classified,
  credential: InferredCredential | undefined,
): StateOperation {
  const { operation } = classified;
  if (credential === undefined) return operation;
  if (operation.kind !== "create") return onCredential(classified);
  const { once = [] } = operation;
  const { secret } = credential.descriptor;
  if (credential.beside !== undefined)
    return (operation.at ?? "") === "" ? operation : { ...operation, secret: credential.beside };
  const isOnce = credential.isShownOnce && operation.at !== undefined && !once.includes(secret);
  return isOnce ? { ...operation, once: [...once, secret] } : operation;
}

function classify(
  views: readonly OperationView[],
  index: ResourceIndex,
  shapes: Shapes,
): Classified[] {
  const classifier = new Classifier(index, shapes);
  const listing = views.flatMap((view) => {
    const list = view.operation.method === "GET" ? classifier.listOf(view) : undefined;
    return list === undefined ? [] : [{ view, list }];
  });
  // The items of a list often have a schema of their own, with fewer members than the record.
  for (const { view, list } of listing) {
    const [identity] = list.shape.names;
    const draft = identity === undefined ? undefined : index.matching(view, list.shape);
    if (identity !== undefined && draft !== undefined) index.addView(identity, draft);
  }
  for (const { view, list } of listing) {
    const draft = listedResource(view, list, views, index, shapes);
    if (draft !== undefined) index.add(draft);
  }
  for (const view of views) {
    const draft = createdResource(view, views, index, shapes);
    if (draft !== undefined) index.add(draft);
  }
  const known = new Map(views.map((view) => [view, classifier.list(view)]));
  const isReading = ({ operation }: OperationView): boolean => operation.method === "GET";
  for (const view of views.toSorted((a, b) => Number(isReading(a)) - Number(isReading(b))))
    known.set(view, known.get(view) ?? classifier.other(view));
  return views.flatMap((view) => known.get(view) ?? []);
}

function isCreating({ view, operation }: Classified): boolean {
  if (operation.kind === "create") return true;
  const isDocumented = view.operation.responses.some(({ status }) => status === "201");
  return operation.kind === "replace" && isDocumented;
}

/** True if an operation shows records, which seeds can be made from. */
function isShowing({ operation: { kind } }: Classified): boolean {
  return kind === "list" || kind === "read";
}

function describe(
  draft: ResourceDraft,
  operations: readonly Classified[],
  isOpen: boolean,
  shapes: Shapes,
): Omit<ResourceDescriptor, "seeds"> {
  const { key, keyParameter, keyShape, shape } = draft;
  const creating = operations.flatMap(({ operation, view }) =>
    operation.kind === "create" ? [{ operation, view }] : [],
  );
  const given = new Set(creating.flatMap(({ operation }) => operation.given ?? []));
  const isGiven =
    operations.some(isCreating) &&
    creating.every(({ view }) => key !== undefined && view.request?.required.has(key) === true);
  const [shown] = operations.flatMap(({ operation, view }) =>
    shownRecords(operation, view.example).map(({ value }) => value),
  );
  return {
    ...(key === undefined ? {} : { key }),
    ...(keyParameter === undefined ? {} : { keyParameter }),
    keyType: isGiven ? "given" : keyTypeOf(keyShape),
    isOpen,
    roles: rolesOf(shape, given, shown, shapes),
  };
}
