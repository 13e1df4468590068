import type { StateOperation } from "@openapi-packages/mock/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { keyIn, recordIn } from "../../../records/record-keys.ts";
import type { Probe } from "../../../run/probe.ts";
import { OperationFinder } from "@openapi-packages/compiler/mock/serve/traffic/operation-finder";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf, withHeader, type WireRequest } from "../../../wire/wire-request.ts";
import { isGone, isSuccess } from "../flows/flow.ts";

/** Stands for the server, whose own URL is not part of requests. */
const origin = "http://verify.invalid";

/**
 * Follows the `Location` of a creation, which identifies the created resource (RFC 9110, section 15.3.2): one
 * request. It leads to the described GET of the record, or at least to anything on the server. Places on other
 * origins, such as those of a gateway in front of the service, are not judged.
 */
export async function followLocation(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  const location = headerOf(response?.headers ?? [], "location");
  if (response?.status !== 201 || location === undefined) return;
  if (!URL.canParse(location, origin + request.target)) return;
  const { href, pathname } = new URL(location, origin + request.target);
  const finder = new OperationFinder(probe.api, undefined);
  const found = finder.findAnywhere("GET", href);
  if (found === undefined) {
    if (isWithoutKey(request, pathname))
      reportLocation(probe, operation, `answers 201 with Location ${location}, which has no key`, [
        exchange,
      ]);
    else await lookForNothing(probe, operation, exchange, location);
    return;
  }
  if (!probe.mayCall(found.operation)) return;
  const base = lostBase(probe, operation, location, pathname);
  if (base !== undefined && found.target.split("?")[0] === pathname) {
    const fault = `answers 201 with Location ${location}, which leads out of ${base}, below which all paths are`;
    reportLocation(probe, operation, fault, [exchange]);
    return;
  }
  // A template without a word in it matches the end of any path.
  const [path] = found.target.split("?");
  if (path !== pathname && !/\/[^/{]/.test(found.operation.model.path)) return;
  const seen = await probe.send(found.operation, readRequest(request, found.target));
  const what = `answers 201 with Location ${location}`;
  const fault = isGone(seen)
    ? `${what}, for which ${found.operation.id} answers ${seen.response?.status}`
    : isSuccess(seen)
      ? otherFault(probe, exchange, operation, seen, found.operation, what)
      : undefined;
  if (fault === undefined) return;
  reportLocation(probe, operation, fault, [exchange, seen]);
}

/**
 * Returns the path below which the service has all operations if a place on it lacks that path (RFC 9110, section
 * 10.2.2), and the description says so too: by its servers, and by its example of the place if there is one.
 */
function lostBase(
  probe: Probe,
  operation: VerifiedOperation,
  location: string,
  pathname: string,
): string | undefined {
  const base = probe.basePath;
  const isHere = location.startsWith("/") && !location.startsWith("//");
  if (base === "" || !isHere || pathname.startsWith(`${base}/`)) return undefined;
  const { servers: all } = probe.api.description.model;
  const servers = operation.model.servers.length > 0 ? operation.model.servers : all;
  const isSaid = servers.every(
    (one) => URL.parse(one, origin)?.pathname.replace(/\/$/, "").endsWith(base) === true,
  );
  const examples = operation.model.responses.flatMap(({ headers }) =>
    headers.filter(({ name }) => /^location$/i.test(name)).map(({ example }) => example),
  );
  const isShown = examples.every(
    (one) => typeof one !== "string" || URL.parse(one, origin)?.pathname.startsWith(base) === true,
  );
  return servers.length > 0 && isSaid && isShown ? base : undefined;
}

/** The methods by which a description may have a place that has no GET. */
const otherMethods = ["HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Reports a place on the server that no operation has and where nothing is, if another operation reads the created
 * record: 1 request. A description need not have all that there is.
 */
async function lookForNothing(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
  location: string,
): Promise<void> {
  const { request } = exchange;
  const { operations = {} } = probe.api.description.mock.state ?? {};
  const resource = operations[operation.id]?.resource;
  const target = probe.targetOf(location, request.target);
  const isReadElsewhere = Object.values(operations).some(
    (one) => one.kind === "read" && one.resource === resource,
  );
  if (resource === undefined || target === undefined || !isReadElsewhere) return;
  const finder = new OperationFinder(probe.api, undefined);
  const isDescribed = otherMethods.some((method) => finder.findAnywhere(method, origin + target));
  if (isDescribed) return;
  const seen = await probe.send(undefined, readRequest(request, target));
  const text = `answers 201 with Location ${location}, where nothing is: GET answers ${seen.response?.status}`;
  if (isGone(seen)) reportLocation(probe, operation, text, [exchange, seen]);
}

/** True if a place is that of a request with an empty segment after it, where a key should be. */
const isWithoutKey = ({ target }: WireRequest, path: string): boolean =>
  path.endsWith("/") && path.slice(0, -1) === target.split("?")[0];

function reportLocation(
  probe: Probe,
  operation: VerifiedOperation,
  message: string,
  exchanges: readonly Exchange[],
): void {
  const { pointer } = operation.model;
  const problem = { check: "http-header", message, pointer, about: "location" } as const;
  probe.report(problem, operation, exchanges);
}

/** Writes a GET with the credentials of another request. */
function readRequest({ headers }: WireRequest, target: string): WireRequest {
  const own = headers.filter(([name]) => !/^(?:content-|if-)/i.test(name));
  return { method: "GET", target, headers: withHeader(own, "accept", "*/*") };
}

/** Describes a location that leads to another record than the created one, or to the list of all. */
function otherFault(
  probe: Probe,
  made: Exchange,
  create: VerifiedOperation,
  seen: Exchange,
  read: VerifiedOperation,
  what: string,
): string | undefined {
  const states = probe.api.description.mock.state?.operations ?? {};
  const [own, other]: (StateOperation | undefined)[] = [states[create.id], states[read.id]];
  if (own === undefined || other?.resource !== own.resource) return undefined;
  // What is made below a record is no record of its own, and may be found in the one above it.
  if (own.kind === "below") return undefined;
  const isRead = Object.values(states).some(
    ({ kind, resource }) => kind === "read" && resource === own.resource,
  );
  if (other.kind === "list" && isRead) return `${what}, which is the list of all`;
  if (other.kind !== "read") return undefined;
  // A key that is in Location alone says nothing of where Location leads.
  const isShown = keyIn(probe.api, own, made.value) !== undefined;
  const key = isShown ? recordIn(probe.api, create, made, made.input ?? {})?.key : undefined;
  const shown = keyIn(probe.api, other, seen.value);
  return key === undefined || shown === undefined || key === shown
    ? undefined
    : `${what}, where ${read.id} shows ${shown} and not ${key}, which was created`;
}
