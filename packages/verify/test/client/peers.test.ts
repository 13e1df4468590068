import createFetchClient from "openapi-fetch";
import { heyApiClient, openapiFetchClient, verifyClient } from "@openapi-packages/verify";
import type { ClientTarget, VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "../support.ts";
import { notes } from "./support.ts";

const found = ({ failures }: VerifyReport): string[] =>
  failures.map(({ id, check }) => `${id} ${check}`);

test("openapi-fetch is verified: it has no failure where styles are those that it has by itself", async () => {
  const client = createFetchClient({ baseUrl: "http://nowhere.invalid" });
  const report = await verifyClient({
    description: await read(pets),
    client: openapiFetchClient(client),
  });
  expect(found(report)).toEqual([]);
  expect(report.errors).toEqual([]);
  expect(report.coverage.filter(({ isCovered }) => !isCovered)).toEqual([]);
});

test("openapi-fetch repeats lists that the description joins by commas, unless it is told not to", async () => {
  const make =
    (options: object) =>
    ({ credentials }: ClientTarget) =>
      createFetchClient({
        headers: { "X-Key": String(credentials["key"]) },
        redirect: "manual",
        ...options,
      });
  const verified = async (options: object): Promise<VerifyReport> =>
    verifyClient({
      description: await read(notes),
      client: openapiFetchClient(make(options)),
      operations: ["ListNotes"],
    });
  expect(found(await verified({}))).toEqual(["ListNotes/request/all-parameters@0 request"]);
  const querySerializer = (query: object): string =>
    Object.entries(query)
      .flatMap(([name, value]) =>
        name === "ids"
          ? `ids=${String(value)}`
          : [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
      )
      .join("&");
  const report = await verified({ querySerializer });
  expect(found(report)).toEqual([]);
  expect(report.leftOut.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("reasons of errors"),
  ]);
});

/** An error may be the page of a gateway. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Functions of the shape that `@hey-api/openapi-ts` generates. */
function sdk(empty: unknown): object {
  interface Options {
    readonly baseUrl: string;
    readonly path?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: unknown;
    readonly signal: AbortSignal;
  }
  const send =
    (method: string, template: string) =>
    async ({ baseUrl, path = {}, query = {}, body, signal }: Options): Promise<object> => {
      const target = template.replace(/\{(\w+)\}/, (_, name: string) =>
        encodeURIComponent(String(path[name])),
      );
      const search = String(new URLSearchParams(query));
      const init = { method, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const headers = body === undefined ? {} : { "content-type": "application/json" };
      let response: Response;
      try {
        response = await fetch(`${baseUrl}${target}${search === "" ? "" : `?${search}`}`, {
          ...init,
          headers,
        });
      } catch (error) {
        return { error, response: undefined };
      }
      const text = await response.text();
      if (response.ok) return { data: text === "" ? empty : JSON.parse(text), response };
      return { error: jsonOrText(text), response };
    };
  return {
    listPets: send("GET", "/pets"),
    createPet: send("POST", "/pets"),
    getPet: send("GET", "/pets/{petId}"),
    updatePet: send("PATCH", "/pets/{petId}"),
    client: {},
  };
}

test("functions of hey-api are found by name, and those that are absent are counted", async () => {
  const { leftOut, coverage, ...report } = await verifyClient({
    description: await read(pets),
    client: heyApiClient(sdk(undefined)),
  });
  expect(found({ leftOut, coverage, ...report })).toEqual([]);
  expect(leftOut[0]).toMatchObject({
    caseId: "DeletePet/absent",
    reason: "the client has no call of DeletePet",
  });
  expect(coverage.filter(({ isCovered }) => !isCovered)).toMatchObject([
    { operationId: "DeletePet", missing: [{ what: "the client has no call of DeletePet" }] },
  ]);
});

test("an answer without a body that is made up is found", async () => {
  const { failures } = await verifyClient({
    description: await read(pets),
    client: heyApiClient(sdk({})),
    operations: ["GetPet"],
  });
  expect(failures.map(({ check, message }) => `${check}: ${message}`)).toEqual([
    "broken-answer: a call of GetPet that has an answer without a body gives {}",
  ]);
});
