import type { StateOperation } from "@openapi-packages/mock/description";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { callInput } from "../records/call-input.ts";
import { pageSizeOf } from "./page-size.ts";
import { keyMember } from "./record-values.ts";
import type { ModelOperation } from "./step.ts";

type Kind = StateOperation["kind"];

/** The operations for sequences about one resource. */
export interface ResourcePlan {
  readonly resource: string;
  /** The member with the key of its records. */
  readonly key: string;
  readonly creator: ModelOperation;
  readonly reads: readonly ModelOperation[];
  readonly lists: readonly ModelOperation[];
  readonly updates: readonly ModelOperation[];
  readonly deletes: readonly ModelOperation[];
  readonly acts: readonly ModelOperation[];
}

/** Adds the user's values to an input. */
export type WithGiven = (operation: VerifiedOperation, input: CallInput) => CallInput;

/** Finds the operations for sequences, by the effects that mocks infer (`StateDescriptor`). */
export class Planner {
  readonly #api: VerifiedApi;
  readonly #withGiven: WithGiven;

  constructor(api: VerifiedApi, withGiven: WithGiven) {
    this.#api = api;
    this.#withGiven = withGiven;
  }

  /** Plans a resource; `undefined` if no operation creates single records, or none returns them afterwards. */
  plan(resource: string): ResourcePlan | undefined {
    const creator = this.creator(resource);
    const descriptor = this.#api.description.mock.state?.resources[resource];
    if (creator === undefined || descriptor === undefined) return undefined;
    const of = (...kinds: readonly Kind[]): ModelOperation[] => this.#operations(resource, kinds);
    const plan = {
      resource,
      key: keyMember(descriptor),
      creator,
      reads: of("read"),
      lists: of("list"),
      updates: of("update", "replace"),
      deletes: of("delete"),
      acts: of("act"),
    };
    return plan.reads.length + plan.lists.length === 0 ? undefined : plan;
  }

  /**
   * Returns the operation that creates records of a resource. The one with the shortest path needs the fewest
   * other records.
   */
  creator(resource: string): ModelOperation | undefined {
    return this.#operations(resource, ["create"])
      .filter(({ item, state }) => item === undefined && !("many" in state))
      .toSorted(
        (one, other) =>
          Number(one.operation.model.method !== "POST") -
            Number(other.operation.model.method !== "POST") ||
          one.state.path.length - other.state.path.length,
      )[0];
  }

  #operations(resource: string, kinds: readonly Kind[]): ModelOperation[] {
    return this.#api.operations.flatMap((operation) => {
      const state = this.#api.description.mock.state?.operations[operation.id];
      if (state === undefined || state.resource !== resource || !kinds.includes(state.kind))
        return [];
      return this.#planned(operation, state);
    });
  }

  #planned(operation: VerifiedOperation, state: StateOperation): ModelOperation[] {
    const example = this.#api.description.exampleInput(operation.model);
    if (example === undefined || example.files.length > 0) return [];
    const input = this.#withGiven(operation, callInput(example));
    // Bodies that are not objects, such as files and lists, cannot be compared.
    if (input.body !== undefined && !isObject(input.body)) return [];
    const item = this.#itemOf(operation, state);
    const needsItem = !["create", "list"].includes(state.kind);
    if (needsItem && item === undefined) return [];
    const base = { operation, state, ...(item !== undefined && { item }) };
    if (state.kind !== "list") return [{ ...base, input }];
    const page = pageSizeOf(operation, input.query);
    return [{ ...base, input: { ...input, ...page.input }, pageSize: page.size }];
  }

  /** Returns the path parameter that identifies the record, as the mock determines it. */
  #itemOf(
    { model }: VerifiedOperation,
    { kind, path, resource }: StateOperation,
  ): string | undefined {
    const descriptor = this.#api.description.mock.state?.resources[resource];
    const last = path.at(-1);
    if (kind === "list" || kind === "stream") return undefined;
    if (kind === "create")
      return last && model.path.endsWith(`{${last.parameter}}`) ? last.parameter : undefined;
    const named =
      path.findLast((one) => one.resource === resource) ??
      path.findLast((one) => one.parameter === descriptor?.keyParameter);
    return named?.parameter;
  }
}

/** Returns the members of a body that refer to other records, or that the server sets. */
export function fixedMembers(api: VerifiedApi, { state }: ModelOperation): Set<string> {
  const descriptor = api.description.mock.state?.resources[state.resource];
  return new Set([
    ...(state.references ?? []).flatMap(({ pointer }) => pointer.slice(0, 1)),
    ...(descriptor?.references ?? []).flatMap(({ pointer }) => pointer.slice(0, 1)),
    ...Object.keys(descriptor?.roles ?? {}),
    ...(descriptor?.lifecycle === undefined ? [] : [descriptor.lifecycle.member]),
    ...(descriptor?.credential === undefined ? [] : [descriptor.credential.secret]),
    ...(state.kind === "create"
      ? [
          ...(state.once ?? []),
          ...Object.keys(state.derives ?? {}),
          ...(state.merges ?? []).flatMap(({ from, into }) => [from, into]),
          ...(state.makes ?? []).flatMap(({ flag, member }) => [flag, member]),
        ]
      : []),
    "status",
    "state",
    "phase",
  ]);
}

/** Returns a function that validates a body against the operation's schema. */
export function bodyValidator({ operation, input }: ModelOperation): (body: unknown) => boolean {
  const validators = operation.mock.validators.body ?? {};
  const own = input.contentType && getMember(validators, input.contentType);
  const [validator = own] = own === undefined ? Object.values(validators) : [];
  return (body) => typeof validator !== "function" || validator(body) === true;
}
