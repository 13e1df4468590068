import { bundle } from "../../test/size/bundle.ts";
import { repositoryRoot } from "../repository.ts";
import type { Weight } from "./weight.ts";

/** An application that makes a client's core and calls one operation. */
const calling = (tag: string, operation: string): string =>
  `import { createCore } from "@genai-app/client/core";
import { ${operation} } from "@genai-app/client/${tag}";
globalThis.used = [createCore, ${operation}];`;

const applications = {
  "one JSON operation": calling("assistants", "getAssistant"),
  "one polled operation": calling("assistant-runs", "getAssistantRun"),
  "one paged operation": calling("assistants", "listAssistants"),
  "one streamed operation": calling("events", "getAssistantRunEventsSSE"),
  "all of the client": `import { createClient } from "@genai-app/client";\nglobalThis.used = createClient;`,
};

/** Measures what browsers download for a client. */
export async function measureBundles(): Promise<Weight[]> {
  const measured = Object.entries(applications).map(async ([name, program]) => {
    const { minified, gzipped } = await bundle(program, repositoryRoot);
    return [
      { name: `${name}, minified bytes`, value: minified },
      { name: `${name}, gzipped bytes`, value: gzipped },
    ];
  });
  return (await Promise.all(measured)).flat();
}
