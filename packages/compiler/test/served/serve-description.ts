import { createServerCore } from "@openapi-packages/runtime/server";
import type { Route, Server, ServerOptions } from "@openapi-packages/runtime/server";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validation from "@openapi-packages/runtime/validation";
import type { Json, JsonObject } from "../../../description/src/json/json.ts";
import { mockDescription } from "../../src/mock/serve/mock-description.ts";
import { buildApiModel } from "../../../description/src/model/build-api-model.ts";
import { described, documentOf } from "../../../description/test/load/name/naming.ts";

/** What a handler gets. */
export type Input = { readonly [part: string]: unknown };

type Handler = (
  input: Input,
  context: Parameters<NonNullable<Route["handler"]>>[1],
) => ReturnType<NonNullable<Route["handler"]>>;

/** A server of a description as generated code makes it, with one handler for all operations. */
export function serveDescription(
  description: object,
  handler: Handler,
  options: ServerOptions = {},
): Server {
  const text = JSON.stringify(described(description));
  const { model } = buildApiModel(documentOf("/nowhere/openapi.json", text));
  const { api, operations } = mockDescription(model, {
    validation,
    serialization,
    streamOf: (items) => items,
  });
  const routes = operations.map(({ operation, validators = {}, serializers, received }): Route => ({
    operation,
    validators,
    ...(serializers && { serializers }),
    ...(received && { received }),
    handler,
  }));
  return createServerCore(api, routes, { requestIdHeader: false, ...options });
}

/** What a server answers to a request, its body parsed. */
export async function answerOf(
  server: Server,
  method: string,
  url: string,
  { type, text, headers = {} }: { type?: string; text?: string; headers?: object } = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await server.handle({
    method,
    url,
    headers: { ...headers, ...(type !== undefined && { "content-type": type }) },
    ...(text !== undefined && { body: new TextEncoder().encode(text) }),
  });
  const answered = response.body === undefined ? "" : String(response.body);
  return { status: response.status, body: answered === "" ? undefined : JSON.parse(answered) };
}

/** A path with one operation that takes a body of a schema. */
export const takes = (schema: Json, mediaType = "application/json"): JsonObject => ({
  post: {
    operationId: "take",
    requestBody: { required: true, content: { [mediaType]: { schema } } },
    responses: { "200": { description: "Taken." } },
  },
});
