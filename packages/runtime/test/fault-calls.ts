import { call, callRaw, createClientCore } from "../src/client/index.ts";
import type { Call, CallOptions, ClientCore, ClientOptions } from "../src/client/index.ts";
import { jsonResponse } from "../src/index.ts";
import * as fixture from "./fixture.ts";

/** A call of `/<fault>/<name>` as generated code has it, through the global `fetch`. */
export function faulty(
  core: ClientCore,
  fault: string,
  options: CallOptions = {},
  method = "GET",
  body?: unknown,
): Call<unknown> {
  const security = [{ [fault === "expired" ? "bearer" : "headerKey"]: [] }];
  names += 1;
  const operation = {
    operationId: fault,
    method,
    path: `/${fault}/{name}`,
    responses: { 200: jsonResponse },
    security,
  };
  return call(core, operation, { path: { name: names }, body }, options);
}

let names = 0;

/** A client of a server with faults. */
export function faultCore(baseUrl: string, options: ClientOptions = {}): ClientCore {
  return createClientCore(fixture.api, { baseUrl, ...options });
}

/** One call of every kind of outcome, each of them over when this is. */
export async function callEveryFault(url: string): Promise<string[]> {
  const core = faultCore(url, { auth: { headerKey: "k", bearer: renewed } });
  const outcomes: string[] = [];
  const settle = async (name: string, outcome: PromiseLike<unknown>): Promise<void> => {
    const error = await Promise.resolve(outcome).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    outcomes.push(`${name}: ${error === undefined ? "ok" : (error as Error).name}`);
  };
  for (const fault of ["resetBefore", "resetAfter", "html", "brokenJson", "limitedLong"])
    await settle(fault, faulty(core, fault, { retries: 0 }));
  for (const fault of ["halfOnce", "halfUnavailable", "unavailableOnce", "expired", "whole"])
    await settle(fault, faulty(core, fault));
  for (const fault of ["hang", "drip"]) {
    await settle(`${fault} timeout`, faulty(core, fault, { retries: 0, timeout: 50 }));
    await settle(`${fault} total`, faulty(core, fault, { totalTimeout: 50 }));
    const signal = AbortSignal.timeout(50);
    await settle(`${fault} abort`, faulty(core, fault, { signal }));
  }
  const client = new AbortController();
  const response = await faulty(core, "drip", { signal: client.signal }).response();
  client.abort();
  await settle("unread", response.text());
  const raw = await callRaw(core, "GET", "/whole/raw");
  await settle("raw", raw.text());
  return outcomes;
}

const renewed = ({ refused }: { readonly refused?: unknown }): string =>
  refused === undefined ? "old" : "new";

const [, script, url] = process.argv;
if (script === import.meta.filename && url !== undefined) {
  const outcomes = await callEveryFault(url);
  const resources = (): string[] =>
    process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name));
  // Sockets that are destroyed or idle let go of the process some turns later.
  for (let turn = 0; turn < 100 && resources().length > 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  process.stdout.write(JSON.stringify({ outcomes, left: resources() }));
}
