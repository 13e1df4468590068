import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Missing } from "../records/prepared-input.ts";
import type { Exchange } from "../wire/exchange.ts";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { responseKey } from "@openapi-packages/runtime/internals";
import { responseTime, responseTimes, type ResponseTimes } from "./response-times.ts";
import { headerOf } from "../wire/wire-request.ts";

/** What is verified: a server, a client, two revisions of a description, or recorded traffic. */
export type VerifiedSide = "server" | "client" | "compatibility" | "traffic";

/** The coverage of one operation. */
export interface OperationCoverage {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** The documented statuses, as written in the description. */
  readonly documented: readonly string[];
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The number of answers by media type. */
  readonly mediaTypes: Readonly<Record<string, number>>;
  /** The number of requests with each documented parameter, by location and name: `query.limit`. */
  readonly parameters: Readonly<Record<string, number>>;
  readonly successes: number;
  readonly refusals: number;
  /** How long its answers took. Absent if nothing was measured, as of a client. */
  readonly responseTimes?: ResponseTimes;
  /**
   * True after at least one success and, if the description documents one, one refusal. A client must have
   * received a success and an error, if these are documented.
   */
  readonly isCovered: boolean;
  /** What kept it from being covered, and how to fix it. */
  readonly missing: readonly NotCovered[];
}

/** What kept an operation from being covered, for reports. */
export type NotCovered = Pick<Missing, "what" | "how">;

interface Seen {
  readonly statuses: Map<number, number>;
  readonly mediaTypes: Map<string, number>;
  readonly parameters: Map<string, number>;
  readonly missing: Map<string, Missing>;
  readonly times: number[];
}

const plusOne = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * Counts what was observed of each operation. An operation that only answered 404 or 401 does not count as
 * tested.
 */
export class Coverage {
  readonly #api: VerifiedApi;
  readonly #side: VerifiedSide;
  readonly #seen = new Map<string, Seen>();

  constructor(api: VerifiedApi, side: VerifiedSide = "server") {
    this.#api = api;
    this.#side = side;
  }

  record({ operation, request, response }: Exchange): void {
    if (operation === undefined || response === undefined) return;
    const seen = this.#of(operation);
    plusOne(seen.statuses, response.status);
    const time = responseTime(operation, response);
    if (time !== undefined) seen.times.push(time);
    const essence = mediaTypeEssence(headerOf(response.headers, "content-type"));
    if (essence !== undefined) plusOne(seen.mediaTypes, essence);
    const query = new URLSearchParams(request.target.split("?")[1] ?? "");
    for (const { in: location, name } of operation.model.parameters) {
      const isThere =
        location === "path" ||
        (location === "query" &&
          [...query.keys()].some((key) => key === name || key.startsWith(`${name}[`))) ||
        (location === "header" && headerOf(request.headers, name) !== undefined) ||
        (location === "cookie" && (headerOf(request.headers, "cookie") ?? "").includes(`${name}=`));
      if (isThere) plusOne(seen.parameters, `${location}.${name}`);
    }
  }

  /** Reports why an operation could not be called as planned. */
  miss(operation: VerifiedOperation, missing: Missing): void {
    this.#of(operation).missing.set(missing.what, missing);
  }

  /** Returns a row for each operation, in the order of the description. */
  rows(operations: readonly VerifiedOperation[] = this.#api.operations): OperationCoverage[] {
    return operations.map((operation) => this.#row(operation));
  }

  #row(operation: VerifiedOperation): OperationCoverage {
    const seen = this.#of(operation);
    const { id, model, tag } = operation;
    const documented = model.responses
      .filter((one) => !one.isUndocumented)
      .map(({ status }) => status);
    const { responses } = operation.mock.operation;
    // Some descriptions only list errors.
    const hasSuccess = documented.some((key) => /^[23]|^default$/.test(key));
    const successes = count(
      seen.statuses,
      (status) => status < 400 && (!hasSuccess || responseKey(responses, status) !== undefined),
    );
    const refusals = count(seen.statuses, (status) => status >= 400 && status < 500);
    const { isCovered, missing } =
      this.#side === "client"
        ? coveredByClient(seen, documented)
        : coveredByServer(seen, operation, { documented, successes, refusals });
    const times = responseTimes(seen.times);
    const names = model.parameters.map(({ in: location, name }) => `${location}.${name}`);
    return {
      operationId: id,
      method: model.method,
      path: model.path,
      tag,
      documented,
      statuses: Object.fromEntries(seen.statuses),
      mediaTypes: Object.fromEntries(seen.mediaTypes),
      parameters: Object.fromEntries(names.map((name) => [name, seen.parameters.get(name) ?? 0])),
      successes,
      refusals,
      ...(times !== undefined && { responseTimes: times }),
      isCovered,
      missing: missing.map(({ what, how }) => ({ what, how })),
    };
  }

  #of({ id }: VerifiedOperation): Seen {
    const known = this.#seen.get(id);
    if (known !== undefined) return known;
    const made: Seen = {
      statuses: new Map(),
      mediaTypes: new Map(),
      parameters: new Map(),
      missing: new Map(),
      times: [],
    };
    this.#seen.set(id, made);
    return made;
  }
}

const count = (
  statuses: ReadonlyMap<number, number>,
  isCounted: (status: number) => boolean,
): number =>
  [...statuses].reduce((sum, [status, times]) => sum + (isCounted(status) ? times : 0), 0);

interface Verdict {
  readonly isCovered: boolean;
  readonly missing: readonly Missing[];
}

/** Checks the coverage of a client: it must receive one documented answer of each kind. */
function coveredByClient({ missing, statuses }: Seen, documented: readonly string[]): Verdict {
  const kinds = { success: /^[1-3]/, error: /^[45]/ };
  const kindOf = (status: number): string => (status < 400 ? "success" : "error");
  const given = new Set([...statuses.keys()].map(kindOf));
  const wanted = Object.entries(kinds).flatMap(([kind, key]) =>
    documented.some((one) => key.test(one)) && !given.has(kind) ? [kind] : [],
  );
  if (statuses.size > 0 && wanted.length === 0) return { isCovered: true, missing: [] };
  if (missing.size > 0) return { isCovered: false, missing: [...missing.values()] };
  const what =
    statuses.size === 0 ? "it was not called" : `it was given no ${wanted.join(", no ")}`;
  return { isCovered: false, missing: [{ what, how: longer }] };
}

/** Checks the coverage of a service: it must succeed, and refuse if refusals are documented. */
function coveredByServer(
  seen: Seen,
  operation: VerifiedOperation,
  {
    documented,
    successes,
    refusals,
  }: Pick<OperationCoverage, "documented" | "successes" | "refusals">,
): Verdict {
  const hasRefusal = documented.some((key) => key.startsWith("4") || key === "default");
  const isCovered = successes > 0 && (refusals > 0 || !hasRefusal);
  if (isCovered) return { isCovered, missing: [] };
  return { isCovered, missing: successes > 0 ? unrefused(seen, operation) : missingOf(seen) };
}

const longer = "a longer --max-time, or a wider choice of cases";

/** Explains why an operation never refused a request. */
function unrefused({ missing }: Seen, { id, model }: VerifiedOperation): Missing[] {
  const noted = [...missing.values()].filter((one) => one.isForSuccess !== true);
  if (noted.length > 0) return noted;
  const hasInput = model.parameters.length > 0 || model.requestBody !== undefined;
  if (hasInput)
    return [
      {
        what: "a refusal: it takes all that was sent, also what it could have refused",
        how: "describe rules in the schemas of its input, or no refusal in its responses",
      },
    ];
  if (model.security.some((one) => Object.keys(one).length > 0))
    return [
      {
        what: "a refusal: it has no input, so that it can refuse nothing but credentials",
        how: "a server that asks for credentials itself, without credentialsElsewhere",
      },
    ];
  return [
    {
      what: "a refusal: it has no input that could be wrong",
      how: `leaveAlone, or describe no refusal in the responses of ${id}`,
    },
  ];
}

/** Returns the reported reasons, else those that the statuses imply. */
function missingOf({ missing, statuses }: Seen): Missing[] {
  if (missing.size > 0) return [...missing.values()];
  if (statuses.size === 0) return [{ what: "it was not called", how: longer }];
  const seen = [...statuses.keys()];
  if (seen.every((status) => status === 401 || status === 403))
    return [{ what: "a credential that it accepts", how: "credentials" }];
  if (seen.every((status) => status === 404 || status === 410))
    return [{ what: "the identifier of a record that is there", how: "parameters" }];
  return [{ what: `an input that it takes: it answered ${seen.join(", ")}`, how: "inputs" }];
}
