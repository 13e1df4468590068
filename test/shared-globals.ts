/** Restores what a test has replaced for its own sake, since the tests of many files share one process. */
import { afterAll, afterEach, vi } from "vitest";

const names = ["fetch", "Request", "Response", "Headers", "FormData", "WebSocket", "setTimeout"];
const own = names.map((name) => Reflect.get(globalThis, name) as unknown);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

afterAll(() => {
  const replaced = names.filter((name, index) => Reflect.get(globalThis, name) !== own[index]);
  if (replaced.length > 0)
    throw new Error(`replaces ${replaced.join(", ")}: goes into \`isolated\` of vitest.config.ts`);
});
