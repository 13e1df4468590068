import { describe, expect, it } from "vitest";
import { mocked } from "./mocked.ts";

const content = (schema: string, example = ""): string =>
  `content: { application/json: { schema: ${schema}${example} } }`;
const label = "{ $ref: '#/components/schemas/Label' }";
const given =
  "{ type: object, required: [name], properties: { id: { type: string }, name: { type: string }, owner: { type: string }, color: { type: string } } }";

/** A service of labels whose creation documents a conflict, or not. */
const paths = (conflict: string, given409 = conflict): string => `
/labels:
  get: { operationId: list, responses: { "200": { description: All., ${content(`{ type: array, items: ${label} }`, ", example: [{ id: l1, name: bug, owner: ada, color: red }]")} } } }
  post:
    operationId: create
    requestBody: { required: true, ${content(given)} }
    responses:
      "201": { description: New., ${content(label)} }
      ${conflict}
/labels/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  get: { operationId: read, responses: { "200": { description: One., ${content(label)} } } }
  patch:
    operationId: change
    requestBody: { ${content(given.replace("required: [name], ", ""))} }
    responses:
      "200": { description: Changed., ${content(label)} }
      ${given409}
`;

const labelSchema = (name = "{ type: string }"): string => `
Label:
  type: object
  required: [id, name]
  properties: { id: { type: string }, name: ${name}, owner: { type: string }, color: { type: string } }
`;

const conflictWith = (description: string, more = ""): string =>
  `"409": { description: ${JSON.stringify(description)}${more} }`;

const create = async (described: string, ...bodies: readonly unknown[]): Promise<unknown[]> => {
  const { send } = mocked(paths(described), labelSchema());
  const statuses: number[] = [];
  for (const body of bodies) statuses.push((await send("POST /labels", body)).status);
  return statuses;
};

describe("a conflict that is documented", () => {
  it.each([
    ["by a name in its text", conflictWith("A label with this name exists already.")],
    ["by its status alone", conflictWith("Conflict")],
    [
      "by a name in its example",
      conflictWith(
        "Duplicate.",
        `, ${content("{ type: object }", ", example: { code: taken, field: name }")}`,
      ),
    ],
  ])("is answered to what is there, %s", async (_, described) => {
    const statuses = await create(described, { name: "bug" }, { name: "new" }, { name: "new" });
    expect(statuses).toEqual([409, 201, 409]);
  });

  it("is answered with its example", async () => {
    const example = `, ${content("{ type: object }", ", example: { code: taken }")}`;
    const { send } = mocked(paths(conflictWith("The name is taken.", example)), labelSchema());
    expect(await send("POST /labels", { name: "bug" })).toMatchObject({
      status: 409,
      body: { code: "taken" },
    });
  });

  it("is of members together where its text joins them", async () => {
    const described = conflictWith("A label with this name and color exists.");
    const statuses = await create(
      described,
      { name: "bug", color: "blue" },
      { name: "big", color: "red" },
      { name: "bug", color: "red" },
    );
    expect(statuses).toEqual([201, 201, 409]);
  });

  it("is of a member that is described as unique", async () => {
    const { send } = mocked(
      paths(conflictWith("Conflict with the state of the resource")),
      labelSchema("{ type: string, x-unique: true }"),
    );
    expect((await send("POST /labels", { name: "bug" })).status).toBe(409);
  });

  it("is answered to a change too, but not to what stays as it is", async () => {
    const { send } = mocked(paths(conflictWith("The name is taken.")), labelSchema());
    const { body } = await send("POST /labels", { name: "new" });
    const { id } = body as { id: string };
    expect((await send(`PATCH /labels/${id}`, { name: "bug" })).status).toBe(409);
    expect((await send(`PATCH /labels/${id}`, { name: "new", color: "red" })).status).toBe(200);
    expect((await send("PATCH /labels/l1", { color: "blue" })).status).toBe(200);
  });

  it("is answered where the body repeats an id", async () => {
    const statuses = await create(
      conflictWith("The id is taken."),
      { id: "l1", name: "x" },
      { id: "l2", name: "y" },
      { id: "l2", name: "z" },
    );
    expect(statuses).toEqual([409, 201, 409]);
  });
});

describe("no conflict is made up", () => {
  it("of a change whose conflict is not explained", async () => {
    const { send } = mocked(paths("", conflictWith("Conflict")), labelSchema());
    const { body } = await send("POST /labels", { name: "new" });
    const { id } = body as { id: string };
    expect((await send(`PATCH /labels/${id}`, { name: "bug" })).status).toBe(200);
  });

  it.each([
    ["where none is documented", ""],
    ["where it is of something else", conflictWith("The repository is empty.")],
  ])("%s", async (_, described) => {
    expect(await create(described, { name: "bug" }, { name: "bug" })).toEqual([201, 201]);
  });
});

it("are none where default is all that is documented, which then describes the success", async () => {
  const { send } = mocked(
    paths(`"409": { description: Taken. }`).replace(
      /"201": [^\n]*\n *"409": [^\n]*/,
      "default: { description: Done. }",
    ),
    labelSchema(),
  );
  expect((await send("POST /labels", { id: "l1", name: "other" })).status).toBe(200);
});
