import { createClient } from "@genai-app/client";
import { createMock } from "@genai-app/mocks";
import { expect, test } from "vitest";

const baseUrl = "http://mock.example";
const structure_id = "b305bf13-f341-4134-9f19-301929ae8f99";
const url = `${baseUrl}/structures/${structure_id}/webhook`;

test.each([
  ["text/plain", "Lisbon, two days"],
  ["application/xml", "<trip><city>Lisbon</city></trip>"],
  ["application/x-www-form-urlencoded", "city=Lisbon&days=2"],
  ["application/octet-stream", "\u0000\u00ff"],
  ["application/vnd.github.push+json", '{"ref":"main"}'],
])("a webhook takes a body of %s as the argument of the run", async (type, body) => {
  const mock = createMock();
  const received: unknown[] = [];
  mock.on("InvokeStructureWebhookPost", async (input, { fallback }) => {
    received.push(input.contentType, await new Response(input.body as Blob).text());
    return fallback();
  });
  const headers = { "content-type": type };
  const response = await mock.fetch(url, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ structure_id });
  expect(received).toEqual([type, body]);
});

test("the client sends a webhook's body as its media type says, JSON where it says none", async () => {
  const mock = createMock();
  const sent: unknown[] = [];
  mock.on("InvokeStructureWebhookPost", (input, { fallback }) => {
    sent.push(input.contentType);
    return fallback();
  });
  const api = createClient({ baseUrl, fetch: mock.fetch, auth: "key" });
  const path = { structure_id };
  await api.structures.invokeStructureWebhookPost({ path, body: { city: "Lisbon" } });
  const body = new Blob(["city,days"]);
  await api.structures.invokeStructureWebhookPost({ path, body, contentType: "text/csv" });
  expect(sent).toEqual(["application/json", "text/csv"]);
});
