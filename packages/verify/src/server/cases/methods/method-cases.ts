import { Routing } from "@openapi-packages/runtime/internals";
import type { Problem } from "../../../check/checks.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { isDestructive } from "../../../records/destructive.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import { LeftAlone } from "../../../run/left-alone.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { isServerError } from "../../judge/refusal.ts";

/**
 * The methods that a path only has if it is documented. HEAD belongs to GET, and OPTIONS and TRACE are about
 * the server (RFC 9110, sections 9.3.2, 9.3.7 and 9.3.8).
 */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Calls undocumented methods of paths: a success is a failure, and 405 must list the methods in `Allow` (RFC
 * 9110, section 15.5.6). 404 and 501 are fine too. At most four requests of a path.
 */
export function* methodCases({ api }: CaseContext): Generator<Case> {
  const routing = new Routing(
    api.description.mock.api,
    api.operations.map(({ mock }) => [mock.operation, mock.operation] as const),
    { basePath: "/" },
  );
  const paths = Map.groupBy(api.operations, ({ model }) => model.path);
  for (const [path, operations] of paths) {
    const [operation] = operations;
    if (operation === undefined) continue;
    const known = new Set(operations.map(({ model }) => model.method));
    for (const method of methods.filter((one) => !known.has(one)))
      yield {
        id: `${operation.id}/methods/${method}`,
        operations,
        aims: ["405"],
        run: (probe) => runMethod(probe, operation, { path, method, routing }),
      };
  }
}

interface Unknown {
  readonly path: string;
  readonly method: string;
  readonly routing: Routing<unknown>;
}

async function runMethod(
  probe: Probe,
  operation: VerifiedOperation,
  { path, method, routing }: Unknown,
): Promise<void> {
  const alone = leftAlone(probe, operation, method);
  if (alone !== undefined)
    throw new LeftAlone(operation, `${alone} is to be left alone`, "leaveAlone");
  if (method !== "GET" && !probe.isDisposable) {
    // The same text for all methods of the path, since one setting enables all of them.
    const what = `whether ${path} refuses other methods, which may change data`;
    probe.miss(operation, [{ what, how: "disposable" }]);
    return;
  }
  const isFresh = isDestructive(probe.api, operation);
  const { input } = await probe.records.inputFor(operation, isFresh);
  const request = input === undefined ? undefined : await probe.write(operation, input);
  if (request === undefined) return;
  const [target = "/"] = request.target.split("?");
  // Another path of the description may match too, and have the method.
  if ("target" in routing.find(method, target)) return;
  const mayBeOther = (one: VerifiedOperation): boolean =>
    one.model.method === method && isMatch(one.model.path, target);
  if (probe.api.operations.some(mayBeOther)) return;
  const headers = request.headers.filter(([name]) => !/^content-/i.test(name));
  const exchange = await probe.send(undefined, { method, target, headers });
  for (const problem of methodProblems(operation, method, exchange))
    probe.report(problem, operation, [withoutBody(exchange)]);
}

/**
 * True if a template matches a path. Concrete paths take precedence (OpenAPI 3.1, Paths Object), but many
 * routers use the template if only that has the method.
 */
function isMatch(template: string, path: string): boolean {
  const own = path.split("/");
  const parts = template.split("/");
  return (
    parts.length === own.length &&
    parts.every((part, index) => part === own[index] || part.includes("{"))
  );
}

/** Removes the body of an undocumented answer, since its secrets are unknown. */
const withoutBody = ({ operation, request, response, failure, problems }: Exchange): Exchange => ({
  operation,
  request,
  response: response && { ...response, body: new Uint8Array() },
  ...(failure !== undefined && { failure }),
  problems,
});

/** Returns the operation of a template that the user excludes: another method of it may have any effect. */
function leftAlone(
  { api, options }: Probe,
  { id }: VerifiedOperation,
  method: string,
): string | undefined {
  const { leaveAlone = [] } = options.expectations ?? {};
  return leaveAlone.find((one) => one === id || api.find(one)?.model.method === method);
}

function methodProblems(
  { model }: VerifiedOperation,
  method: string,
  { response, problems }: Exchange,
): readonly Problem[] {
  const at = model.pointer.replace(/\/[^/]+$/, "");
  if (response === undefined) return problems.map((problem) => ({ ...problem, pointer: at }));
  const { status, headers } = response;
  const what = `${method} ${model.path}`;
  if (status >= 200 && status < 300) {
    const message = `answers ${status} to ${what}, a method that the path does not have`;
    return [{ check: "undocumented-method", message, pointer: at }];
  }
  if (isServerError(status)) {
    const message = `answers ${status} to ${what}, a method that the path does not have`;
    return [{ check: "server-error", message, pointer: at }];
  }
  if (status !== 405) return [];
  const allow = headerOf(headers, "allow");
  if (allow === undefined) {
    const message = `answers 405 to ${what} without the header Allow`;
    return [{ check: "allow", policy: "a 405 has no header Allow", message, pointer: at }];
  }
  const named = allow.split(",").map((one) => one.trim().toUpperCase());
  if (!named.includes(method)) return [];
  const message = `answers 405 to ${what}, and says in Allow that it has ${method}`;
  return [{ check: "allow", message, pointer: at }];
}
