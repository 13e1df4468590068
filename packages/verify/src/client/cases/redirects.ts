import { securityOf } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { WireRequest } from "../../wire/wire-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { secretsOf } from "../credentials.ts";
import type { ScriptedAnswer } from "../scripted-server.ts";

/** Statuses of redirects, and whether they keep the method and the body. */
const statuses = { 303: false, 307: true, 308: true } as const;

/**
 * Redirects each operation that needs a credential to another origin, and those with another method than GET and HEAD
 * to another path (RFC 9110, section 15.4). One call each, and three more.
 */
export function* redirectCases(context: ClientCaseContext): Generator<ClientCase> {
  for (const operation of context.operations) {
    if (["GET", "HEAD"].includes(operation.mock.operation.method)) continue;
    for (const status of [303, 307, 308] as const)
      yield {
        id: `${operation.id}/redirect/${status}`,
        operations: [operation],
        run: (probe) => runMoved(probe, operation, status),
      };
  }
  yield* otherOriginCases(context);
}

function* otherOriginCases({ api, operations }: ClientCaseContext): Generator<ClientCase> {
  const descriptor = api.description.mock.api;
  for (const operation of operations) {
    const security = securityOf(descriptor, operation.mock.operation);
    if (security.every((one) => Object.keys(one).length === 0)) continue;
    yield {
      id: `${operation.id}/redirect/other-origin`,
      operations: [operation],
      run: (probe) => runRedirect(probe, operation),
    };
  }
}

/** Redirects a call to another path. A client need not follow; if it does, then as HTTP says. */
async function runMoved(
  probe: ClientProbe,
  operation: VerifiedOperation,
  status: keyof typeof statuses,
): Promise<void> {
  const planned = await probe.usual(operation);
  const moved: ScriptedAnswer = {
    response: {
      status,
      headers: [["location", `${probe.run.server.origin}/verify-moved`]],
      body: new Uint8Array(),
      isWhole: true,
    },
  };
  const respond = (count: number): ScriptedAnswer =>
    count === 0 ? moved : { response: planned.answer.response };
  const call = await probe.call({ ...planned, respond });
  const [first, second] = call.requests.map(({ request }) => request);
  // Another request than the redirected one is a repetition, of which other cases tell.
  if (first === undefined || second?.target !== "/verify-moved") return;
  const what = statuses[status] ? changedBy(first, second) : keptBy(second);
  if (what === undefined) return;
  const policy = `a redirect with ${status} that is followed ${what}`;
  const message = `${policy}: ${first.method} becomes ${second.method}`;
  probe.report({ check: "redirect", policy, message, pointer: operation.model.pointer }, call);
}

/** Returns what a redirected request has lost; `undefined` if nothing. */
function changedBy(first: WireRequest, second: WireRequest): string | undefined {
  if (first.method !== second.method) return "loses the method";
  const [one, other] = [first, second].map(({ body }) => body?.length ?? 0);
  return one !== 0 && other === 0 ? "loses the body" : undefined;
}

/** Returns what a redirected request has kept; `undefined` if nothing. */
function keptBy({ method, body }: WireRequest): string | undefined {
  if (!["GET", "HEAD"].includes(method)) return "keeps the method";
  return (body?.length ?? 0) > 0 ? "keeps the body" : undefined;
}

async function runRedirect(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  const { elsewhere, credentials } = probe.run;
  const planned = await probe.usual(operation);
  const strangers: WireRequest[] = [];
  elsewhere.respondBy(({ request }) => {
    strangers.push(request);
    return { response: planned.answer.response };
  });
  const redirect: ScriptedAnswer = {
    response: {
      status: 307,
      headers: [["location", `${elsewhere.origin}/elsewhere`]],
      body: new Uint8Array(),
      isWhole: true,
    },
  };
  const call = await probe.call({ ...planned, respond: () => redirect });
  const secrets = secretsOf(credentials);
  const leak = strangers.flatMap((request) => placesOf(request, secrets))[0];
  if (leak === undefined) return;
  const message = `a redirect to another origin takes a credential there, in ${leak}`;
  probe.report(
    { check: "credential", policy: message, message, pointer: operation.model.pointer },
    call,
  );
}

/** Returns the places of a request that contain one of the secrets. */
function placesOf({ target, headers }: WireRequest, secrets: readonly string[]): string[] {
  const has = (text: string): boolean => secrets.some((one) => text.includes(one));
  const named = headers.filter(([, value]) => has(value)).map(([name]) => `the header ${name}`);
  return has(target) ? ["the URL", ...named] : named;
}
