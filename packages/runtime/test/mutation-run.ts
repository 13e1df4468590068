import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { runs, seed } from "../../../test/test-all.ts";
import type { HttpRequest, HttpResponse, Server } from "../src/server/index.ts";
import { mutate, mutatedRequest } from "./mutations.ts";
import type { PlainRequest } from "./mutations.ts";

/** What came of a run. */
export interface MutationRun {
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  /** How many bytes more the heap has at the end than after the first part of the run. */
  readonly growth: number;
}

/** How many requests are sent. */
export const requests: number = runs(3000, 100_000);

/**
 * Sends valid requests to a server after they have been changed at random.
 *
 * @param problemOf what is wrong with an answer, in words
 * @throws at the first answer with which something is wrong, naming its request
 */
export async function runMutations(
  server: Server,
  valid: readonly PlainRequest[],
  problemOf: (request: HttpRequest, response: HttpResponse) => string | undefined,
): Promise<MutationRun> {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(mutatedRequest(valid), async ({ request, mutations }) => {
    const sent = mutate(request, mutations);
    const response = await server.handle(sent);
    await drain(response.body);
    const { status } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const problem = problemOf(sent, response);
    if (problem !== undefined) throw new Error(`${status}: ${problem}`);
  });
  const batch = Math.min(1000, Math.ceil(requests / 3));
  let first: number | undefined;
  for (let done = 0; done < requests; done += batch) {
    await fc.assert(property, { numRuns: batch, seed: seed(20_250_101) + done, timeout: 600_000 });
    first ??= heapSize();
  }
  return { statuses, growth: heapSize() - (first ?? 0) };
}

async function drain(body: HttpResponse["body"]): Promise<void> {
  if (typeof body !== "object" || body instanceof Uint8Array) return;
  for await (const chunk of body) void chunk;
}

/** What is in use once all else is collected. */
function heapSize(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
