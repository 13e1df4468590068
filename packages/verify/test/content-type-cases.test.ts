import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { contentTypeCases } from "../src/server/cases/content-types/content-type-cases.ts";
import { describe as read } from "./support.ts";
import { verifiedShelter, type Fault } from "./shelter.ts";

const typeOf = (request: Request): string => request.headers.get("content-type") ?? "";
const acceptOf = (request: Request): string => request.headers.get("accept") ?? "";

const asJson = (url: string, body: string): Request =>
  new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body });

test("a server that has the content types of its description has no failure, and is asked for each", async () => {
  const types = new Set<string>();
  const accepted = new Set<string>();
  const report = await verifiedShelter(contentTypeCases, (request) => {
    if (request.method === "POST") types.add(typeOf(request));
    else accepted.add(acceptOf(request));
    return undefined;
  });
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
  expect([...types].toSorted()).toEqual([
    "APPLICATION/JSON",
    "application/json",
    "application/json; charset=x-unknown",
    "application/x-undocumented",
    "application/x-www-form-urlencoded",
  ]);
  for (const type of ["application/json", "text/plain", "application/x-undocumented"])
    expect(accepted).toContain(type);
});

const faults: [what: string, id: string, check: string, fault: Fault][] = [
  [
    "takes any content type",
    "AddAnimal/content-types/undocumented",
    "takes-invalid",
    async (request, mock) =>
      typeOf(request) === "application/x-undocumented"
        ? mock(asJson(request.url, await request.text()))
        : undefined,
  ],
  [
    "refuses a content type that it documents",
    "AddAnimal/content-types/application/x-www-form-urlencoded",
    "accepts-valid",
    (request) =>
      typeOf(request).startsWith("application/x-www-form")
        ? Response.json({ message: "no" }, { status: 415 })
        : undefined,
  ],
  [
    "compares content types with regard to case",
    "AddAnimal/content-types/capitals",
    "accepts-valid",
    (request) =>
      typeOf(request) === "APPLICATION/JSON" ? new Response(null, { status: 415 }) : undefined,
  ],
  [
    "fails over a charset",
    "AddAnimal/content-types/charset",
    "server-error",
    (request) =>
      typeOf(request).includes("x-unknown") ? new Response(null, { status: 500 }) : undefined,
  ],
  [
    "does not have a media type that it documents",
    "GetAnimal/accept/text/plain",
    "accepts-valid",
    (request) =>
      acceptOf(request) === "text/plain" ? new Response(null, { status: 406 }) : undefined,
  ],
  [
    "fails where none of its media types is accepted",
    "GetAnimal/accept/undocumented",
    "server-error",
    (request) =>
      acceptOf(request) === "application/x-undocumented" && /\/animals\/./.test(request.url)
        ? new Response(null, { status: 500 })
        : undefined,
  ],
  [
    "answers with a type that is neither accepted nor documented",
    "GetAnimal/accept/undocumented",
    "content-type",
    (request) =>
      acceptOf(request) === "application/x-undocumented" && /\/animals\/./.test(request.url)
        ? new Response("an animal", { headers: { "content-type": "text/html" } })
        : undefined,
  ],
];

test.each(faults)("finds a server that %s", async (_, id, check, fault) => {
  const { failures } = await verifiedShelter(contentTypeCases, fault);
  expect(failures.map((one) => [one.id, one.check])).toEqual([[`${id}@0`, check]]);
});

test.each<[string, Fault]>([
  [
    "406 to what it has no answer for",
    (request) =>
      acceptOf(request) === "application/x-undocumented"
        ? new Response(null, { status: 406 })
        : undefined,
  ],
  [
    "an error in a plain text where none of its media types is accepted",
    (request) =>
      acceptOf(request) === "application/x-undocumented" && /\/animals\/./.test(request.url)
        ? new Response("not found", { status: 404, headers: { "content-type": "text/plain" } })
        : undefined,
  ],
  [
    "400 to an unknown charset",
    (request) =>
      typeOf(request).includes("x-unknown")
        ? Response.json({ message: "no" }, { status: 400 })
        : undefined,
  ],
  [
    "a type that was not asked for, but is documented",
    async (request, mock) =>
      acceptOf(request) === "text/plain"
        ? mock(new Request(request, { headers: { accept: "application/json" } }))
        : undefined,
  ],
])("does not call it a failure to answer with %s", async (_, fault) => {
  const { failures } = await verifiedShelter(contentTypeCases, fault);
  expect(failures).toEqual([]);
});

test("tells that a charset was sent where the answer is an undocumented 500", async () => {
  const { failures } = await verifiedShelter(contentTypeCases, (request) =>
    typeOf(request).includes("x-unknown") ? new Response(null, { status: 500 }) : undefined,
  );
  expect(failures.map(({ message }) => message)).toEqual([
    "answers 500 to a body of an unknown charset",
  ]);
});

const notes = (media: string, status: string): string => `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /note:
    patch:
      operationId: changeNote
      requestBody:
        required: true
        content: { ${media
          .split(", ")
          .map(
            (type) =>
              `${type}: { schema: { type: object, properties: { text: { type: string } } } }`,
          )
          .join(", ")} }
      responses:
        "200": { description: Changed., content: { application/json: { schema: { type: object } } } }
        "${status}": { description: Refused. }
`;

const merged = "application/merge-patch+json";

test.each<[media: string, status: string, isRefusing: boolean, expected: string[]]>([
  [merged, "415", true, []],
  [merged, "415", false, ["takes a body of the content type application/json: it answers 200"]],
  [`${merged}, application/json`, "415", false, []],
  ["application/vnd.note+json", "415", false, []],
  [merged, "400", false, []],
])(
  "a change of a media type of its own is none as plain JSON: %s, %s, %s",
  async (media, status, isRefusing, expected) => {
    const types = isRefusing ? [merged] : [...media.split(", "), "application/json"];
    const fetch = async (request: Request): Promise<Response> => {
      const isTaken = types.includes(typeOf(request).split(";")[0]?.toLowerCase() ?? "");
      return isTaken ? Response.json({}) : new Response(null, { status: Number(status) });
    };
    const description = await read(notes(media, status));
    const report = await verifyServer({ description, server: { fetch } });
    expect(
      report.failures.flatMap(({ id, message }) => (id.includes("/content-types/") ? message : [])),
    ).toEqual(expected);
  },
);
