import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readDescription } from "../../../packages/compiler/src/mock/serve/read-description.ts";
import { serveMock } from "@openapi-packages/mock/node";
import type { MockService } from "@openapi-packages/mock/node";
import { chatFlows, eventFlows, recordFlows, runFlows } from "./flows.ts";
import { PlatformClient } from "./platform-client.ts";

let service: MockService;
let client: PlatformClient;

beforeAll(async () => {
  // As `npm run mock -- --config spec/lenient-mock.config.json` serves it.
  const { mock } = await readDescription("spec/openapi.yaml", { isMocked: true });
  service = await serveMock(mock, {
    port: 0,
    isQuiet: true,
    acceptNull: "absent",
    slashes: "lenient",
    basePath: ["/", "/api"],
  });
  client = new PlatformClient(service.url, () => service.mock.advance(500));
});
beforeEach(() => service.mock.reset());
afterAll(() => service.close());

/** Clients that are not written for this description, against the mock that `npm run mock` serves. */
describe.each([
  ["runs of assistants", runFlows],
  ["messages and knowledge", chatFlows],
  ["events of structures", eventFlows],
  ["files and records", recordFlows],
])("a client of such platforms: %s", (_about, flows) => {
  test.each(Object.entries(flows))("%s", async (_what, flow) => {
    await expect(flow(client)).resolves.toBeUndefined();
  });
});
