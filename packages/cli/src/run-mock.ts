import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { openRemoteCache } from "@openapi-packages/description/load/read/remote-cache";
import { checkWatchable, loadOptions } from "./command-arguments.ts";
import { jobReader } from "./jobs.ts";
import type { Served } from "./serve-description.ts";
import { serveOptions } from "./serve-options.ts";

/** Runs the command `mock` until a signal ends it, and returns its exit code. */
export async function runMock(args: readonly string[]): Promise<number> {
  const readJobs = jobReader("mock", args);
  const read = async (onFile?: (path: string) => void): Promise<Served & { watch: boolean }> => {
    const [job] = await readJobs(onFile);
    if (job === undefined) throw new UsageError("name the description: mock openapi.yaml");
    const { description: spec, watch = false } = job;
    if (watch) checkWatchable(job);
    const load = { ...loadOptions(job), cache: openRemoteCache(process.cwd()) };
    return { spec, options: serveOptions(job), load, dates: job.dates, int64: job.int64, watch };
  };
  const served = await read();
  const stop = new AbortController();
  const service = {
    signal: stop.signal,
    // Before the mock serves there is nothing to shut down, so a signal ends the process at once.
    onServed() {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    },
  };
  // Loaded on demand, so that other commands start faster.
  const { serveDescription, watchAndServe } = await import("./serve-description.ts");
  await (served.watch ? watchAndServe(read, service) : serveDescription(served, service));
  return 0;
}
