import { filterArguments, loadOptions } from "./load-arguments.ts";
import { openRemoteCache } from "../write/remote-cache.ts";
import { mockOptions } from "./mock-arguments.ts";
import { checkWatchable, descriptionArgument, parseArguments } from "./command-arguments.ts";

/** `mock`: serves until a signal ends it, and answers the exit code. */
export async function runMock(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      input: { type: "string", short: "i" },
      port: { type: "string", short: "p" },
      host: { type: "string" },
      seed: { type: "string" },
      dynamic: { type: "boolean", short: "d", default: false },
      state: { type: "string" },
      "no-state": { type: "boolean", default: false },
      stateless: { type: "string", multiple: true },
      empty: { type: "boolean", default: false },
      interval: { type: "string" },
      latency: { type: "string" },
      faults: { type: "string" },
      overrides: { type: "string" },
      "base-path": { type: "string", multiple: true },
      slashes: { type: "string" },
      "accept-null": { type: "string" },
      proxy: { type: "string" },
      mode: { type: "string", multiple: true },
      "proxy-timeout": { type: "string" },
      limit: { type: "string", multiple: true },
      errors: { type: "boolean", default: false },
      "demand-credentials": { type: "boolean", default: false },
      credential: { type: "string", multiple: true },
      "no-console": { type: "boolean", default: false },
      "console-token": { type: "string" },
      "allow-host": { type: "string", multiple: true },
      "allow-origin": { type: "string", multiple: true },
      "no-cors": { type: "boolean", default: false },
      quiet: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      ...filterArguments,
    },
  });
  const spec = descriptionArgument(positionals, values.input);
  if (values.watch) checkWatchable(spec, values.overlay);
  const options = mockOptions(values);
  const stop = new AbortController();
  // Until it is served there is nothing to end in order, and what keeps it from that must not from ending.
  const onServed = (): void => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  };
  // Loaded here, so that no other command pays for it.
  const { serveDescription, watchAndServe } = await import("./serve-description.ts");
  const load = { ...loadOptions(values), cache: openRemoteCache(process.cwd()) };
  const served = { spec, options, load, signal: stop.signal, onServed };
  await (values.watch ? watchAndServe(served) : serveDescription(served));
  return 0;
}
