import { serverPath } from "@openapi-packages/runtime/internals";
import { member } from "@openapi-packages/description";
import { Coverage, type OperationCoverage } from "../coverage/coverage.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { extensionWarnings } from "../report/extension-warnings.ts";
import type { Failure, LeftOutCase, RunError, VerifyReport } from "../report/report.ts";
import { checkChoice, chooseCases, chosenOperations } from "../run/choose-cases.ts";
import { sortFailures } from "../run/known-failures.ts";
import type { RunOptions } from "../run/options.ts";
import { seedOf } from "../run/seed.ts";
import { Secrets } from "../shown/secrets.ts";
import { showExchange } from "../shown/step.ts";
import type { Exchange } from "../wire/exchange.ts";
import { heldAnswers, sameAnswers } from "./answer-breaks.ts";
import { credentialBreaks } from "./credential-breaks.ts";
import type { Break, Direction } from "./direction.ts";
import { heldRequests } from "./request-breaks.ts";
import type { Revision } from "./revision.ts";
import { Unchanged } from "./unchanged.ts";
import { withdrawnMedia } from "./withdrawn-media.ts";

/** Which revision's clients must work with the other's server. */
export type Compatibility = "backward" | "forward" | "full";

/** The two revisions to compare. */
export interface Revisions {
  readonly base: Revision;
  readonly head: Revision;
}

/** The calls of one operation of a client. */
interface OperationCase {
  readonly id: string;
  readonly direction: Direction;
  readonly operations: readonly [VerifiedOperation];
}

/** The default of `maxTime`, in milliseconds. */
const defaultTime = 5 * 60_000;

/** One comparison of two revisions. */
export class CompatibilityRun {
  readonly #revisions: Revisions;
  readonly #compatibility: Compatibility;
  readonly #options: RunOptions;
  readonly #coverage: Coverage;
  readonly #unchanged: Unchanged;
  readonly #failures: Failure[] = [];
  readonly #leftOut: LeftOutCase[] = [];
  readonly #errors: RunError[] = [];
  readonly #whole = new Set<string>();
  #exchanges = 0;

  /** @throws {UsageError} when the options refer to names that neither revision has */
  constructor(revisions: Revisions, compatibility: Compatibility, options: RunOptions) {
    const { base, head } = revisions;
    const operations = [...head.api.operations, ...base.api.operations];
    checkChoice({ ...head.api, operations }, options);
    this.#revisions = revisions;
    this.#compatibility = compatibility;
    this.#options = options;
    this.#coverage = new Coverage(head.api);
    this.#unchanged = new Unchanged(base, head);
  }

  async all(): Promise<VerifyReport> {
    const { maxTime = defaultTime, signal, onProgress, replay, expectations } = this.#options;
    const start = performance.now();
    const cases = this.#cases();
    const chosen = chooseCases(cases, this.#options);
    let done = 0;
    if (replay === undefined) for (const direction of this.#directions()) this.#servers(direction);
    for (const one of chosen) {
      if (signal?.aborted === true || performance.now() - start > maxTime) break;
      await this.#one(one);
      done += 1;
      const failures = this.#failures.length;
      onProgress?.({ caseId: one.id, done, total: chosen.length, failures });
    }
    const { base, head } = this.#revisions;
    const known = replay === undefined ? (expectations?.known ?? []) : [];
    return {
      title: head.api.description.model.title,
      subject: `${base.name} and ${head.name}`,
      side: "compatibility",
      seed: this.#seed,
      cases: done,
      ran: chosen.slice(0, done).map(({ id, operations }) => ({
        id,
        operationIds: operations.map((operation) => operation.id),
      })),
      exchanges: this.#exchanges,
      duration: performance.now() - start,
      ...sortFailures(
        this.#failures,
        known,
        this.#whole,
        new Set(this.#leftOut.map(({ caseId }) => caseId)),
        cases,
      ),
      warnings: extensionWarnings(this.#revisions.head.api.description),
      families: [],
      coverage: this.#coverage.rows(chosenOperations(head.api, this.#options)).map(comparedRow),
      leftOut: this.#leftOut,
      notRun: chosen.length - done,
      errors: this.#errors,
      remaining: [],
      isReplay: replay !== undefined,
      isInterrupted: signal?.aborted === true,
    };
  }

  get #seed(): number {
    return this.#options.seed ?? 0;
  }

  #directions(): readonly Direction[] {
    const { base, head } = this.#revisions;
    const earlier: Direction = { id: "earlier-client", client: base, server: head };
    const later: Direction = { id: "later-client", client: head, server: base };
    const byName = { backward: [earlier], forward: [later], full: [earlier, later] };
    return byName[this.#compatibility];
  }

  #cases(): OperationCase[] {
    return this.#directions().flatMap((direction) =>
      direction.client.api.operations.map((operation): OperationCase => ({
        id: `${operation.id}/${direction.id}`,
        direction,
        operations: [operation],
      })),
    );
  }

  async #one(one: OperationCase): Promise<void> {
    try {
      await this.#operation(one);
      this.#whole.add(one.id);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#errors.push({ caseId: one.id, message });
    }
  }

  async #operation({ id, direction, operations: [operation] }: OperationCase): Promise<void> {
    const isEarlier = direction.id === "earlier-client";
    const isSame = (other: VerifiedOperation): boolean =>
      isEarlier
        ? this.#unchanged.isSame(operation, other)
        : this.#unchanged.isSame(other, operation);
    const held = await heldRequests(direction, operation, seedOf(`${this.#seed} ${id}`), isSame);
    this.#exchanges += held.count;
    if (this.#isNew(direction, operation) && held.counterpart === undefined) {
      this.#leftOut.push({
        caseId: id,
        reason: `${operation.id} is new: the server of ${direction.server.name} has no ${operation.model.method} ${operation.model.path}`,
        how: "roll out the server before clients that call it",
      });
      return;
    }
    this.#report(id, direction, held.breaks);
    const { counterpart, request, input, widest } = held;
    if (counterpart === undefined || request === undefined || input === undefined) return;
    const call = { operation, counterpart, request, input };
    this.#report(id, direction, await credentialBreaks(direction, call));
    const answers = isSame(counterpart) ? sameAnswers(call) : await heldAnswers(direction, call);
    this.#exchanges += answers.responses.length;
    this.#report(id, direction, [...answers.breaks, ...withdrawnMedia(direction, call)]);
    const own = isEarlier ? counterpart : operation;
    for (const response of answers.responses)
      this.#coverage.record({ operation: own, request: widest ?? request, response, problems: [] });
  }

  #isNew({ id, server }: Direction, operation: VerifiedOperation): boolean {
    return id === "later-client" && server.api.find(operation.id) === undefined;
  }

  /** Compares the base paths. A difference is reported once, because it affects all operations. */
  #servers(direction: Direction): void {
    const { client, server } = direction;
    const paths = ({ api }: Revision): readonly string[] =>
      member(api.description.model.original, "servers") === undefined
        ? []
        : api.description.model.servers.map((url) => serverPath(url) ?? "");
    const own = paths(client);
    const others = paths(server);
    if (own.length === 0 || others.length === 0 || own.some((path) => others.includes(path)))
      return;
    const [operation] = client.api.operations;
    if (operation === undefined) return;
    const say = (all: readonly string[]): string =>
      all.map((path) => JSON.stringify(path || "/")).join(" or ");
    const { method, path } = operation.model;
    const request = { method, target: `${own[0]}${path}`, headers: [] };
    const response = { status: 404, headers: [], body: new Uint8Array(), isWhole: true };
    const broken: Break = {
      check: "incompatible-operation",
      message: `the client of ${client.name} calls what is below ${say(own)}, and the server of ${server.name} has its operations below ${say(others)}`,
      operation,
      clientPointer: "/servers",
      serverPointer: "/servers",
      issues: [],
      exchange: { operation: undefined, request, response, problems: [] },
    };
    this.#report(`servers/${direction.id}`, direction, [broken]);
  }

  #report(caseId: string, direction: Direction, breaks: readonly Break[]): void {
    for (const one of breaks) this.#failures.push(this.#failure(caseId, direction, one));
  }

  #failure(caseId: string, direction: Direction, one: Break): Failure {
    const { base, head } = this.#revisions;
    const isEarlier = direction.id === "earlier-client";
    const pointer = isEarlier ? one.serverPointer : one.clientPointer;
    const basePointer = isEarlier ? one.clientPointer : one.serverPointer;
    return {
      id: `${caseId}@${this.#seed}`,
      check: one.check,
      operationId: one.exchange.operation?.id,
      method: one.exchange.operation?.model.method,
      path: one.exchange.operation?.model.path,
      message: one.message,
      issues: one.issues,
      location: head.api.description.locate(pointer),
      pointer,
      related: [{ name: base.name, location: base.api.description.locate(basePointer) }],
      exchanges: [one.exchange],
      steps: [stepOf(direction.client, one.exchange)],
      alsoIn: [],
    };
  }
}

/** Marks an operation as covered after it was compared, both its answers and its refusals. */
function comparedRow(row: OperationCoverage): OperationCoverage {
  if (row.successes + row.refusals > 0 || Object.keys(row.statuses).length > 0)
    return { ...row, isCovered: true, missing: [] };
  const what = "it was not compared: it is in one revision alone, or no input of it can be written";
  return { ...row, isCovered: false, missing: [{ what, how: "an example in the description" }] };
}

/** Formats an exchange for reports. */
function stepOf({ api }: Revision, exchange: Exchange): Failure["steps"][number] {
  const [server = ""] = api.description.model.servers;
  const baseUrl = /^https?:/i.test(server) ? server : "http://localhost";
  const secrets = Secrets.of(api.description.mock.api, {});
  return showExchange(exchange, { api, baseUrl, secrets }).step;
}
