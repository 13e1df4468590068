import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "./support.ts";

const size = `
      parameters: [{ name: size, in: query, schema: { type: integer, minimum: 1 }, example: 3 }]`;

/** Describes notes, whose creation answers 400 and 422. */
const notes = (bad: string, invalid: string, parameters = size): string => `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: addNote${parameters}
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [text], properties: { text: { type: string, minLength: 2, example: Tea } } }
      responses:
        "201": { description: Made. }
        "400": { description: ${JSON.stringify(bad)} }
        "422": { description: ${JSON.stringify(invalid)} }
`;

/** The statuses with which a service refuses what is wrong. */
interface Way {
  readonly syntax: number;
  readonly body: number;
  readonly parameter: number;
}

const noteService =
  ({ syntax, body, parameter }: Way) =>
  async (request: Request): Promise<Response> => {
    const answer = (status: number): Response => new Response(null, { status });
    const wanted = new URL(request.url).searchParams.get("size") ?? "1";
    if (!/^[1-9]\d*$/.test(wanted)) return answer(parameter);
    let value: unknown;
    try {
      value = JSON.parse(await request.text());
    } catch {
      return answer(syntax);
    }
    const text = (value as { readonly text?: unknown } | null)?.text;
    return answer(typeof text === "string" && text.length > 1 ? 201 : body);
  };

const cases = {
  syntax: "addNote/invalid/body/malformed",
  body: "addNote/invalid/body/text/text-as-number",
  parameter: "addNote/invalid/query.size/below-minimum",
} as const;

async function said(
  part: keyof typeof cases,
  way: Way,
  bad: string,
  invalid: string,
  parameters?: string,
): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(notes(bad, invalid, parameters)),
    server: { fetch: noteService(way) },
    replay: [cases[part]],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const usual: Way = { syntax: 400, body: 422, parameter: 400 };
const as = (status: number): Way => ({ syntax: status, body: status, parameter: status });

const breaks = "The body breaks its schema.";

describe("a refusal of another part than the one that is wrong is found", () => {
  test.each([
    ["The body is not JSON, or a parameter is not valid.", breaks],
    ["A parameter is missing or not allowed, or the body is not JSON.", "The body is not valid."],
    [
      "A parameter, header or JSON text is not as described.",
      "The values of the body are not as described.",
    ],
    [
      "A parameter does not fit (`invalid_parameter`), or the body is not JSON (`malformed_json`).",
      "The body does not keep the rules (`invalid_body`), or the key has been used (`key_reused`).",
    ],
    [
      "A parameter is not valid, or the body is missing or malformed.",
      "The body does not follow its schema.",
    ],
  ])("%s %s", async (bad, invalid) => {
    for (const part of ["syntax", "body", "parameter"] as const) {
      expect(await said(part, usual, bad, invalid)).toEqual([]);
      const [wrong, right] = part === "body" ? [400, 422] : [422, 400];
      const [message, ...more] = await said(part, as(wrong), bad, invalid);
      expect(more).toEqual([]);
      expect(message).toMatch(
        new RegExp(`^status: answers ${wrong} to .*, and the description has ${right} for that: "`),
      );
    }
  });

  test("where the right one has parameters and members", async () => {
    const [bad, invalid] = [
      "The body cannot be parsed.",
      "A parameter or a member of the body is not valid.",
    ];
    expect(await said("parameter", as(400), bad, invalid)).toHaveLength(1);
    expect(await said("syntax", as(422), bad, invalid)).toHaveLength(1);
    expect(await said("body", as(422), bad, invalid)).toEqual([]);
  });
});

describe("may be either", () => {
  test.each([
    ["any request", "Bad request.", breaks],
    ["all that is not as described", "The body is not JSON or not as described.", breaks],
    [
      "what fits no schema",
      "Does not fit this document, or is not JSON.",
      "The body fits but makes no sense.",
    ],
    ["what makes no sense", "The body is not JSON.", "The body is well-formed but wrong."],
    ["what the body names", "The body is not JSON.", "The body names a book that is not there."],
    [
      "what libraries read at once",
      "The request is malformed.",
      "A member of the body is not valid.",
    ],
    ["a field", "The body is not JSON, or a field is missing.", breaks],
    ["values of headers", "The body is not JSON, or the value of a header is missing.", breaks],
    ["more than is understood", "The body is not JSON. See the guide.", breaks],
    ["nothing", "Wrong.", "Wrong too."],
  ])("a body that is refused by 400: %s", async (_, bad, invalid) => {
    expect(await said("body", as(400), bad, invalid)).toEqual([]);
  });

  test("a member of the body that is called a parameter, where there is no other one", async () => {
    const [bad, invalid] = ["A parameter is missing.", "A value is not valid."];
    expect(await said("body", as(400), bad, invalid, "")).toEqual([]);
    expect(await said("body", as(400), bad, invalid)).toHaveLength(1);
    expect(await said("body", as(400), bad, breaks, "")).toHaveLength(1);
  });

  test.each([
    ["one header", "The header `If-Match` is missing, or the body is not JSON.", breaks],
    ["one parameter", "The parameter `page` is not valid.", breaks],
    ["all parts", "A parameter is not valid.", "Something in the request is not valid."],
    [
      "fields of both",
      "A parameter is not valid.",
      "A field of the query or of the body is not valid.",
    ],
    ["parameters of both", "A parameter is not valid.", "The body or a parameter is not valid."],
  ])("a parameter that is refused by 422: %s", async (_, bad, invalid) => {
    expect(await said("parameter", as(422), bad, invalid)).toEqual([]);
  });

  test.each([
    ["no syntax", "Bad request.", breaks],
    ["syntax in both", "The JSON is malformed.", "The body cannot be read, or is not valid."],
    ["anything", "The body is not JSON.", "Unprocessable."],
  ])("a body that is cut off and refused by 422: %s", async (_, bad, invalid) => {
    expect(await said("syntax", as(422), bad, invalid)).toEqual([]);
  });
});
