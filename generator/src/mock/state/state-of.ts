import type { ApiModel, SchemaPlace } from "../../model/api-model.ts";
import { Sampler } from "../sample/sampler.ts";
import { mockAnswers } from "../answers/mock-answers.ts";
import { Classifier, type Classified } from "./classify.ts";
import { findResources } from "./find-resources.ts";
import { lifecycleOf } from "./lifecycle.ts";
import { listedResource } from "./listed-resource.ts";
import { operationViews, type OperationView } from "./operation-view.ts";
import { keyTypeOf } from "./record-key.ts";
import { referencesOf } from "./references.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { ResourceIndex } from "./resource-index.ts";
import { rolesOf } from "./roles.ts";
import { seedsOf, type AnswersOf, type SeedSources } from "./seeds.ts";
import { Shapes } from "./shapes.ts";
import { shownRecords } from "./shown-records.ts";
import type {
  ResourceDescriptor,
  SeedRecord,
  StateDescriptor,
  StateOperation,
} from "./state-descriptor.ts";

/** What is known of a model's resources before any answer is made. */
interface StatePlan {
  readonly resources: ReadonlyMap<string, PlannedResource>;
  readonly operations: Readonly<Record<string, StateOperation>>;
}

interface PlannedResource {
  readonly draft: ResourceDraft;
  readonly descriptor: Omit<ResourceDescriptor, "seeds">;
  readonly operations: readonly Classified[];
}

const plans = new WeakMap<ApiModel, StatePlan>();

/**
 * What a mock of a description remembers, and how, worked out from its paths, schemas and examples.
 * Pure; worked out once for a model. Seeds are made when they are asked for, since they are answers.
 *
 * @param answersOf the answers that operations have; left out: those of {@link mockAnswers}
 */
export function stateOf(
  model: ApiModel,
  answersOf: AnswersOf = (operation) => mockAnswers(model).documented.get(operation) ?? [],
): StateDescriptor {
  const { resources, operations } = planOf(model);
  const sources: SeedSources = {
    answersOf,
    sampler: new Sampler(model.document),
    resource: (name) => resources.get(name),
  };
  const described = [...resources].map(([name, planned]): [string, ResourceDescriptor] => {
    let seeds: readonly SeedRecord[] | undefined;
    return [
      name,
      {
        ...planned.descriptor,
        get seeds() {
          return (seeds ??= seedsOf(planned, sources));
        },
      },
    ];
  });
  return { resources: Object.fromEntries(described), operations };
}

/** The schema of each resource's records, by the resource's name. */
export function resourceSchemas(model: ApiModel): ReadonlyMap<string, SchemaPlace> {
  const { resources } = planOf(model);
  return new Map(
    [...resources].map(([name, { draft }]) => [name, { schema: draft.shape.schema, pointer: "" }]),
  );
}

function planOf(model: ApiModel): StatePlan {
  const plan = plans.get(model) ?? makePlan(model);
  plans.set(model, plan);
  return plan;
}

function makePlan(model: ApiModel): StatePlan {
  const shapes = new Shapes(model);
  const views = operationViews(model, shapes);
  const index = new ResourceIndex(findResources(views, shapes), shapes);
  const classified = classify(views, index, shapes);
  const byResource = new Map<string, Classified[]>();
  for (const one of classified) {
    const known = byResource.get(one.draft.name);
    if (known === undefined) byResource.set(one.draft.name, [one]);
    else known.push(one);
  }
  const lifecycles = new Map(
    [...byResource].map(([name, own]) => [
      name,
      own[0] && lifecycleOf(own[0].draft, own, classified, shapes),
    ]),
  );
  const told = new Set([...lifecycles.values()].map((lifecycle) => lifecycle?.events?.resource));
  const resources = new Map(
    [...byResource].flatMap(([name, own]): [string, PlannedResource][] => {
      const draft = own[0]?.draft;
      if (draft === undefined) return [];
      const lifecycle = lifecycles.get(name);
      const isOpen = !told.has(name) && !(own.some(isCreating) && own.some(isShowing));
      const plain = describe(draft, own, isOpen, shapes);
      const descriptor = { ...plain, ...(lifecycle === undefined ? {} : { lifecycle }) };
      return [[name, { draft, descriptor, operations: own }]];
    }),
  );
  const isOpen = (name: string): boolean => resources.get(name)?.descriptor.isOpen ?? true;
  const operations = classified.flatMap(({ view, operation }): [string, StateOperation][] => {
    // Where any record may be there, there is nothing to look up.
    if (operation.kind === "below" && isOpen(operation.resource)) return [];
    const references = referencesOf(view, index, shapes, isOpen);
    const own = references.length === 0 ? operation : { ...operation, references };
    return [[view.operation.id, own]];
  });
  return { resources, operations: Object.fromEntries(operations) };
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
  // Lists often show less of a record than its own path does.
  for (const { view, list } of listing) {
    const [identity] = list.shape.names;
    const draft = identity === undefined ? undefined : index.matching(view, list.shape);
    if (identity !== undefined && draft !== undefined) index.addView(identity, draft);
  }
  for (const { view, list } of listing) {
    const draft = listedResource(view, list, index, shapes);
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

/** Whether there are records from the beginning: without any, nothing could be tried that needs one. */
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
    shownRecords(operation, view.example),
  );
  return {
    ...(key === undefined ? {} : { key }),
    ...(keyParameter === undefined ? {} : { keyParameter }),
    keyType: isGiven ? "given" : keyTypeOf(keyShape),
    isOpen,
    roles: rolesOf(shape, given, shown, shapes),
  };
}
