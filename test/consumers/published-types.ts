/** What an application imports that has no types of the web platform; compiled by `scripts/check-packages.ts`. */
import { createClient, type Client, type ClientOptions } from "@genai-app/client";
import type { Assistant } from "@genai-app/contract";
import { createServer, type Handlers } from "@genai-app/server";
import * as runtime from "@openapi-packages/runtime/client";
import * as validation from "@openapi-packages/runtime/client/validation";
import * as server from "@openapi-packages/runtime/server";

const options: ClientOptions = {
  baseUrl: "https://example.com",
  credentials: "include",
  keepalive: true,
};
export const api: Client = createClient(options);
export const assistant: PromiseLike<Assistant> = api.assistants.getAssistant(
  { path: { assistant_id: "a" } },
  { cache: "no-store", dispatcher: {} },
);
export { createServer, runtime, server, validation };
export type { Handlers };
