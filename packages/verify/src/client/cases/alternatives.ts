import type { VerifiedOperation } from "../../description/verified-api.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";

/**
 * Opens the client with the credential of one security scheme alone, for each scheme that an operation takes in place of
 * others: with all credentials a client sends that of its choice. One call each.
 */
export function* alternativeCases({
  adapter,
  operations,
}: ClientCaseContext): Generator<ClientCase> {
  if (adapter.sendsCredentials !== true) return;
  const known = new Set<string>();
  for (const operation of operations) {
    const { security } = operation.model;
    for (const scheme of security.length > 1 ? security.flatMap(aloneIn) : []) {
      if (known.has(scheme)) continue;
      known.add(scheme);
      yield {
        id: `${operation.id}/credential/${scheme}`,
        operations: [operation],
        run: (probe) => runAlone(probe, operation, scheme),
      };
    }
  }
}

/** Returns the scheme of an alternative that needs no other. */
function aloneIn(alternative: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(alternative);
  return names.length === 1 ? names : [];
}

async function runAlone(
  probe: ClientProbe,
  operation: VerifiedOperation,
  scheme: string,
): Promise<void> {
  const { run } = probe;
  const own = run.credentials[scheme];
  if (own === undefined) return;
  const client = await run.openWith({ [scheme]: own });
  const call = await probe.call(await probe.usual(operation), client);
  const [received] = call.requests;
  if (received === undefined) return;
  // A client need not know all schemes that an operation takes.
  if (received.read.operationId === undefined || !received.read.credentials.has(scheme)) {
    run.unshown(`the security scheme ${scheme}`, `calls that send its credential alone`);
    return;
  }
  // What else is wrong with its requests is said of those with all credentials.
  for (const problem of await checkRequest(run, call, received))
    if (problem.check === "credential") probe.report(problem, call);
}
