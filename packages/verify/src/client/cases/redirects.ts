import { securityOf } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { WireRequest } from "../../wire/wire-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { secretsOf } from "../credentials.ts";
import type { ScriptedAnswer } from "../scripted-server.ts";

/** Redirects each operation that needs a credential to another origin (RFC 9110, section 15.4). One call each. */
export function* redirectCases({
  api,
  adapter,
  operations,
}: ClientCaseContext): Generator<ClientCase> {
  if (adapter.sendsCredentials !== true) return;
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
