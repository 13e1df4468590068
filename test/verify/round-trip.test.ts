import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@genai-app/client";
import { createServer } from "@genai-app/server";
import { verifyRoundTrip } from "@openapi-packages/verify";
import { readDescription } from "@openapi-packages/compiler";
import { expect, test } from "vitest";

const spec = join(import.meta.dirname, "..", "..", "spec", "openapi.yaml");
const corpus = join(import.meta.dirname, "..", "descriptions", "corpus");

test("every value of our description arrives as it was sent, by our own packages", async () => {
  const description = await readDescription(spec);
  const report = await verifyRoundTrip({
    description,
    tags: ["Assistants", "Assets", "Chat messages"],
    client: createClient,
    server: createServer,
  });
  expect(report).toMatchObject({ failures: [], notCalled: [] });
  expect(report.trips).toBeGreaterThan(500);
});

test.each(["Date", undefined] as const)(
  "every value of our description arrives as it was sent, with times as %s",
  async (dates) => {
    const report = await verifyRoundTrip({
      description: await readDescription(spec, { dates }),
      tags: ["Users", "Events", "Billing"],
    });
    expect(report).toMatchObject({ failures: [], notCalled: [] });
  },
);

test.each(readdirSync(corpus))("every value of %s arrives as it was sent", async (file) => {
  const report = await verifyRoundTrip({ description: join(corpus, file) });
  expect(report.failures).toEqual([]);
});
