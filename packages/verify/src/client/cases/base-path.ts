import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import { shownRequest, type ClientProbe } from "../client-probe.ts";

/** The path of the base URL. */
export const basePath = "/verify/v1";

/** Calls each operation with a base URL that has a path, and with one that has none. Two calls each. */
export function* basePathCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations)
    yield {
      id: `${operation.id}/request/base-path`,
      operations: [operation],
      run: (probe) => runBasePath(probe, operation),
    };
}

async function runBasePath(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  const planned = await probe.usual(operation);
  const plain = await probe.call(planned);
  const based = await probe.call(planned, probe.run.basedClient);
  const [one, other] = [plain, based].map(({ requests }) => requests[0]?.request);
  // Other cases report calls that send no request.
  if (one === undefined || other === undefined) return;
  const [wanted, received] = [basePath + pathOf(one.target), pathOf(other.target)];
  if (wanted === received) return;
  const what = `with a base URL that has the path ${basePath}`;
  const message = `${what}, ${operation.id} sends ${shownRequest(other)}, whose path is to be ${wanted}`;
  const policy = "requests lose or change the path of the base URL";
  probe.report({ check: "request", policy, message, pointer: operation.model.pointer }, based);
}

const pathOf = (target: string): string => target.split("?")[0] ?? "";
