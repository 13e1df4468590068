import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

const description = await read(pets);

// They wait for answers most of the time, and so all at once.

/** The method and the path of each operation. */
const requestsOf: Readonly<Record<string, RegExp>> = {
  ListPets: /^GET \/pets$/,
  CreatePet: /^POST \/pets$/,
  GetPet: /^GET \/pets\/./,
  UpdatePet: /^PATCH \/pets\/./,
  DeletePet: /^DELETE \/pets\/./,
};

/** Verifies a service of which some requests are never answered, and counts these. */
async function verified(
  isSilent: (request: string, search: string) => boolean,
): Promise<VerifyReport & { readonly silent: number }> {
  const mock = createMock(description.mock);
  let silent = 0;
  const fetch = (request: Request): Response | Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (!isSilent(`${request.method} ${pathname}`, search)) return mock.fetch(request);
    silent += 1;
    return new Promise<Response>(() => undefined);
  };
  const report = await verifyServer({ description, server: { fetch }, timeout: 1000 });
  return { ...report, silent };
}

describe.concurrent.each(Object.entries(requestsOf))(
  "a service in which %s hangs",
  (id, request) => {
    test("has one failure for it, and is not asked again", async () => {
      const { failures, silent, leftOut, families } = await verified((one) => request.test(one));
      const unanswered = failures.filter(({ check }) => check === "no-answer");
      expect(unanswered.map(({ operationId }) => operationId)).toEqual([id]);
      expect(silent).toBe(1);
      expect(leftOut.map(({ reason }) => reason)).toContain(`${id} does not answer`);
      const gaps = families.flatMap(({ notTried }) => notTried);
      const what = `${id} does not answer`;
      expect(gaps).toContainEqual({ operationId: id, what, how: expect.any(String) });
    });
  },
);

test.concurrent("a list that hangs keeps no record from being read", async () => {
  const { coverage } = await verified((one) => requestsOf["ListPets"]?.test(one) === true);
  expect(coverage.filter(({ isCovered }) => !isCovered).map((row) => row.operationId)).toEqual([
    "ListPets",
  ]);
});

test.concurrent("an operation that has answered is always waited for", async () => {
  let asked = 0;
  const { silent, leftOut } = await verified((one, search) => {
    if (requestsOf["ListPets"]?.test(one) === true) asked += 1;
    return asked > 1 && search === "?limit=1" && requestsOf["ListPets"]?.test(one) === true;
  });
  expect(silent).toBeGreaterThan(1);
  expect(leftOut).toEqual([]);
});
