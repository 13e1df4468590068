import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "./support.ts";

interface Said {
  readonly introduction?: string;
  readonly create?: string;
  readonly member?: string;
  readonly missing?: string;
  readonly invalid?: string;
  readonly conflict?: string;
  /** The path of the creation. */
  readonly path?: string;
  readonly key?: string;
}

/** Describes concerts, whose bodies name a hall. */
const concerts = ({
  introduction = "",
  create = "",
  member = "The hall.",
  missing = "There is no such record.",
  invalid = "A member is not valid.",
  conflict = "The state does not allow it.",
  path = "/concerts",
  key = "type: string, example: north",
}: Said): string => `openapi: 3.1.0
info: { title: Concerts, version: "1", description: ${JSON.stringify(introduction)} }
paths:
  /halls:
    get:
      operationId: listHalls
      responses:
        "200":
          description: All halls.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Hall" } } } }
  /halls/{hallId}:
    get:
      operationId: getHall
      parameters: [{ name: hallId, in: path, required: true, schema: { ${key} } }]
      responses:
        "200":
          description: A hall.
          content: { application/json: { schema: { $ref: "#/components/schemas/Hall" } } }
        "404": { description: Unknown. }
  ${path}:
    post:
      operationId: planConcert
      description: ${JSON.stringify(create)}
      ${path.includes("{") ? "parameters: [{ name: hallId, in: path, required: true, schema: { type: string }, example: north }]" : ""}
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [hallId], properties: { hallId: { ${key}, description: ${JSON.stringify(member)} } } }
      responses:
        "201": { description: Planned. }
        "400": { description: The request is malformed. }
        "404": { description: ${JSON.stringify(missing)} }
        "409": { description: ${JSON.stringify(conflict)} }
        "422": { description: ${JSON.stringify(invalid)} }
components:
  schemas:
    Hall: { type: object, required: [id], properties: { id: { ${key} } } }
`;

interface Way {
  /** The status for a hall that does not exist. */
  readonly unknown: number;
  /** The status for one that exists, after the first concert. */
  readonly again?: number;
}

/** What a run finds of a service. */
async function found(
  said: Said,
  { unknown, again = 201 }: Way,
  keys: readonly unknown[] = ["north"],
) {
  let planned = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      const { hallId } = (await request.json()) as { hallId?: unknown };
      const status = keys.includes(hallId) ? (planned === 0 ? 201 : again) : unknown;
      if (status === 201) planned += 1;
      return new Response(null, { status });
    }
    if (pathname === "/halls") return Response.json(keys.map((id) => ({ id })));
    const hall = keys.find((id) => pathname === `/halls/${id}`);
    return hall === undefined ? new Response(null, { status: 404 }) : Response.json({ id: hall });
  };
  const { failures, errors } = await verifyServer({
    description: await read(concerts(said)),
    server: { fetch },
    replay: ["planConcert/unknown/body"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const wrong = (status: number, right: number, sentence: string): string[] => [
  `status: answers ${status} to a \`hallId\` that nobody has, and should answer ${right}: the description says ${JSON.stringify(sentence)}`,
];

describe("the status of a body that names a record that is not there", () => {
  test.each<[Said, string]>([
    [{ invalid: "A member is not valid, or there is no such hall (`hallId`)." }, "invalid"],
    [{ create: "An unknown hall is refused with 422, and a closed one with 409." }, "create"],
    [{ member: "A hall of the town; 422 if there is no such hall." }, "member"],
    [
      {
        introduction:
          "Halls of others do not exist (404 as an address, 422 as a reference in a body).",
      },
      "introduction",
    ],
  ])("is the one of the sentence: %o", async (said, place) => {
    const text = Object.values(said)[0] as string;
    const sentence = place === "member" ? "422 if there is no such hall." : text;
    expect(await found(said, { unknown: 404 })).toEqual(wrong(404, 422, sentence));
    expect(await found(said, { unknown: 409 })).toEqual(wrong(409, 422, sentence));
    expect(await found(said, { unknown: 422 })).toEqual([]);
  });

  test("is the one of the sentence where it is 404", async () => {
    const said: Said = { missing: "No such hall.", key: "type: integer, example: 7" };
    expect(await found(said, { unknown: 422 }, [7])).toEqual(wrong(422, 404, "No such hall."));
    expect(await found(said, { unknown: 404 }, [7])).toEqual([]);
  });

  test.each<Said>([
    {},
    { invalid: "There is no such hall.", missing: "There is no such hall." },
    { invalid: "There is no such hall.", create: "404 for an unknown hall." },
    { create: "An unknown hall is refused with 404 or 422." },
    { create: "An unknown hall is created, without it 422." },
    { introduction: "Unknown records are answered with 404. References are texts." },
    { invalid: "There is no such hall.", path: "/halls/{hallId}/concerts" },
    {
      introduction: "404 as an address, 422 as a reference in a body.",
      create: "An unknown hall is answered with 404.",
    },
  ])("may be another where the description leaves it open: %o", async (said) => {
    expect(await found(said, { unknown: 404 })).toEqual([]);
  });

  test("may be another where the form of the key may be refused", async () => {
    const said: Said = { missing: "No such hall." };
    expect(await found(said, { unknown: 422 })).toEqual([]);
    expect(await found(said, { unknown: 400 })).toEqual([]);
  });

  test("may be another where a known record is refused in the same way", async () => {
    const said: Said = { invalid: "There is no such hall." };
    expect(await found(said, { unknown: 409, again: 409 })).toEqual([]);
    expect(await found(said, { unknown: 404, again: 409 })).toHaveLength(1);
  });

  test("may be another that is not described", async () => {
    const said: Said = { invalid: "There is no such hall." };
    expect(await found(said, { unknown: 410 })).toEqual([]);
  });
});
