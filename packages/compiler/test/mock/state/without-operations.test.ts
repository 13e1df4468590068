import { describe, expect, it } from "vitest";
import { answers, kindsOf, operationOf, pathOf, resourceOf, stateFrom } from "./described.ts";

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const listOf = (name: string): string => `{ type: array, items: ${ref(name)} }`;

describe("records without an operation of their own", () => {
  const loan = "{ type: object, properties: { id: { type: string }, barcode: { type: string } } }";
  const barcode = `{ type: string, pattern: "^[A-Z]+$" }`;
  const copy = `{ type: object, properties: { barcode: ${ref("Barcode")}, number: { type: integer } } }`;
  const body = (schema: string): string =>
    `requestBody: { content: { application/json: { schema: ${schema} } } }`;
  const lists = (path: string): string => `
/loans:
  get: { operationId: ListLoans, responses: { "200": ${answers(listOf("Loan"))} } }
  post: { operationId: Lend, ${body(ref("NewLoan"))}, responses: { "201": ${answers(ref("Loan"))} } }
${path}:
  parameters: ${pathOf(...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))}
  post: { operationId: GiveBack, responses: { "200": ${answers(ref("Loan"))} } }
`;
  const copies = `
/titles/{title_id}:
  parameters: ${pathOf("title_id")}
  get: { operationId: GetTitle, responses: { "200": ${answers(ref("Title"))} } }
/titles/{title_id}/copies:
  parameters: ${pathOf("title_id")}
  post: { operationId: AddCopy, ${body(ref("Copy"))}, responses: { "201": ${answers(ref("Copy"))} } }
`;
  const schemas = (member: string): string =>
    `{ Loan: ${loan}, Barcode: ${barcode}, Copy: ${copy}, NewLoan: { type: object, properties: { barcode: ${member} } }, Title: { type: object, properties: { title_id: { type: string } } } }`;

  it("are named by the paths below the list that has them", () => {
    const state = stateFrom(lists("/loans/{loan_id}/return"), schemas("{ type: string }"));
    expect(operationOf(state, "GiveBack")).toMatchObject({
      kind: "act",
      path: [{ parameter: "loan_id", resource: "Loan", member: "id" }],
    });
    expect(resourceOf(state, "Loan").keyParameter).toBe("loan_id");
  });

  it("are not named by a part of a key", () => {
    const state = stateFrom(lists("/loans/{branch}/{number}/return"), schemas("{ type: string }"));
    expect(state.operations).not.toHaveProperty("GiveBack");
    expect(resourceOf(state, "Loan")).not.toHaveProperty("keyParameter");
  });

  it("are created where others have their key in a member of the same component", () => {
    const state = stateFrom(lists("/loans/{loan_id}/return") + copies, schemas(ref("Barcode")));
    expect(kindsOf(state)).toMatchObject({ AddCopy: "create Copy" });
    expect(resourceOf(state, "Copy")).toMatchObject({ key: "barcode", isOpen: true });
  });

  it("are not looked for where a member has the same name alone", () => {
    const state = stateFrom(lists("/loans/{loan_id}/return") + copies, schemas("{ type: string }"));
    expect(state.resources).not.toHaveProperty("Copy");
  });

  const house = (rest: string, key = "id"): ReturnType<typeof stateFrom> =>
    stateFrom(
      `
/houses/{house_id}:
  parameters: ${pathOf("house_id")}
  get: { operationId: GetHouse, responses: { "200": ${answers(ref("House"))} } }
/houses/{house_id}/units:
  parameters: ${pathOf("house_id")}
  post: { operationId: AddUnit, ${body(ref("NewUnit"))}, responses: { "201": ${answers(ref("Unit"))} } }
${rest}`,
      `{ House: { type: object, properties: { house_id: { type: string } } }, NewUnit: { type: object, properties: { label: { type: string } } }, Unit: { type: object, properties: { ${key}: { type: string }, label: { type: string } } } }`,
    );
  const leases = (member: string): string => `
/leases:
  post: { operationId: Let, ${body(`{ type: object, properties: { ${member} } }`)}, responses: { "201": { description: Let. } } }
`;
  const photo = (parameter: string): string => `
/units/{${parameter}}/photo:
  parameters: ${pathOf(parameter)}
  get: { operationId: GetPhoto, responses: { "200": { description: A photo. } } }
`;

  it("are created where a member or a path is called after them", () => {
    for (const rest of [leases("unitId: { type: string }"), photo("unitId")]) {
      const state = house(rest);
      expect(kindsOf(state)).toMatchObject({ AddUnit: "create Unit" });
      expect(resourceOf(state, "Unit")).toMatchObject({ key: "id" });
    }
  });

  it("are not looked for where what is called so is of another type, or nothing is", () => {
    for (const rest of [
      leases("unitId: { type: integer }"),
      leases("id: { type: string }"),
      photo("id"),
    ])
      expect(house(rest).resources).not.toHaveProperty("Unit");
    expect(house(photo("unitId"), "slug").resources).not.toHaveProperty("Unit");
  });
});
