import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMock } from "@openapi-packages/mock";
import type { MockDescription } from "@openapi-packages/mock";
import { createServerCore } from "@openapi-packages/runtime/server";
import type { HttpRequest, Route, Server, ServerOptions } from "@openapi-packages/runtime/server";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validation from "@openapi-packages/runtime/validation";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import { mockDescription } from "../../../packages/compiler/src/mock/serve/mock-description.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";

/** The options that server and mock have in common. */
export type SharedOptions = Pick<ServerOptions, "basePath" | "slashes" | "acceptNull">;

/** What came back; a body of JSON is parsed. */
export interface Seen {
  readonly status: number;
  readonly allow: string | undefined;
  readonly body: unknown;
}

/** The server and the mock of one description, whose handlers answer with what they are given. */
export interface BothEnds {
  /** Sends to both, which have to answer alike. */
  send(method: string, url: string, body?: unknown): Promise<Seen>;
  readonly server: Server;
  readonly mock: ReturnType<typeof createMock>;
}

/** Describes an API as the command `mock` does. */
export async function describeApi(text: string): Promise<MockDescription> {
  const folder = mkdtempSync(join(tmpdir(), "routing-"));
  try {
    writeFileSync(join(folder, "api.yaml"), text);
    const { model } = buildApiModel(await loadDocument(join(folder, "api.yaml")));
    const streamOf = (items: readonly unknown[]): unknown => items;
    return mockDescription(model, { validation, serialization, streamOf });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes both ends of a description, all of whose operations answer 200 with JSON of any schema. */
export function bothEnds(description: MockDescription, options: SharedOptions = {}): BothEnds {
  const echo: Route["handler"] = (input, { operation }) => ({
    status: 200,
    body: { operation: operation.operationId, ...(input as object) },
  });
  const routes = description.operations.map((mock): Route => {
    const { operation } = mock;
    return { operation, validators: () => mock.validators, handler: echo };
  });
  const server = createServerCore(description.api, routes, { ...options, security: "unchecked" });
  const mock = createMock(description, options);
  for (const { operation } of description.operations) mock.on(operation.operationId, echo as never);
  return {
    server,
    mock,
    async send(method, url, body) {
      const [one, other] = await Promise.all(
        [server, mock.server].map((end) => seenOf(end, method, url, body)),
      );
      if (JSON.stringify(one) !== JSON.stringify(other))
        throw new Error(
          `${JSON.stringify(one)} of the server, ${JSON.stringify(other)} of the mock`,
        );
      return one as Seen;
    },
  };
}

async function seenOf(end: Server, method: string, url: string, body: unknown): Promise<Seen> {
  const request: HttpRequest = {
    method,
    url,
    headers: {
      host: "api.example",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body)),
  };
  const response = await end.handle(request);
  const { status, headers } = response;
  const text = typeof response.body === "string" ? response.body : undefined;
  return {
    status,
    allow: headers["allow"] as string | undefined,
    body: text === undefined ? undefined : (JSON.parse(text) as unknown),
  };
}
