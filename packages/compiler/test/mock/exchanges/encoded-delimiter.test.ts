import { describe, expect, it } from "vitest";
import { mocked } from "./mocked.ts";

const list = (name: string, items: string, more = ""): string =>
  `{ name: ${name}, in: query, style: form, explode: false, schema: { type: array, items: ${items} }${more} }`;

const paths = `
/users:
  get:
    operationId: listUsers
    parameters:
      - ${list("status", "{ $ref: '#/components/schemas/Status' }")}
      - ${list("level", "{ type: integer }")}
      - ${list("user_id", "{ type: string, format: uuid }")}
      - ${list("name", "{ type: string }")}
      - { name: role, in: query, description: A comma-separated list of roles., schema: { type: string } }
      - { name: city, in: query, description: One city., schema: { type: string } }
    responses:
      "200":
        description: All.
        content:
          application/json:
            schema: { type: array, items: { $ref: '#/components/schemas/User' } }
            example:
              - { user_id: 0b8d1c0e-7a51-4a53-9a0b-111111111111, status: NEW, level: 1, name: "Ada, B", role: reader, city: Lisbon }
              - { user_id: 0b8d1c0e-7a51-4a53-9a0b-222222222222, status: ACTIVE, level: 2, name: Cleo, role: writer, city: Porto }
              - { user_id: 0b8d1c0e-7a51-4a53-9a0b-333333333333, status: GONE, level: 3, name: Dan, role: owner, city: "Porto, Lisbon" }
`;

const schemas = `
Status: { type: string, enum: [NEW, ACTIVE, GONE] }
User:
  type: object
  required: [user_id]
  properties:
    user_id: { type: string, format: uuid }
    status: { $ref: '#/components/schemas/Status' }
    level: { type: integer }
    name: { type: string }
    role: { type: string }
    city: { type: string }
`;

const levels = async (query: string): Promise<unknown> => {
  const { body, status } = await mocked(paths, schemas).send(`GET /users?${query}`);
  return status === 200 ? (body as { level: number }[]).map(({ level }) => level) : status;
};

const id = (digit: number): string => `0b8d1c0e-7a51-4a53-9a0b-${String(digit).repeat(12)}`;

describe("a comma between the items of a list", () => {
  it.each([
    ["status=NEW,GONE", [1, 3]],
    ["status=NEW%2CGONE", [1, 3]],
    ["status=NEW%2cACTIVE,GONE", [1, 2, 3]],
    ["status=NEW%2COTHER", 400],
    ["level=1%2C2", [1, 2]],
    [`user_id=${id(2)}%2C${id(3)}`, [2, 3]],
    ["role=reader,owner", [1, 3]],
    ["role=reader%2C+owner", [1, 3]],
  ])("separates them as it is and percent-encoded: %s", async (query, expected) => {
    expect(await levels(query)).toEqual(expected);
  });

  it.each([
    ["name=Ada%2C%20B,Dan", [1, 3]],
    ["name=Cleo%2CDan", []],
    ["city=Porto%2C%20Lisbon", [3]],
  ])("is part of one that may have it: %s", async (query, expected) => {
    expect(await levels(query)).toEqual(expected);
  });
});
