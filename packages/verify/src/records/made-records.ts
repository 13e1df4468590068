import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { RemainingRecord } from "../report/report.ts";
import type { Exchange } from "../wire/exchange.ts";
import { callInput } from "./call-input.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { isStore } from "./effects.ts";
import { recordIn, templateValues } from "./record-keys.ts";

/** A record created by a run. Records of two resources, or below two parents, may have one key. */
export interface MadeByRequest {
  readonly resource: string;
  readonly key: string;
  /** The path parameters of the request that created it. */
  readonly path: Readonly<Record<string, string>>;
  /** The request that created it. */
  readonly request: WireRequest;
}

/** A record that may have to be deleted. */
interface Made extends MadeByRequest {
  /** The records that its path names. */
  readonly above: readonly string[];
}

/** How to delete created records. */
export interface Deleting {
  /** Returns why the operation must not be called; `undefined` if it may be. */
  refusalOf(operation: VerifiedOperation): string | undefined;
  /**
   * Sends the deletion.
   *
   * @param madeBy the request that created the record, whose credentials are used
   */
  send(operation: VerifiedOperation, input: CallInput, madeBy: WireRequest): Promise<Exchange>;
}

/** The records that all cases of a run have created, for deleting them at the end. */
export class MadeRecords {
  readonly #api: VerifiedApi;
  readonly #made: Made[] = [];
  readonly #all = new Map<string, MadeByRequest>();
  /** The deleted records. Those below them are deleted too, or cannot be reached. */
  readonly #deleted = new Set<string>();

  constructor(api: VerifiedApi) {
    this.#api = api;
  }

  /** All records with the requests that created them, including deleted ones. */
  get all(): readonly MadeByRequest[] {
    return [...this.#all.values()];
  }

  /** Registers a record that a request created or deleted. */
  note(exchange: Exchange): void {
    const { operation, request, response } = exchange;
    if (operation === undefined || response === undefined) return;
    if (response.status < 200 || response.status > 299) return;
    const state = this.#api.description.mock.state?.operations[operation.id];
    const path = templateValues(operation, request.target.split("?")[0] ?? "");
    if (state === undefined || path === undefined) return;
    if (state.kind === "delete") this.#gone(state.resource, path);
    // A PUT that does not answer 201 replaced a record that somebody else may have created.
    const isStored = isStore({ operation, state }) && response.status === 201;
    const isCreated = state.kind === "create" && state.many === undefined;
    if (!isStored && !isCreated) return;
    const record = recordIn(this.#api, operation, exchange, { path });
    if (record === undefined) return;
    const { resource, key } = record;
    const above = state.path.flatMap(({ parameter, resource: parent }) =>
      parent === undefined || parent === resource ? [] : [nameOf(parent, path[parameter])],
    );
    const made = { resource, key, path: texts(record.path), request };
    this.#made.push({ ...made, above });
    this.#all.set(JSON.stringify([resource, key, made.path]), made);
  }

  /** Deletes the remaining records, the newest first, and returns those that cannot be deleted. */
  async deleteAll(deleting: Deleting): Promise<RemainingRecord[]> {
    const remaining: { readonly record: Made; readonly reported: RemainingRecord }[] = [];
    for (const made of this.#made.toReversed()) {
      const reason = await this.#delete(made, deleting);
      if (reason === undefined) {
        this.#deleted.add(nameOf(made.resource, made.key));
        continue;
      }
      const { resource, key, request } = made;
      const madeBy = `${request.method} ${request.target}`;
      remaining.push({ record: made, reported: { resource, key, madeBy, reason } });
    }
    const isReachable = ({ above }: Made): boolean =>
      !above.some((name) => this.#deleted.has(name));
    return remaining.filter(({ record }) => isReachable(record)).map(({ reported }) => reported);
  }

  #gone(resource: string, path: Readonly<Record<string, string>>): void {
    const key = Object.values(path).at(-1);
    if (key !== undefined) this.#deleted.add(nameOf(resource, key));
    const isThere = (made: Made): boolean =>
      Object.entries(path).every(([name, value]) => (made.path[name] ?? value) === value);
    const index = this.#made.findIndex(
      (one) => one.resource === resource && one.key === key && isThere(one),
    );
    if (index >= 0) this.#made.splice(index, 1);
  }

  /** @returns why it was not deleted; `undefined` if it was */
  async #delete(made: Made, { refusalOf, send }: Deleting): Promise<string | undefined> {
    const found = this.#deleterOf(made);
    if (found === undefined) return "no operation deletes it";
    const { operation, path } = found;
    const refusal = refusalOf(operation);
    if (refusal !== undefined) return refusal;
    const example = this.#api.description.exampleInput(operation.model);
    if (example === undefined) return `${operation.id} has no input`;
    const { response, failure } = await send(
      operation,
      { ...callInput(example), path },
      made.request,
    );
    if (response === undefined) return `${operation.id}: ${failure ?? "no answer"}`;
    const isGone = response.status < 300 || response.status === 404 || response.status === 410;
    return isGone ? undefined : `${operation.id} answered ${response.status}`;
  }

  #deleterOf({ resource, key, path }: Made) {
    for (const operation of this.#api.operations) {
      const state = this.#api.description.mock.state?.operations[operation.id];
      if (state?.kind !== "delete" || state.resource !== resource) continue;
      const names = state.path.map(({ parameter }) => parameter);
      const own = names.at(-1);
      const known = names.slice(0, -1).every((name) => path[name] !== undefined);
      if (own === undefined || !known) continue;
      const above = Object.fromEntries(names.slice(0, -1).map((name) => [name, path[name]]));
      return { operation, path: { ...above, [own]: key } };
    }
    return undefined;
  }
}

const nameOf = (resource: string, key: unknown): string => JSON.stringify([resource, key]);

const texts = (path: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));
