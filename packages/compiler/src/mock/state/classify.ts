import { firstPageOf } from "./first-page.ts";
import { describedCreate, manyIn } from "./creation.ts";
import { echoesOf, filtersOf, includesOf } from "./filters.ts";
import { member } from "@openapi-packages/description/json/json";
import {
  collectionOf,
  nounSegment,
  pathParameters,
  type OperationView,
  type Segment,
} from "./operation-view.ts";
import { listIn, recordIn } from "./record-key.ts";
import { hasKey, areViews, givesKey, type ResourceDraft } from "./resource-draft.ts";
import { pagesOf } from "./pages.ts";
import type { ResourceIndex } from "./resource-index.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { signedBy } from "./signed.ts";
import type { StateOperation } from "@openapi-packages/mock/description";
import { uniqueIn } from "./unique.ts";
import { nounOf, wordsOf } from "./words.ts";

/** An operation, with its effect on records and their resource. */
export interface Classified {
  readonly view: OperationView;
  readonly draft: ResourceDraft;
  readonly operation: StateOperation;
}

/** Classifies operations by their effect on resources. */
export class Classifier {
  readonly #index: ResourceIndex;
  readonly #shapes: Shapes;
  /** The resources of list operations, by path; creations at the same path are looked up here first. */
  readonly #lists = new Map<string, ResourceDraft>();
  /** The paths of actions on a record. */
  readonly #acts = new Set<string>();

  constructor(index: ResourceIndex, shapes: Shapes) {
    this.#index = index;
    this.#shapes = shapes;
  }

  /** Classifies an operation that answers a list of records. */
  list(view: OperationView): Classified | undefined {
    const { answer, operation, segments, skeleton } = view;
    if (operation.method !== "GET" || answer === undefined) return undefined;
    if (this.#index.atItem(skeleton) !== undefined) return undefined;
    const list = this.listOf(view);
    const draft = list && this.#index.matching(view, list.shape);
    if (list === undefined || draft === undefined) return undefined;
    this.#lists.set(skeleton, draft);
    const filters = filtersOf(view, list.shape, this.#shapes);
    const echoes = echoesOf(view, answer, list.at);
    const pages = pagesOf(view, { at: list.at, filters, key: draft.key }, this.#shapes);
    return this.#classified(view, draft, {
      kind: "list",
      resource: draft.name,
      path: this.#index.pathState(segments, draft, false),
      at: list.at,
      ...(filters.length === 0 ? {} : { filters }),
      ...(echoes === undefined ? {} : { echoes }),
      ...(pages === undefined ? {} : { pages }),
      ...firstPageOf(view),
    });
  }

  /** Finds the list in an operation's answer, whatever its items are. */
  listOf({ answer, operation, segments }: OperationView): ReturnType<typeof listIn> {
    const declared = operation.pagination?.response["items"];
    const noun = nounOf(nounSegment(segments));
    return answer && listIn(this.#shapes, answer, declared, noun);
  }

  /**
   * Classifies an operation that does not answer a list. Operations that change something must be
   * passed before those that only read.
   */
  other(view: OperationView): Classified | undefined {
    const { operation, skeleton } = view;
    if (operation.method === "HEAD" || operation.method === "OPTIONS") return undefined;
    const item = this.#index.atItem(skeleton);
    if (item !== undefined) return this.#item(view, item);
    return this.#create(view) ?? this.#stream(view) ?? this.#sign(view) ?? this.#below(view);
  }

  #item(view: OperationView, draft: ResourceDraft): Classified | undefined {
    const base = this.#base(view, draft);
    const at = this.#recordAt(view, draft);
    const answer = at === undefined ? {} : { at };
    const unique = uniqueIn(view, draft, { isChange: true }, this.#shapes);
    switch (view.operation.method) {
      case "GET": {
        if (at === undefined) return this.#classified(view, draft, { ...base, kind: "below" });
        const includes = includesOf(view, draft.shape, this.#shapes);
        return this.#classified(view, draft, {
          ...base,
          ...answer,
          kind: "read",
          ...(includes === undefined ? {} : { includes }),
        });
      }
      case "PUT":
        return this.#classified(view, draft, { ...base, ...answer, ...unique, kind: "replace" });
      case "POST":
      case "PATCH":
        return this.#classified(view, draft, { ...base, ...answer, ...unique, kind: "update" });
      case "DELETE":
        return this.#classified(view, draft, { ...base, ...answer, kind: "delete" });
      default:
        return this.#classified(view, draft, { ...base, kind: "below" });
    }
  }

  #create(view: OperationView): Classified | undefined {
    const { operation, skeleton, answer, isEmpty, segments } = view;
    if (operation.method !== "POST" && operation.method !== "PUT") return undefined;
    if (segments.at(-1)?.parameter !== undefined) return undefined;
    const here = this.#lists.get(skeleton) ?? this.#index.atCollection(skeleton);
    const record = answer && this.#record(view, answer);
    if (record !== undefined) {
      const isCalled = record.draft.noun === nounOf(nounSegment(segments));
      if (here !== record.draft && !isCalled) return undefined;
      const isAct = this.#index.above(segments)?.draft === record.draft && !isCalled;
      return isAct ? undefined : this.#created(view, record.draft, record);
    }
    if (here === undefined) return undefined;
    const many = manyIn(view, this.#shapes);
    const list = this.listOf(view);
    const isList = list !== undefined && hasKey(here, list.shape);
    if (many !== undefined && this.#lists.has(skeleton) && (isEmpty || isList))
      return this.#created(view, here, isList ? list : undefined, many);
    const hasNoMembers = isEmpty || answer?.properties.size === 0;
    const hasOwnKey = view.request !== undefined && givesKey(here, view.request);
    const isGiven = operation.method === "PUT" ? hasOwnKey : answer === undefined || hasOwnKey;
    return hasNoMembers && isGiven && view.request !== undefined
      ? this.#created(view, here, undefined)
      : undefined;
  }

  #created(
    view: OperationView,
    draft: ResourceDraft,
    place: { readonly at: string; readonly shape: Shape } | undefined,
    many?: string,
  ): Classified {
    const { once, given } = describedCreate(view, draft, place?.shape, many, this.#shapes);
    return this.#classified(view, draft, {
      ...this.#base(view, draft, false),
      ...(place === undefined ? {} : { at: place.at }),
      kind: "create",
      ...(many === undefined ? {} : { many }),
      ...(once.length === 0 ? {} : { once }),
      given,
      ...uniqueIn(view, draft, { many }, this.#shapes),
    });
  }

  #stream(view: OperationView): Classified | undefined {
    const { stream } = view;
    if (stream === undefined) return undefined;
    const listed = this.#lists.get(collectionOf(view)) ?? this.#lists.get(view.skeleton);
    const isListed = listed !== undefined && hasKey(listed, stream);
    const draft = isListed ? listed : this.#index.matching(view, stream);
    if (draft === undefined) return undefined;
    return this.#classified(view, draft, { ...this.#base(view, draft, false), kind: "stream" });
  }

  #sign(view: OperationView): Classified | undefined {
    const signed = signedBy(view, this.#index.all, this.#shapes);
    if (signed === undefined) return undefined;
    const { draft, item, ...roles } = signed;
    // The operation's path differs from the record's own path, but has the same parameters.
    const own = this.#index.pathState(item, draft, true);
    const path = pathParameters(view.segments).flatMap(
      (name) => own.find(({ parameter }) => parameter === name) ?? [],
    );
    return this.#classified(view, draft, { resource: draft.name, path, kind: "sign", ...roles });
  }

  #below(view: OperationView): Classified | undefined {
    const above = this.#index.above(view.segments);
    if (above === undefined) return undefined;
    const { draft, length } = above;
    const base = this.#base(view, draft);
    const rest = view.segments.slice(length);
    const at = isVerb(view, rest) ? this.#recordAt(view, draft) : undefined;
    const isDone = !["GET", "DELETE"].includes(view.operation.method);
    if (isDone && at !== undefined) this.#acts.add(view.skeleton);
    // The same action may be documented with GET as well.
    const isAct = at !== undefined && this.#acts.has(view.skeleton);
    if (!isAct) return this.#classified(view, draft, { ...base, kind: "below" });
    const [verb = ""] = wordsOf(rest.at(-1)?.text ?? "");
    const action = cancelling.has(verb) ? { action: "cancel" as const } : {};
    return this.#classified(view, draft, { ...base, at, kind: "act", ...action });
  }

  #base(
    { segments }: OperationView,
    draft: ResourceDraft,
    isNaming = true,
  ): Pick<StateOperation, "resource" | "path"> {
    return { resource: draft.name, path: this.#index.pathState(segments, draft, isNaming) };
  }

  /** Finds the record of this resource in the answer. */
  #recordAt({ answer, segments }: OperationView, draft: ResourceDraft): string | undefined {
    if (answer === undefined) return undefined;
    const isOne = (shape: Shape): boolean =>
      hasKey(draft, shape) &&
      (areViews(this.#shapes, draft.shape, shape) ||
        (draft.identity !== undefined && shape.names.includes(draft.identity)));
    return recordIn(this.#shapes, answer, isOne, nounOf(nounSegment(segments)))?.at;
  }

  #record(
    view: OperationView,
    answer: Shape,
  ): { readonly draft: ResourceDraft; readonly at: string; readonly shape: Shape } | undefined {
    let draft: ResourceDraft | undefined;
    const isOne = (shape: Shape): boolean => {
      draft = this.#index.matching(view, shape) ?? draft;
      return this.#index.matching(view, shape) !== undefined;
    };
    const place = recordIn(this.#shapes, answer, isOne, nounOf(nounSegment(view.segments)));
    draft = place && this.#index.matching(view, place.shape);
    return place && draft && { draft, ...place };
  }

  #classified(view: OperationView, draft: ResourceDraft, operation: StateOperation): Classified {
    return { view, draft, operation };
  }
}

/** Segments between a record and what is done with it: `/orders/{id}/actions/ship`. */
const beforeVerbs = new Set([
  "action",
  "actions",
  "transition",
  "transitions",
  "command",
  "commands",
]);

/** True if the rest of a path says what is done with a record: `ship`, `actions/ship`, or `actions/{action}` of a few. */
function isVerb({ operation }: OperationView, rest: readonly Segment[]): boolean {
  const [first, last] = rest;
  if (last === undefined || rest.length > 2 || !beforeVerbs.has(first?.text ?? ""))
    return rest.length === 1;
  const { schema } = operation.parameters.find(({ name }) => name === last.parameter) ?? {};
  return last.parameter === undefined || member(schema?.json, "enum") !== undefined;
}

/** Verbs at the end of a path that cancel what a record does. */
const cancelling = new Set(["cancel", "stop", "abort", "terminate"]);
