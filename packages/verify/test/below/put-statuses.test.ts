import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const condition = (name: string): string =>
  `- { name: ${name}, in: header, schema: { type: string, minLength: 1 } }`;
const content = 'content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } }';

const labels = `openapi: 3.1.0
info: { title: Labels, version: 1.0.0 }
paths:
  /labels/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z-]+$" }, example: fragile }]
    get:
      operationId: getLabel
      responses: { "200": { description: It., ${content} }, "404": { description: None. } }
    put:
      operationId: putLabel
      parameters:
        ${condition("If-Match")}
        ${condition("If-None-Match")}
      requestBody: { required: true, ${content} }
      responses:
        "201": { description: New., ${content} }
        "200": { description: Replaced., ${content} }
        "400": { description: Wrong. }
        "412": { description: The condition does not hold. }
components:
  schemas:
    Label:
      type: object
      required: [name, colour]
      properties:
        name: { type: string, readOnly: true }
        colour: { type: string, minLength: 3, maxLength: 20, example: orange }
        views: { type: integer, readOnly: true }
`;

type Way =
  | "answers 201 to what it replaces"
  | "answers 200 to what is new"
  | "ignores If-None-Match"
  | "ignores If-Match where there is nothing"
  | "refuses and replaces all the same"
  | "counts how often it is read";

/** A service of labels, which is faultless unless it does one of these. */
function labelService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const all = new Map<string, { colour: string; views: number }>();
  const refuse = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const name = decodeURIComponent(new URL(request.url).pathname.split("/")[2] ?? "");
    const known = all.get(name);
    if (request.method === "GET") {
      if (known === undefined) return refuse(404);
      if (does("counts how often it is read")) known.views += 1;
      return Response.json({ name, ...known });
    }
    const { colour } = (await request.json()) as { readonly colour?: unknown };
    if (typeof colour !== "string" || colour.length < 3 || colour.length > 20) return refuse(400);
    const isRefused =
      (request.headers.get("if-none-match") === "*" &&
        known !== undefined &&
        !does("ignores If-None-Match")) ||
      (request.headers.has("if-match") &&
        known === undefined &&
        !does("ignores If-Match where there is nothing"));
    if (!isRefused || does("refuses and replaces all the same"))
      all.set(name, { colour, views: 0 });
    if (isRefused) return refuse(412);
    const isNew =
      !does("answers 200 to what is new") &&
      (known === undefined || does("answers 201 to what it replaces"));
    return Response.json({ name, colour, views: 0 }, { status: isNew ? 201 : 200 });
  };
}

async function messagesOf(yaml: string, ...ways: readonly Way[]): Promise<string[]> {
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch: labelService(...ways) },
    operations: ["putLabel"],
  });
  expect(report.errors).toEqual([]);
  const own = report.failures.filter(({ id, alsoIn }) =>
    [id, ...alsoIn].some((one) => one.includes("put-statuses")),
  );
  return own.map((one) => `${one.check}: ${one.message}`);
}

test.each<[Way[]]>([[[]], [["counts how often it is read"]]])(
  "a PUT says what it creates and what it replaces: %j",
  async (ways) => {
    expect(await messagesOf(labels, ...ways)).toEqual([]);
  },
);

test.each<[Way, string]>([
  [
    "answers 201 to what it replaces",
    "status: answers 201 to a PUT that replaces what is there, for which 200 or 204 is documented (RFC 9110, section 9.3.4)",
  ],
  [
    "answers 200 to what is new",
    "status: answers 200 to a PUT that creates, for which 201 is documented (RFC 9110, section 9.3.4)",
  ],
  [
    "ignores If-None-Match",
    "conditional: answers 200 to If-None-Match: * where there is something, which asks for 412 (RFC 9110, section 13.1.2)",
  ],
  [
    "ignores If-Match where there is nothing",
    "conditional: answers 201 to If-Match: * where there is nothing, which asks for 412 (RFC 9110, section 13.1.1)",
  ],
])("finds a service that %s", async (way, message) => {
  expect(await messagesOf(labels, way)).toEqual([message]);
});

test("finds a service that refuses a condition and replaces all the same", async () => {
  expect(await messagesOf(labels, "refuses and replaces all the same")).toContain(
    "conditional: answers 412 to If-None-Match: *, and replaces what is there all the same",
  );
});

test("a service may answer 201 to each PUT, or ignore conditions, where its description says no more", async () => {
  const isAbout = (line: string): boolean =>
    !/"200": \{ description: Replaced|If-(None-)?Match/.test(line);
  const short = labels
    .split("\n")
    .filter(isAbout)
    .join("\n")
    .replace("parameters:\n      requestBody", "requestBody");
  expect(short).toContain("      requestBody");
  expect(
    await messagesOf(
      short,
      "answers 201 to what it replaces",
      "ignores If-None-Match",
      "ignores If-Match where there is nothing",
    ),
  ).toEqual([]);
});
