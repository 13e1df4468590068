import { headerOf } from "../../wire/wire-request.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import type { ScriptedAnswer } from "../scripted-server.ts";

/** The reasons for clients to retry. */
const reasons = {
  "server-error": {
    what: "a 500",
    script: {
      response: {
        status: 500,
        headers: [["content-type", "text/plain"]],
        body: new TextEncoder().encode("It failed."),
        isWhole: true,
      },
    } satisfies ScriptedAnswer,
  },
  reset: {
    what: "a connection that is reset",
    script: {
      response: { status: 500, headers: [], body: new Uint8Array(), isWhole: false },
      ending: "reset",
    } satisfies ScriptedAnswer,
  },
} as const;

/**
 * Checks that requests that are not repeatable are sent once: `POST` and `PATCH` without an idempotency key
 * (RFC 9110, section 9.2.2). One call each.
 */
export function* retryCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    if (!["POST", "PATCH"].includes(operation.mock.operation.method)) continue;
    for (const reason of Object.keys(reasons) as (keyof typeof reasons)[])
      yield {
        id: `${operation.id}/repeat/${reason}`,
        operations: [operation],
        run: (probe) => runRetry(probe, operation, reason),
      };
  }
}

async function runRetry(
  probe: ClientProbe,
  operation: VerifiedOperation,
  name: keyof typeof reasons,
): Promise<void> {
  const { what, script } = reasons[name];
  const planned = await probe.usual(operation);
  const respond = (count: number): ScriptedAnswer =>
    count === 0 ? script : { response: planned.answer.response };
  const call = await probe.call({ ...planned, respond }, probe.run.retryingClient);
  const [first, second] = call.requests;
  if (first === undefined || second === undefined) return;
  const keys = [first, second].map(({ request }) => keyOf(operation, request.headers));
  if (keys[0] !== undefined && keys[0] === keys[1]) return;
  const { method } = operation.mock.operation;
  const lack = keys[0] === undefined ? "no key" : "another key, and not one";
  const message = `${method} is sent again after ${what}: it is not idempotent, and has ${lack} that makes both the same request`;
  const policy = `requests without one key for both are sent again after ${what}`;
  const { pointer } = operation.model;
  probe.report({ check: "repeated-request", policy, message, pointer }, call);
}

/** Returns the key that makes repetitions of a request the same; `undefined` if it has none. */
export function keyOf(
  { mock }: VerifiedOperation,
  headers: Parameters<typeof headerOf>[0],
): string | undefined {
  const names = [mock.idempotencyKey ?? "idempotency-key", "x-idempotency-key"];
  return names.map((name) => headerOf(headers, name)).find((value) => value !== undefined);
}
