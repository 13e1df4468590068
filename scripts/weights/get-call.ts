/** Prints the number of functions of our packages that a GET calls. Run by `called-functions.ts`. */
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
// Before the modules are loaded: Node 22 does not count all functions that were there earlier.
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const { createClient } = await import("@genai-app/client");
const answer = { assistant_id: "a-1", name: "Travel guide" };
const api = createClient({
  baseUrl: "http://service.test",
  auth: "any",
  fetch: () => Promise.resolve(Response.json(answer)),
});
const call = () => api.assistants.getAssistant({ path: { assistant_id: answer.assistant_id } });

// What happens only once, at the first call, is not what each call pays.
await call();
await session.post("Profiler.takePreciseCoverage");
await call();
const { result } = await session.post("Profiler.takePreciseCoverage");
session.disconnect();
const functions = result
  .filter(({ url }) => url.startsWith("file:") && url.includes("/packages/"))
  .flatMap((script) => script.functions)
  .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
console.log(functions.length);
