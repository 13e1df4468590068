/** Prints the number of functions of our packages that a GET calls. Run by `called-functions.ts`. */
import { CalledFunctions } from "./called-by.ts";

const called = new CalledFunctions();
await called.begin();
const { createClient } = await import("@genai-app/client");
const answer = { assistant_id: "a-1", name: "Travel guide" };
const api = createClient({
  baseUrl: "http://service.test",
  auth: "any",
  fetch: () => Promise.resolve(Response.json(answer)),
});
const call = () => api.assistants.getAssistant({ path: { assistant_id: answer.assistant_id } });
console.log(await called.countOf(call));
