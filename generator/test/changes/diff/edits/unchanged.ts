import { pet, owner, listPets, parameter, type EditCase } from "./parts.ts";

/** Edits that change nothing that anybody notices. */
export const unchangedEdits: readonly EditCase[] = [
  [
    "a reordered document",
    (d) => {
      d.paths = Object.fromEntries(Object.entries(d.paths).toReversed());
      d.components.schemas = Object.fromEntries(Object.entries(d.components.schemas).toReversed());
      pet(d).properties = Object.fromEntries(Object.entries(pet(d).properties).toReversed());
      pet(d).required.reverse();
      pet(d).properties.status.enum.reverse();
      pet(d).properties.home.oneOf.reverse();
    },
    [],
  ],
  [
    "a schema split by allOf",
    (d) => {
      const { id, name, ...rest } = pet(d).properties;
      d.components.schemas.Pet = {
        allOf: [
          { type: "object", required: ["id"], properties: { id, name } },
          { type: "object", required: ["name"], properties: rest },
        ],
      };
    },
    [],
  ],
  [
    "a schema split by allOf into a named one",
    (d) => {
      const { id, name, ...rest } = pet(d).properties;
      d.components.schemas.Base = { type: "object", required: ["id"], properties: { id, name } };
      d.components.schemas.Pet = {
        allOf: [{ $ref: "#/components/schemas/Base" }, { required: ["name"], properties: rest }],
      };
    },
    ["schema-added C-C"],
  ],
  [
    "descriptions and examples",
    (d) => {
      pet(d).description = "A pet.";
      pet(d).properties.name.example = "rex";
      listPets(d).summary = "Lists.";
    },
    [],
  ],
  [
    "an inline schema that gets a name",
    (d) => {
      d.components.schemas.Address = owner(d).properties.address;
      owner(d).properties.address = { $ref: "#/components/schemas/Address" };
    },
    ["schema-added C-C"],
  ],
  [
    "null by anyOf instead of type",
    (d) => {
      pet(d).properties.nick = { anyOf: [{ type: "string" }, { type: "null" }] };
    },
    [],
  ],
  [
    "an enum by oneOf of constants",
    (d) => {
      pet(d).properties.status = { oneOf: [{ const: "here" }, { const: "sold" }] };
    },
    [],
  ],
  [
    "an unused explicit default of style",
    (d) => {
      parameter(d, "tags").style = "form";
      parameter(d, "tags").explode = true;
    },
    [],
  ],
];
