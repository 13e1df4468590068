import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMock, type MockDescription } from "@openapi-packages/mock";
import {
  ApiError,
  call,
  callStream,
  createClientCore,
  describedApi,
  describedOperation,
} from "@openapi-packages/runtime/client";
import type { CallInput, CallOptions } from "@openapi-packages/runtime/client";
import * as serialization from "@openapi-packages/runtime/serialization";
import { createServerCore, toFetch, type Route } from "@openapi-packages/runtime/server";
import * as validation from "@openapi-packages/runtime/validation";
import type { Diagnostic } from "../../../packages/description/src/diagnostics/diagnostics.ts";
import type { OperationFilters } from "../../../packages/description/src/load/filter/filter-operations.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import { exampleWarnings } from "../../../packages/compiler/src/mock/answers/example-warnings.ts";
import { mockDescription } from "../../../packages/compiler/src/mock/serve/mock-description.ts";
import type { ApiModel } from "../../../packages/description/src/model/api-model.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";

/** A request as it was sent. */
export interface Sent {
  readonly request: Request;
  /** The body's bytes, as Latin-1. */
  readonly text: string;
}

/** A description with its client, whose calls go to the mock or to a server that gives back what it got. */
export interface Described {
  readonly model: ApiModel;
  readonly mock: MockDescription;
  /** The codes of warnings with the lines where they are. */
  readonly warnings: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sent: readonly Sent[];
  /** Calls an operation of the mock, and gives status and body. */
  call(operationId: string, input?: CallInput, options?: CallOptions): Promise<Answered>;
  /** The items of a stream that the mock sends. */
  items(operationId: string, options?: CallOptions): Promise<unknown[]>;
  /** Calls an operation of a server whose handlers answer 200 with the body that they got, else with their input. */
  echo(operationId: string, input?: CallInput): Promise<Answered>;
}

/** The answer to a call. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** Reads a description of one or several files, by name; the first is the root. */
export async function describeFiles(
  files: Readonly<Record<string, string>>,
  filters: OperationFilters = {},
): Promise<Described> {
  const folder = mkdtempSync(join(tmpdir(), "openapi-3.2-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const document = await loadDocument(join(folder, Object.keys(files)[0] ?? ""), { filters });
    const { model, diagnostics } = buildApiModel(document);
    const refused: Diagnostic[] = [];
    const mock = mockDescription(
      model,
      { validation, serialization, streamOf: (items) => items },
      { onRefused: (found) => refused.push(...exampleWarnings(found, document.locate)) },
    );
    return new Exchange(model, mock, [...document.diagnostics, ...diagnostics], refused);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class Exchange implements Described {
  readonly sent: Sent[] = [];
  readonly model: ApiModel;
  readonly mock: MockDescription;
  readonly #found: readonly Diagnostic[];
  readonly #refused: readonly Diagnostic[];

  constructor(
    model: ApiModel,
    mock: MockDescription,
    found: readonly Diagnostic[],
    refused: readonly Diagnostic[],
  ) {
    this.model = model;
    this.mock = mock;
    this.#found = found;
    this.#refused = refused;
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found, ...this.#refused].filter(({ severity }) => severity !== "info");
  }

  get warnings(): readonly string[] {
    return this.diagnostics.map(({ code, location }) => `${location.line} ${code}`);
  }

  async call(operationId: string, input?: CallInput, options?: CallOptions): Promise<Answered> {
    const { fetch } = createMock(this.mock);
    return this.#result(fetch, operationId, input, options);
  }

  async items(operationId: string, options: CallOptions = {}): Promise<unknown[]> {
    const core = this.#core(createMock(this.mock).fetch);
    return Array.fromAsync(callStream(core, this.#operation(operationId), {}, options));
  }

  echo(operationId: string, input?: CallInput): Promise<Answered> {
    const handler: Route["handler"] = (received) => {
      const { body } = received as { body?: unknown };
      return { status: 200, body: body ?? received };
    };
    const routes = this.mock.operations.map((one): Route => ({
      operation: one.operation,
      validators: () => one.validators,
      handler,
    }));
    const server = createServerCore(this.mock.api, routes, { security: "unchecked" });
    return this.#result(toFetch(server), operationId, input);
  }

  async #result(
    fetch: (request: Request) => Promise<Response>,
    operationId: string,
    input?: CallInput,
    options: CallOptions = {},
  ): Promise<Answered> {
    const operation = this.#operation(operationId);
    try {
      const { status, body } = await call<unknown, Answered>(this.#core(fetch), operation, input, {
        retries: 0,
        ...options,
      }).result();
      return { status, body };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, body: error.body };
    }
  }

  #operation(operationId: string) {
    const found = this.mock.operations.find((one) => one.operation.operationId === operationId);
    if (found === undefined) throw new Error(`there is no ${operationId}`);
    return describedOperation(found.operation);
  }

  #core(fetch: (request: Request) => Promise<Response>) {
    const recorded = async (request: Request): Promise<Response> => {
      const text = Buffer.from(await request.clone().arrayBuffer()).toString("latin1");
      this.sent.push({ request: request.clone(), text });
      return fetch(request);
    };
    const api = describedApi(this.mock.api);
    return createClientCore(api, { fetch: recorded as never, baseUrl: "http://api.example" });
  }
}
