import { expect, it } from "vitest";
import { describedParameters, operation } from "../src/client/index.ts";
import { clientOn } from "./client-harness.ts";

type Run = (core: unknown, input: object) => Promise<unknown>;

it("writes each operation's own path, whichever operation was called before", async () => {
  const { core, requests } = clientOn(() => new Response(null, { status: 204 }));
  const deleting = ["cats", "dogs", "fish"].map((name) =>
    operation<Run>(
      {
        operationId: `delete ${name}`,
        method: "DELETE",
        path: `/${name}/{id}`,
        parameters: [
          { name: "id", in: "path", required: true, shape: "integer" },
          { name: "tags", in: "query", explode: false, shape: { array: "string" } },
        ],
        responses: { 204: {} },
      },
      { writeParameters: describedParameters },
    ),
  );
  for (const index of [0, 1, 2, 1, 0])
    await deleting[index]?.(core, { path: { id: index }, query: { tags: ["a", "b"] } });
  expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "DELETE /v1/cats/0",
    "DELETE /v1/dogs/1",
    "DELETE /v1/fish/2",
    "DELETE /v1/dogs/1",
    "DELETE /v1/cats/0",
  ]);
});
