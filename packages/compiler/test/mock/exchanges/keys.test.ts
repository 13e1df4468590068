import { expect, it } from "vitest";
import { mocked } from "./mocked.ts";

const json = (schema: string, example: string): string =>
  `content: { application/json: { schema: ${schema}, example: ${example} } }`;

/** Two creations of a plant, whose key has a pattern that stands behind `allOf` and `$ref`. */
async function twoPlants(pattern: string, id: string): Promise<readonly string[]> {
  const plant = '{ $ref: "#/components/schemas/Plant" }';
  const body = `{ type: object, required: [name], properties: { name: { type: string } } }`;
  const example = `{ id: "${id}", name: Fig }`;
  const { send } = mocked(
    `
/plants:
  post:
    operationId: createPlant
    requestBody: { required: true, ${json(body, "{ name: Fig }")} }
    responses: { "201": { description: New., ${json(plant, example)} } }
/plants/{plantId}:
  parameters: [{ name: plantId, in: path, required: true, schema: { $ref: "#/components/schemas/PlantId" } }]
  get: { operationId: getPlant, responses: { "200": { description: One., ${json(plant, example)} }, "404": { description: None. } } }
`,
    `
PlantId: { type: string, pattern: '${pattern}' }
Record: { type: object, required: [id], properties: { id: { type: string } } }
Plant:
  allOf:
    - $ref: "#/components/schemas/Record"
    - { type: object, required: [name], properties: { id: { $ref: "#/components/schemas/PlantId" }, name: { type: string } } }
`,
  );
  const keys: string[] = [];
  for (const name of ["Mint", "Rose"]) {
    const { status, body: made } = await send("POST /plants", { name });
    expect(status).toBe(201);
    keys.push((made as { id: string }).id);
  }
  for (const [index, key] of keys.entries())
    expect((await send(`GET /plants/${key}`)).body).toMatchObject({
      name: ["Mint", "Rose"][index],
    });
  return keys;
}

it.each([
  ["of a few hexadecimal digits", "^plt_[0-9a-f]{12}$", "plt_4f00c2a91e01"],
  ["of a letter that is a digit, too", "^gh_[0-9a-f]{8}$", "gh_00000a00"],
  ["shorter than usual ones", "^T-\\d{4}$", "T-1234"],
  ["without the letters that are easily mixed up", "^[0-9A-HJKMNP-TV-Z]{10}$", "01HZX3K9QW"],
])("records that are created have keys of their own, %s", async (_, pattern, id) => {
  const [one = "", other = ""] = await twoPlants(pattern, id);
  expect(one).toMatch(new RegExp(pattern));
  expect(other).toMatch(new RegExp(pattern));
  expect(new Set([one, other, id]).size).toBe(3);
});
