import { apiKeyFlows } from "./api-keys.ts";
import { assistantFlows } from "./assistants.ts";
import { bucketFlows } from "./buckets.ts";
import { codeFlows } from "./code.ts";
import { connectionFlows } from "./connections.ts";
import { dataConnectorFlows } from "./data-connectors.ts";
import { eventFlows } from "./events.ts";
import { memoryFlows } from "./memory.ts";
import { runFlows } from "./runs.ts";
import type { Flows } from "./world.ts";

/** Every flow, by what it is about. */
export const allFlows: { readonly [about: string]: Flows } = {
  "API keys": apiKeyFlows,
  assistants: assistantFlows,
  "assistant runs": runFlows,
  "events of structure runs": eventFlows,
  "buckets and assets": bucketFlows,
  connections: connectionFlows,
  "structures, functions and deployments": codeFlows,
  "data connectors and jobs": dataConnectorFlows,
  "all that is remembered": memoryFlows,
};
