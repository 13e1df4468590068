import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import { isRuledByHttp } from "../arbitraries/http-headers.ts";
import type { Problem } from "../check/checks.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { headerOf, type WireRequest } from "../wire/wire-request.ts";
import { writeRequest } from "../wire/write-request.ts";
import { mediaOf } from "../schema/media-of.ts";
import {
  mediaTypeEssence,
  type ApiDescriptor,
  type SecuritySchemeDescriptor,
} from "@openapi-packages/runtime";
import type { SecurityCredential } from "@openapi-packages/runtime/server";
import { firstOf } from "../wording/issue-words.ts";
import { requestIssues, type JudgedRequest } from "../wording/request-words.ts";
import type { RefusedRequest } from "./read-request.ts";
import type { ClientRun } from "./client-probe.ts";
import type { MadeCall, ReadReceived } from "./planned-call.ts";
import { shownRequest } from "./client-probe.ts";
import { secretsOf, type ClientCredentials } from "./credentials.ts";
import { locations } from "./inputs.ts";
import { policyOf } from "./check-outcome.ts";
import { differenceOf, shown } from "./same-value.ts";

/**
 * Checks a request against the description and the input of the call. Both are compared as the description's
 * server reads them, so that different notations of the same value are equal.
 */
export async function checkRequest(
  run: ClientRun,
  { operation, input }: Pick<MadeCall, "operation" | "input">,
  { request, read }: ReadReceived,
): Promise<Problem[]> {
  const { pointer } = operation.model;
  const { method, path } = operation.mock.operation;
  const what = shownRequest(request);
  if (read.operationId === undefined)
    return [
      refused(read, `${what} is not a request of ${method} ${path}`, {
        api: run.api,
        operation,
        contentType: headerOf(request.headers, "content-type"),
      }),
    ];
  if (read.operationId !== operation.id)
    return [
      {
        check: "request",
        message: `${what} is a request of ${read.operationId}, and ${operation.id} was called`,
        pointer,
      },
    ];
  const { api } = run.api.description.mock;
  const canonical = await writeRequest(api, operation.mock.operation, input);
  const expected = canonical && (await run.writer.read(canonical));
  const problems = checkCredentials(run, request.target, read.credentials, pointer);
  if (canonical === undefined || expected?.operationId === undefined) return problems;
  for (const part of [...locations, "body"]) {
    const [wanted, received] = [expected.input[part], read.input[part]].map((value) =>
      part === "header" ? withoutOwn(operation, input.header, value) : value,
    );
    const difference = await differenceOf(wanted, received);
    if (difference === undefined) continue;
    const name = `${part}${difference.pointer}`;
    problems.push({
      check: "request-input",
      ...policyOf(part === "body" ? "bodies" : `parameters of the ${part}`, difference),
      message: `${what} has ${shown(difference.actual)} as ${name}, and the call was given ${shown(difference.expected)}`,
      pointer: placeOf(operation.model, part, difference.pointer),
    });
  }
  return [
    ...problems,
    ...otherType(operation, input, request, canonical),
    ...undescribed(run, operation, request, canonical),
  ];
}

/** Finds bytes that are declared as another of the media types that the operation takes than the call gave them. */
function otherType(
  { model }: VerifiedOperation,
  { contentType }: CallInput,
  request: WireRequest,
  canonical: WireRequest,
): Problem[] {
  const content = model.requestBody?.content ?? [];
  const isOfBytes = contentType !== undefined && mediaOf(content, contentType)?.kind === "binary";
  const [sent, given] = [request, canonical].map(({ headers }) =>
    mediaTypeEssence(headerOf(headers, "content-type") ?? ""),
  );
  if (!isOfBytes || sent === given) return [];
  const message = `${shownRequest(request)} declares bytes as ${shown(sent)}, and the call gave them as ${shown(given)}`;
  const policy = "bytes are declared as another media type";
  return [{ check: "request-input", policy, message, pointer: `${model.pointer}/requestBody` }];
}

/**
 * Removes the headers that the call was not given but a client may add: an idempotency key, and those defined
 * by HTTP or its extensions.
 */
function withoutOwn(
  { mock }: VerifiedOperation,
  given: CallInput["header"],
  received: unknown,
): object {
  if (!isObject(received)) return {};
  const names = new Set(Object.keys(given ?? {}).map((name) => name.toLowerCase()));
  const isOwn = (name: string): boolean =>
    !names.has(name.toLowerCase()) &&
    (isRuledByHttp(name) || name.toLowerCase() === mock.idempotencyKey?.toLowerCase());
  return Object.fromEntries(Object.entries(received).filter(([name]) => !isOwn(name)));
}

function refused(
  { status, refusal, issues }: RefusedRequest,
  message: string,
  request: JudgedRequest,
): Problem {
  const { pointer } = request.operation.model;
  const isCredential = status === 401 || status === 403;
  const check = isCredential ? "credential" : "request";
  const said = requestIssues(request, issues);
  const text = refusal.length > 300 ? `${refusal.slice(0, 300)}…` : refusal;
  const reason =
    said.length === 0 ? `a server of the description answers ${status} ${text}` : firstOf(said, "");
  return {
    check,
    ...policyOfRefusal(isCredential, status, said.length > 0),
    message: `${message}: ${reason}`.trim(),
    pointer,
  };
}

/** Refusals for a value are of one operation; those for the address, the media type or the credential are of all. */
function policyOfRefusal(
  isCredential: boolean,
  status: number,
  isValue: boolean,
): { policy?: string } {
  if (isCredential) return { policy: "requests lack a credential that the description requires" };
  return isValue
    ? {}
    : { policy: `requests are none of the description, which refuses them with ${status}` };
}

/**
 * Checks that the credentials are the given ones, and that no URL contains one where the description does not
 * place it.
 */
function checkCredentials(
  { api, credentials, adapter }: ClientRun,
  target: string,
  read: ReadonlyMap<string, SecurityCredential>,
  pointer: string,
): Problem[] {
  if (adapter.sendsCredentials !== true) return [];
  const { securitySchemes } = api.description.mock.api;
  const wrong = [...read].find(
    ([name, own]) => !isGiven(credentials[name], own, securitySchemes[name]),
  );
  if (wrong !== undefined)
    return [
      {
        check: "credential",
        policy: `the credential of ${wrong[0]} is not the one that the client was given`,
        message: `the credential of ${wrong[0]} is not the one that the client was given`,
        pointer,
      },
    ];
  const secrets = secretsOf(outsideOfQueries(credentials, securitySchemes));
  const decoded = decodeLeniently(target);
  if (!secrets.some((one) => decoded.includes(one))) return [];
  const message = `the URL has a credential that the description does not place there`;
  return [{ check: "credential", policy: message, message, pointer }];
}

function isGiven(
  given: ClientCredentials[string] | undefined,
  { token, value, username, password }: SecurityCredential,
  scheme: SecuritySchemeDescriptor | undefined,
): boolean {
  if (given === undefined || scheme?.type === "mutualTLS") return true;
  if (typeof given !== "string") return given.username === username && given.password === password;
  return given === token || given === value;
}

function outsideOfQueries(
  credentials: ClientCredentials,
  schemes: ApiDescriptor["securitySchemes"],
): ClientCredentials {
  const others = Object.entries(credentials).filter(([name]) => {
    const scheme = schemes[name];
    return !(scheme?.type === "apiKey" && scheme.in === "query");
  });
  return Object.fromEntries(others);
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Finds undocumented query parameters, and wrongly repeated ones in query and cookies, which lenient servers
 * accept.
 */
function undescribed(
  run: ClientRun,
  { model }: MadeCall["operation"],
  request: WireRequest,
  canonical: WireRequest,
): Problem[] {
  const { securitySchemes } = run.api.description.mock.api;
  const keys = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === "apiKey" ? [scheme.name] : [],
  );
  for (const location of ["query", "cookie"] as const) {
    const names = namesOf(request, location);
    const expected = namesOf(canonical, location);
    const isWrong = (name: string): boolean => {
      const should = timesIn(expected, name);
      // Styles disagree about names within objects, and cookies may also come from a server.
      if (keys.includes(name) || name.includes("[") || (location === "cookie" && should === 0))
        return false;
      return timesIn(names, name) !== should;
    };
    const name = names.find(isWrong);
    if (name === undefined) continue;
    const times = timesIn(expected, name);
    const should =
      times === 0
        ? "which the description does not have"
        : `and by its style has it ${times} times`;
    const message = `the request has the ${location} parameter ${shown(name)} ${timesIn(names, name)} times, ${should}`;
    return [{ check: "request", message, pointer: placeOf(model, location, `/${name}`) }];
  }
  return [];
}

const timesIn = (all: readonly string[], name: string): number =>
  all.filter((one) => one === name).length;

function namesOf({ target, headers }: WireRequest, location: "query" | "cookie"): string[] {
  if (location === "query")
    return [...new URLSearchParams(target.split("?").slice(1).join("?")).keys()];
  const pairs = (headerOf(headers, "cookie") ?? "").split(/; */);
  return pairs.map((pair) => pair.split("=")[0]?.trim() ?? "");
}

function placeOf(model: MadeCall["operation"]["model"], part: string, pointer: string): string {
  if (part === "body") return `${model.pointer}/requestBody`;
  const name = pointer.split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
  const parameter = model.parameters.find((one) => one.in === part && one.name === name);
  return parameter?.schema.pointer ?? model.pointer;
}
