/** What a CommonJS module does whose compiler or Node cannot `require` a module: types come by `import` too. */
import type { Assistant } from "@genai-app/client" with { "resolution-mode": "import" };

export async function firstAssistant(fetch: typeof globalThis.fetch): Promise<Assistant> {
  const { createClient } = await import("@genai-app/client");
  const { assistants } = await createClient({ fetch }).assistants.listAssistants();
  const [first] = assistants;
  if (first === undefined) throw new Error("there is none");
  return first;
}
