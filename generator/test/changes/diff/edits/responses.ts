import { pet, listPets, createPet, getPet, type EditCase } from "./parts.ts";

/** Edits of what callers get. */
export const responsesEdits: readonly EditCase[] = [
  [
    "an optional property of a response",
    (d) => {
      pet(d).properties.size = { type: "number" };
    },
    ["response-property-added CCC"],
  ],
  [
    "a required property of a response",
    (d) => {
      pet(d).properties.size = { type: "number" };
      pet(d).required.push("size");
    },
    ["response-required-property-added CCB"],
  ],
  [
    "a property of a response gone",
    (d) => {
      delete pet(d).properties.weight;
    },
    ["response-property-removed BCB"],
  ],
  [
    "a required property of a response gone",
    (d) => {
      delete pet(d).properties.name;
      pet(d).required = ["id"];
    },
    ["response-required-property-removed BBB"],
  ],
  [
    "a property of a response optional",
    (d) => {
      pet(d).required = ["id"];
    },
    ["response-property-became-optional BBC"],
  ],
  [
    "a property of a response required",
    (d) => {
      pet(d).required.push("weight");
    },
    ["response-property-became-required CCB"],
  ],
  [
    "a value of a response's enum added",
    (d) => {
      pet(d).properties.status.enum.push("lost");
    },
    ["response-enum-value-added BBC"],
  ],
  [
    "a value of a response's enum gone",
    (d) => {
      pet(d).properties.status.enum = ["here"];
    },
    ["response-enum-value-removed BCB"],
  ],
  [
    "a type that refuses all values of a response's enum",
    (d) => {
      pet(d).properties.status.type = "integer";
    },
    ["response-enum-value-removed BCB"],
  ],
  [
    "no null in a response",
    (d) => {
      pet(d).properties.nick.type = "string";
    },
    ["response-nullable-removed CCB"],
  ],
  [
    "a narrowed pattern of a response",
    (d) => {
      pet(d).properties.name.pattern = "^[a-z]{3}$";
    },
    ["response-pattern-changed -BB"],
  ],
  [
    "another type in a response",
    (d) => {
      pet(d).properties.weight.type = "string";
    },
    ["response-type-changed BBB"],
  ],
  [
    "a format of a response gone",
    (d) => {
      delete pet(d).properties.id.format;
    },
    ["response-bound-loosened -BC"],
  ],
  [
    "an alternative of a response",
    (d) => {
      d.components.schemas.Tent = { type: "object", properties: { kind: { const: "tent" } } };
      pet(d).properties.home.oneOf.push({ $ref: "#/components/schemas/Tent" });
    },
    ["response-alternative-added BBC", "schema-added C-C"],
  ],
  [
    "values of other properties",
    (d) => {
      pet(d).properties.labels.additionalProperties.type = "integer";
    },
    ["response-type-changed BBB"],
  ],
  [
    "values of properties that nothing evaluates",
    (d) => {
      const { labels } = pet(d).properties;
      labels.unevaluatedProperties = { type: "integer" };
      delete labels.additionalProperties;
    },
    ["response-type-changed BBB"],
  ],
  [
    "a status of success",
    (d) => {
      createPet(d).responses["202"] = { description: "Later." };
    },
    ["success-added BBC"],
  ],
  [
    "a status of errors gone",
    (d) => {
      delete createPet(d).responses["409"];
    },
    ["error-removed BCB"],
  ],
  [
    "a media type of a response",
    (d) => {
      delete getPet(d).responses["200"].content["text/plain"];
    },
    ["response-media-type-removed BBB", "schema-removed B-B"],
  ],
  [
    "a header that may be missing",
    (d) => {
      listPets(d).responses["200"].headers["X-Total"].required = false;
    },
    ["header-became-optional BBC"],
  ],
  [
    "a stream that becomes JSON",
    (d) => {
      const { content } = d.paths["/events"].get.responses["200"];
      content["application/json"] = content["text/event-stream"];
      delete content["text/event-stream"];
    },
    ["response-media-type-removed BBB", "second-response-media-type-added BCB"],
  ],
  [
    "another media type of a response",
    (d) => {
      createPet(d).responses["201"].content["text/plain"] = {
        schema: { $ref: "#/components/schemas/Pet" },
      };
    },
    ["second-response-media-type-added BCB"],
  ],
  [
    "capitals of a header of responses",
    (d) => {
      const { headers } = listPets(d).responses["200"];
      headers["x-total"] = headers["X-Total"];
      delete headers["X-Total"];
    },
    ["header-renamed B-B"],
  ],
  [
    "a required header of responses",
    (d) => {
      getPet(d).responses["200"].headers = { ETag: { required: true, schema: { type: "string" } } };
    },
    ["required-header-added CCB"],
  ],
  [
    "a status of success gone",
    (d) => {
      createPet(d).responses["200"] = createPet(d).responses["201"];
      delete createPet(d).responses["201"];
    },
    ["success-added BBC", "success-removed BCB"],
  ],
  [
    "a body where there was none",
    (d) => {
      getPet(d).responses["404"].content = {
        "application/json": { schema: { $ref: "#/components/schemas/Event" } },
      };
    },
    ["response-body-added BCB"],
  ],
  [
    "a third media type of a response",
    (d) => {
      getPet(d).responses["200"].content["text/html"] = { schema: { type: "string" } };
    },
    ["response-media-type-added BCC", "schema-added C-C"],
  ],
];
