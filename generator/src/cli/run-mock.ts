import { commandValues, loadOptions } from "./command-arguments.ts";
import { serveOptions } from "./serve-options.ts";

/** `mock`: serves until a signal ends it, and answers the exit code. */
export async function runMock(args: readonly string[]): Promise<number> {
  const values = commandValues("mock", args);
  const options = serveOptions(values);
  const stop = new AbortController();
  // Until it is served there is nothing to end in order, and what keeps it from that must not from ending.
  const onServed = (): void => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  };
  // Loaded here, so that no other command pays for it.
  const { serveDescription, watchAndServe } = await import("./serve-description.ts");
  const { description: spec, watch = false } = values;
  const served = { spec, options, load: loadOptions(values), signal: stop.signal, onServed };
  await (watch ? watchAndServe(served) : serveDescription(served));
  return 0;
}
