import { timerRange } from "@openapi-packages/runtime/internals";
import { readDescription, type Description } from "@openapi-packages/compiler";
import { verifiedApi, type VerifiedApi } from "../description/verified-api.ts";
import type { LeftOutCase, VerifyReport } from "../report/report.ts";
import { Secrets } from "../shown/secrets.ts";
import { checkNames } from "../expectations/read-expectations.ts";
import { checkChoice, checkOperations, checkRange, withReplayedSeed } from "../run/choose-cases.ts";
import type { RunOptions } from "../run/options.ts";
import { copyOf } from "../wire/copy-of.ts";
import { runCases, type Verified } from "../run/run-cases.ts";
import type { ClientAdapter, OpenedClient } from "./adapter.ts";
import { tableClient, type ClientTable } from "./adapters/table.ts";
import { basePath } from "./cases/base-path.ts";
import { clientCases } from "./all-cases.ts";
import { calledOperation } from "./called-operation.ts";
import { ClientProbe, type ClientRun } from "./client-probe.ts";
import { credentialsOf } from "./credentials.ts";
import { ClientInputs } from "./inputs.ts";
import { Rejections } from "./rejections.ts";
import { DescribedServer } from "./read-request.ts";
import { ScriptedServer } from "./scripted-server.ts";

/** Options of {@link verifyClient}. */
export interface VerifyClientOptions extends RunOptions {
  /** The description's file or URL, or the result of `readDescription`. */
  readonly description: string | Description;
  /** A table from `operationId` to call, one function for all operations, or an adapter. */
  readonly client: ClientTable | ClientAdapter;
  /** The time limit of a call, in milliseconds. Default: 10 000. */
  readonly timeout?: number;
}

/**
 * Verifies a client against its description: a server on the loopback interface receives its requests, and
 * sends both documented answers and faulty ones.
 *
 * @throws {DiagnosticsError} when the description is invalid
 * @throws {UsageError} when the options refer to unknown names
 * @throws errors of opening the client
 */
export async function verifyClient(given: VerifyClientOptions): Promise<VerifyReport> {
  const options = withReplayedSeed(given);
  const { description: source, client } = options;
  const description = typeof source === "string" ? await readDescription(source) : source;
  const api = verifiedApi(description);
  checkOperations(api);
  checkChoice(api, options);
  checkRange<Pick<VerifyClientOptions, "timeout">>(options, { timeout: timerRange });
  checkNames(api, options);
  const adapter = isAdapter(client) ? client : tableClient(client);
  const unshown = new Map<string, { how: string; count: number }>();
  const note = (what: string, how: string): void => {
    const count = (unshown.get(what)?.count ?? 0) + 1;
    unshown.set(what, { how, count });
  };
  const closers: Closer[] = [];
  const rejections = new Rejections();
  closers.push(() => rejections.close());
  try {
    const run = await openRun(api, adapter, options, note, closers);
    const { leaveAlone = [] } = options.expectations ?? {};
    const operations = api.operations.filter(
      (one) => !leaveAlone.includes(one.id) && run.client.has(calledOperation(one)),
    );
    const verified: Verified<ClientProbe> = {
      name: adapter.name,
      side: "client",
      secrets: Secrets.of(description.mock.api, {}),
      testerOf: (one) => new ClientProbe(run, one),
    };
    const cases = clientCases({ api, adapter, operations }, leaveAlone).map(rejections.watched);
    const report = await runCases(api, verified, { cases }, options);
    return { ...report, leftOut: [...report.leftOut, ...leftOutOf(unshown)] };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** Closes something that was opened for a run. */
type Closer = () => Promise<void> | void;

const isAdapter = (client: ClientTable | ClientAdapter): client is ClientAdapter =>
  typeof client === "object" && "open" in client && typeof client.open === "function";

/** Returns what the client does not expose, and how often it was not compared. */
function leftOutOf(unshown: ReadonlyMap<string, { how: string; count: number }>): LeftOutCase[] {
  return [...unshown].map(([what, { how, count }]) => ({
    caseId: "*",
    reason: `the client does not show ${what}: ${count} were not compared`,
    how,
  }));
}

/** @param closers receives what must be closed, in the order of opening */
async function openRun(
  api: VerifiedApi,
  adapter: ClientAdapter,
  { timeout = 10_000, expectations = {} }: VerifyClientOptions,
  unshown: ClientRun["unshown"],
  closers: Closer[],
): Promise<ClientRun> {
  const listen = async (): Promise<ScriptedServer> => {
    const server = await ScriptedServer.open();
    closers.push(() => server.close());
    return server;
  };
  const server = await listen();
  const { securitySchemes } = api.description.mock.api;
  const credentials = credentialsOf(api.description.mock.api);
  const open = async (isRetrying: boolean, path = "", own = credentials): Promise<OpenedClient> => {
    const client = await adapter.open({
      baseUrl: server.origin + path,
      credentials: copyOf(own),
      securitySchemes: copyOf(securitySchemes),
      isRetrying,
    });
    closers.push(() => client.close?.());
    return client;
  };
  const writer = new DescribedServer(api, false);
  return {
    api,
    adapter,
    client: await open(false),
    retryingClient: await open(true),
    basedClient: await open(false, basePath),
    otherClient: await open(false, "", credentialsOf(api.description.mock.api, "other")),
    credentials,
    openWith: (own) => open(false, "", own),
    server,
    elsewhere: await listen(),
    reader: new DescribedServer(api, adapter.sendsCredentials === true),
    writer,
    inputs: new ClientInputs(api, writer, expectations),
    timeout,
    unshown,
  };
}
