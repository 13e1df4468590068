import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { service, settings, type KeyFault } from "./settings.ts";

const description = await read(settings);

async function messagesOf(
  fetch: (request: Request) => Promise<Response>,
  id: string,
): Promise<string[]> {
  const { failures, errors, exchanges } = await verifyServer({
    description,
    server: { fetch },
    replay: [`${id}/keys`],
  });
  expect(errors).toEqual([]);
  expect(exchanges).toBeLessThan(30);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

test.each(["getSetting", "getLabel"])("finds each key that it took: %s", async (id) => {
  expect(await messagesOf(service(), id)).toEqual([]);
  expect(await messagesOf(createMock(description.mock).fetch, id)).toEqual([]);
});

test("follows a place without the key, which may be another one", async () => {
  expect(await messagesOf(service("has permanent places"), "getSetting")).toEqual([]);
});

test("gives each PUT a key of its own where several are sent at once", async () => {
  for (const seed of [0, 1, 2]) {
    const server = { fetch: service() };
    const replay = ["putSetting/at-once/created"];
    const { failures, exchanges } = await verifyServer({ description, server, seed, replay });
    expect(failures.map(({ message }) => message)).toEqual([]);
    expect(exchanges).toBeGreaterThan(10);
  }
});

test("takes no key where it only changes what is there", async () => {
  const fetch = (): Promise<Response> => Promise.resolve(new Response(null, { status: 404 }));
  expect(await messagesOf(fetch, "getSetting")).toEqual([]);
});

test.each<[string, KeyFault, RegExp]>([
  [
    "getSetting",
    "decodes twice",
    /getSetting: answers 404 to \/settings\/v\w+-a%2541b, the key "v\w+-a%41b"/,
  ],
  [
    "getLabel",
    "decodes twice",
    /getLabel: answers 404 to \/labels\/v\w+-a%2541b, the key "v\w+-a%41b" that addLabel/,
  ],
  [
    "getSetting",
    "decodes plus as a space",
    /getSetting: .*-a%2Bb, the key "v\w+-a\+b" that putSetting took/,
  ],
  ["getLabel", "does not decode", /getLabel: .*-a%20b, the key "v\w+-a b" that addLabel took/],
  ["getLabel", "cuts at a point", /getLabel: .*-a\.b, the key "v\w+-a\.b" that addLabel took/],
  [
    "getSetting",
    "cuts at a slash",
    /getSetting: .*-a%2Fb, the key "v\w+-a\/b" that putSetting took/,
  ],
  [
    "getSetting",
    "encodes places as a whole",
    /putSetting: answers 201 with Location \/settings\/v\w+-a%20b-\S+, where nothing is: GET answers 404/,
  ],
  [
    "getSetting",
    "deletes without decoding",
    /deleteSetting: .* that putSetting took just before, and getSetting finds/,
  ],
])("finds that a service %s %s", async (id, fault, message) => {
  expect(await messagesOf(service(fault), id)).toEqual([expect.stringMatching(message)]);
});
