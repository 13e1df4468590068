import { describedOperation } from "@openapi-packages/runtime/client";
import { Redactor } from "@openapi-packages/runtime/internals";
import { checkAnswer } from "../check/check-answer.ts";
import type { Problem } from "../check/checks.ts";
import { Coverage } from "../coverage/coverage.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { extensionWarnings } from "../report/extension-warnings.ts";
import type { Failure, VerifyReport } from "../report/report.ts";
import { checkChoice, chooseCases, chosenOperations } from "../run/choose-cases.ts";
import { FailureLog } from "../run/failure-log.ts";
import { sortFailures } from "../run/known-failures.ts";
import { requestPlace } from "../schema/request-place.ts";
import { RequestChecker } from "../server/checker/request-checker.ts";
import { Secrets } from "../shown/secrets.ts";
import { headerOf, type WireResponse } from "../wire/wire-request.ts";
import {
  isConditional,
  recordedExchange,
  type RecordedExchange,
} from "@openapi-packages/compiler/mock/serve/traffic/har-messages";
import type { Har, HarEntry } from "@openapi-packages/compiler/mock/serve/traffic/har-types";
import {
  exchangeSecrets,
  searchFor,
  withoutTexts,
} from "@openapi-packages/compiler/mock/serve/traffic/message-secrets";
import { firstOf } from "../wording/issue-words.ts";
import { requestIssues } from "../wording/request-words.ts";
import { OperationFinder } from "@openapi-packages/compiler/mock/serve/traffic/operation-finder";
import { isAboutRedacted, isRedactedIn } from "./redacted-values.ts";
import { Unjudged } from "./unjudged.ts";
import type { Description } from "@openapi-packages/compiler";
import type { RunOptions } from "../run/options.ts";

/** Options of `verifyTraffic`. */
export interface VerifyTrafficOptions extends RunOptions {
  /** The description's file or URL, or what `readDescription` gave. */
  readonly description: string | Description;
  /** The file of the recorded traffic, or its content. */
  readonly har: string | Har;
  /** The URL below which the operations are. Default: the servers of the description. */
  readonly server?: string;
}

/** An entry with its operation. */
interface EntryCase {
  /** The index in the file, starting at 0: `entry-12`. */
  readonly id: string;
  readonly operations: readonly [VerifiedOperation];
  readonly entry: HarEntry;
  readonly target: string;
}

/** Verifies recorded traffic entry by entry. */
export class TrafficRun {
  readonly #api: VerifiedApi;
  readonly #har: Har;
  readonly #name: string;
  readonly #options: VerifyTrafficOptions;
  readonly #checker: RequestChecker;
  readonly #coverage: Coverage;
  readonly #failures: FailureLog;
  readonly #unjudged = new Unjudged();
  readonly #cases: readonly EntryCase[];

  /** @throws {UsageError} when the options refer to unknown names */
  constructor(api: VerifiedApi, har: Har, name: string, options: VerifyTrafficOptions) {
    checkChoice(api, options);
    this.#api = api;
    this.#har = har;
    this.#name = name;
    this.#options = options;
    this.#checker = new RequestChecker(api);
    this.#coverage = new Coverage(api);
    this.#cases = this.#found();
    const secrets = Secrets.of(api.description.mock.api, {});
    this.#failures = new FailureLog({ api, baseUrl: baseUrlOf(this.#cases), secrets });
  }

  async all(): Promise<VerifyReport> {
    const { signal, onProgress, replay, expectations } = this.#options;
    const start = performance.now();
    const cases = this.#cases;
    const chosen = chooseCases(cases, this.#options);
    let done = 0;
    for (const one of chosen) {
      if (signal?.aborted === true) break;
      await this.#entry(one);
      done += 1;
      const failures = this.#failures.size;
      onProgress?.({ caseId: one.id, done, total: chosen.length, failures });
    }
    const whole = new Set(chosen.slice(0, done).map(({ id }) => id));
    const known = replay === undefined ? (expectations?.known ?? []) : [];
    const failures = this.#failures.all.map((failure) => this.#shown(failure));
    return {
      title: this.#api.description.model.title,
      subject: this.#name,
      side: "traffic",
      seed: 0,
      cases: done,
      ran: chosen.slice(0, done).map(({ id, operations }) => ({
        id,
        operationIds: operations.map((operation) => operation.id),
      })),
      exchanges: done,
      duration: performance.now() - start,
      ...sortFailures(failures, known, whole, new Set(), cases),
      warnings: extensionWarnings(this.#api.description),
      families: [],
      coverage: this.#coverage
        .rows(chosenOperations(this.#api, this.#options))
        .map((row) => ({ ...row, missing: row.isCovered ? [] : [missing(row.successes)] })),
      leftOut: replay === undefined ? this.#unjudged.all : [],
      notRun: chosen.length - done,
      errors: [],
      remaining: [],
      isReplay: replay !== undefined,
      isInterrupted: signal?.aborted === true,
    };
  }

  /** Returns a failure without its exchanges and secrets. */
  #shown(failure: Failure): Failure {
    const { request, response } = failure.exchanges[0] ?? {};
    const entry = this.#har.log.entries[Number(/\d+/.exec(failure.id)?.[0])];
    const operation = this.#api.find(failure.operationId ?? "");
    if (request === undefined || entry === undefined || operation === undefined) return failure;
    const { sensitive = {} } = this.#api.description.mock;
    const redactor = new Redactor(sensitive, describedOperation(operation.mock.operation));
    const fields = [...request.headers, ...(response?.headers ?? [])];
    const secrets = exchangeSecrets(redactor, entry.request.url, fields);
    return { ...withoutTexts({ ...failure, exchanges: [] }, searchFor(secrets)), exchanges: [] };
  }

  /** Returns the entries that belong to operations, and reports the others. */
  #found(): EntryCase[] {
    const finder = new OperationFinder(this.#api, this.#options.server);
    return this.#har.log.entries.flatMap((entry, index): EntryCase[] => {
      const { method, url } = entry.request;
      const id = `entry-${index}`;
      const found = finder.find(method, url);
      if (found === undefined) {
        const isBelow = finder.isBelow(url);
        this.#unjudged.add(id, entry, isBelow ? "belongs to no operation" : "is at another server");
        return [];
      }
      return [{ id, operations: [found.operation], entry, target: found.target }];
    });
  }

  async #entry({ id, operations: [operation], entry, target }: EntryCase): Promise<void> {
    const recorded = recordedExchange(entry, target);
    const { request, response } = recorded;
    if (response === undefined) return this.#unjudged.add(id, entry, "has no answer");
    if (isMoved(entry, response))
      return this.#unjudged.add(id, entry, "was sent to another address");
    const { problems: answered, value } = checkAnswer(
      this.#api,
      operation,
      request.method,
      response,
    );
    const exchange = { operation, request, response, value, problems: answered };
    this.#coverage.record(exchange);
    const problems = [
      ...(await this.#requestProblems(operation, recorded, response.status)),
      ...answered.filter((problem) => isJudged(problem, recorded)),
    ];
    if (!recorded.isRequestWhole || !recorded.isResponseWhole)
      this.#unjudged.add(id, entry, "was recorded without a body that it had");
    const when = entry.startedDateTime === undefined ? "" : ` (${entry.startedDateTime})`;
    for (const problem of problems) {
      const message = `${id.replace("-", " ")}${when}: ${problem.message}`;
      this.#failures.add(`${id}@0`, { ...problem, message }, operation, [exchange]);
    }
  }

  async #requestProblems(
    operation: VerifiedOperation,
    { request, isRequestWhole }: RecordedExchange,
    status: number,
  ): Promise<readonly Problem[]> {
    const { isTaken, issues, response } = await this.#checker.check(operation, request);
    if (isTaken) return [];
    const answered = `, and was answered with ${status}`;
    if (issues.length === 0 && isRequestWhole && !isRedactedIn(request.body, ""))
      return [
        {
          check: "recorded-request",
          message:
            response.status === 415
              ? `the request has the content type ${essenceOf(request.headers)}, which is not documented${answered}`
              : `the request is refused with ${response.status} by the description${answered}`,
          pointer: `${operation.model.pointer}/requestBody`,
        },
      ];
    const judged = issues.filter(
      (one) => (one.in !== "body" || isRequestWhole) && !isAboutRedacted(one, request),
    );
    const contentType = headerOf(request.headers, "content-type");
    const said = requestIssues({ api: this.#api, operation, contentType }, judged);
    const [first] = said;
    if (first === undefined) return [];
    return [
      {
        check: "recorded-request",
        message: `the request is not as described: ${firstOf(said, "")}${answered}`,
        pointer: requestPlace(this.#api, operation, request, first),
        issues: said,
      },
    ];
  }
}

/** Returns the base URL of the operations. */
function baseUrlOf([first]: readonly EntryCase[]): string {
  if (first === undefined) return "http://localhost";
  const { origin, pathname } = new URL(first.entry.request.url);
  const [path = ""] = first.target.split("?");
  return origin + (pathname.endsWith(path) ? pathname.slice(0, -path.length) : "");
}

/** True for a redirect that keeps path and query, such as one to https. */
function isMoved({ request }: HarEntry, { status, headers }: WireResponse): boolean {
  const location = headerOf(headers, "location");
  if (![301, 302, 307, 308].includes(status) || location === undefined) return false;
  const from = new URL(request.url);
  const to = URL.canParse(location, from) ? new URL(location, from) : from;
  const isSamePath = to.pathname.replace(/\/$/, "") === from.pathname.replace(/\/$/, "");
  return isSamePath && to.href !== from.href;
}

const essenceOf = (headers: Parameters<typeof headerOf>[0]): string =>
  headerOf(headers, "content-type")?.split(";")[0]?.trim() ?? "none";

const missing = (successes: number) => ({
  what: successes === 0 ? "no success was recorded" : "no refusal was recorded",
  how: "a record of more traffic",
});

/** True if a problem can be judged from the record: missing bodies, secrets and cached answers cannot. */
function isJudged({ check, issues = [] }: Problem, recorded: RecordedExchange): boolean {
  const { request, response, isResponseWhole } = recorded;
  const isOfBody = check === "body" || check === "stream";
  if (isOfBody && !isResponseWhole) return false;
  if (isOfBody && issues.every((one) => isRedactedIn(response?.body, one.pointer)))
    return issues.length === 0 && !isRedactedIn(response?.body, "");
  const isUnmodified = check === "status" && response?.status === 304;
  return !(isConditional(request) && (isUnmodified || check === "header"));
}
