import { createMock, streamOf, type CreateMockOptions, type Mock } from "@openapi-packages/mock";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validation from "@openapi-packages/runtime/validation";
import { mockDescription } from "../../../src/mock/serve/mock-description.ts";
import { modelOf } from "../state/described.ts";

/** An answer as a test looks at it. */
export interface Seen {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

/** A mock as the command line serves it. */
export interface Mocked {
  readonly mock: Mock;
  /** @param line the method and the target: `POST /labels` */
  send(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Seen>;
}

/** The mock of paths and schemas, written as YAML. */
export function mocked(paths: string, schemas?: string, options?: CreateMockOptions): Mocked {
  const runtime = { validation, serialization, streamOf };
  const mock = createMock(mockDescription(modelOf(paths, schemas), runtime), options);
  return {
    mock,
    async send(line, body, headers = {}) {
      const [method = "", target = ""] = line.split(" ");
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const init = { method, headers: { ...type, ...headers }, ...sent };
      return seen(await mock.fetch(target, init));
    },
  };
}

async function seen(response: Response): Promise<Seen> {
  const contentType = response.headers.get("content-type");
  const text = await response.text();
  const body: unknown = contentType?.includes("json") === true ? JSON.parse(text) : text;
  return { status: response.status, contentType, body };
}
