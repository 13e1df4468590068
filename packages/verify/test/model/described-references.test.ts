import { expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { resourceDescribed } from "../../src/records/described-references.ts";
import { describe as read } from "../support.ts";

const resource = (name: string, path: string, key: string): string => `
  /${path}:
    get:
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/${name}" } } } }
  /${path}/{${key}}:
    get:
      parameters: [{ name: ${key}, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }
        "404": { description: None. }`;

const schema = (name: string, key: string): string => `
    ${name}: { type: object, required: [${key}], properties: { ${key}: { type: string }, street: { type: string } } }`;

const description = `openapi: 3.1.0
info: { title: Addresses, version: "1" }
paths:${resource("Address", "addresses", "label")}${resource("MailBox", "mail-boxes", "id")}${resource("Box", "boxes", "id")}${resource("Depot", "depots", "id")}
components:
  schemas:${schema("Address", "label")}${schema("MailBox", "id")}${schema("Box", "id")}${schema("Depot", "id")}
`;

const api = verifiedApi(await read(description));

test.each<[string, string | undefined]>([
  ["Label of an address of the account.", "Address"],
  ["The label of the delivery address to which it goes.", "Address"],
  ["Id of one of the addresses.", "Address"],
  ["An existing address; its street counts.", "Address"],
  ["The ID of a central depot.", "Depot"],
  ["Id of a box.", "Box"],
  // Another member, more than is understood, no resource.
  ["Street of an address.", undefined],
  ["Label of an address, or a street.", undefined],
  ["Label of a parcel.", undefined],
  ["Label.", undefined],
  ["An address.", undefined],
  // Either of two.
  ["Id of a mail box.", undefined],
])("%s", (text, wanted) => {
  expect(resourceDescribed(api, [{}, { description: text }], "Order")).toBe(wanted);
});

test("a member of the resource itself names no other record", () => {
  expect(resourceDescribed(api, [{ description: "Label of the address." }], "Address")).toBe(
    undefined,
  );
});
