import createFetchClient from "openapi-fetch";
import { openapiFetchClient, verifyClient } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

test("an operation is covered by the answers that it documents, successes or not", async () => {
  const documenting = (status: string): string =>
    `responses: { "${status}": { description: Done. } }`;
  const description = await read(`openapi: 3.1.0
info: { title: Answers, version: 1.0.0 }
paths:
  /refused: { delete: { operationId: Refused, ${documenting("405")} } }
  /whatever: { get: { operationId: Whatever, ${documenting("default")} } }
`);
  const client = createFetchClient({ baseUrl: "http://nowhere.invalid" });
  const { coverage } = await verifyClient({ description, client: openapiFetchClient(client) });
  expect(coverage.map(({ isCovered, missing }) => ({ isCovered, missing }))).toEqual([
    { isCovered: true, missing: [] },
    { isCovered: true, missing: [] },
  ]);
});
