import { createPet, getPet, listPets, newPet, owner, pet, vote, type EditCase } from "./parts.ts";

const createOwner = (d: Parameters<EditCase[1]>[0]) => d.paths["/owners"].post;

/** Edits of which the compiler says more than the wire, or less. */
export const compiledEdits: readonly EditCase[] = [
  [
    "JSON of another type beside the form that was the one media type",
    (d) => {
      vote(d).requestBody.content["application/json"] = {
        schema: { type: "array", items: { type: "string" } },
      };
    },
    ["request-default-media-type-changed B--", "request-media-type-added CCB", "schema-added C-C"],
  ],
  [
    "JSON of the same type beside the form that was the one media type",
    (d) => {
      const { content } = vote(d).requestBody;
      content["application/json"] = content["application/x-www-form-urlencoded"];
    },
    ["request-media-type-added CCB"],
  ],
  [
    "text after the form that was the one media type",
    (d) => {
      vote(d).requestBody.content["text/plain"] = { schema: { type: "string" } };
    },
    ["request-media-type-added CCB", "schema-added C-C"],
  ],
  [
    "text before the form that was the one media type",
    (d) => {
      const { requestBody } = vote(d);
      const text = { "text/plain": { schema: { type: "string" } } };
      requestBody.content = { ...text, ...requestBody.content };
    },
    ["request-default-media-type-changed B--", "request-media-type-added CCB", "schema-added C-C"],
  ],
  [
    "a media type of requests for another one of the same types",
    (d) => {
      const { content } = createOwner(d).requestBody;
      content["application/merge-patch+json"] = content["application/json"];
      delete content["application/json"];
    },
    ["request-media-type-replaced -B-"],
  ],
  [
    "a media type of requests for another one with another schema",
    (d) => {
      const { content } = createOwner(d).requestBody;
      delete content["application/json"];
      content["application/merge-patch+json"] = {
        schema: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      };
    },
    [
      "request-media-type-replaced -B-",
      "request-property-removed BBB",
      "request-property-removed BBB",
      "request-required-property-removed BBB",
      "schema-added C-C",
    ],
  ],
  [
    "a media type of responses for another one of the same types",
    (d) => {
      const { content } = createOwner(d).responses["200"];
      content["application/vnd.owner+json"] = content["application/json"];
      delete content["application/json"];
    },
    ["response-media-type-replaced -B-"],
  ],
  [
    "one of two media types of requests for another one",
    (d) => {
      const { content } = createPet(d).requestBody;
      content["application/merge-patch+json"] = content["application/x-www-form-urlencoded"];
      delete content["application/x-www-form-urlencoded"];
    },
    ["request-media-type-added CCB", "request-media-type-removed BBB"],
  ],
  [
    "a tag renamed, with its earlier name",
    (d) => {
      d.tags[1] = { name: "People", "x-renamed-from": "Owners" };
      createOwner(d).tags = ["People"];
      d.paths["/events"].get.tags = ["People"];
    },
    ["operation-regrouped-with-alias C-B", "operation-regrouped-with-alias C-B"],
  ],
  [
    "a tag renamed",
    (d) => {
      d.tags[1] = { name: "People" };
      createOwner(d).tags = ["People"];
      d.paths["/events"].get.tags = ["People"];
    },
    ["operation-regrouped B-B", "operation-regrouped B-B"],
  ],
  [
    "another kind of credentials",
    (d) => {
      d.components.securitySchemes.bearerAuth = { type: "http", scheme: "basic" };
    },
    ["security-scheme-changed -BB"],
  ],
  [
    "null in a response",
    (d) => {
      pet(d).properties.weight.type = ["number", "null"];
    },
    ["response-nullable-added BBC"],
  ],
  [
    "an enum in a response",
    (d) => {
      pet(d).properties.name.enum = ["rex", "tom"];
    },
    ["response-enum-added CCB"],
  ],
  [
    "no enum in a response",
    (d) => {
      delete pet(d).properties.status.enum;
    },
    ["response-enum-removed BBC"],
  ],
  [
    "an enum in a request",
    (d) => {
      newPet(d).properties.notes.enum = ["is quiet"];
    },
    ["request-enum-added BBC"],
  ],
  [
    "no enum in a request",
    (d) => {
      delete newPet(d).properties.kind.enum;
    },
    ["request-enum-removed CCB"],
  ],
  [
    "an alternative of a response gone",
    (d) => {
      pet(d).properties.home = { $ref: "#/components/schemas/House" };
    },
    ["response-alternative-removed BCB"],
  ],
  [
    "an operation called new",
    (d) => {
      d.paths["/new"] = {
        get: { operationId: "New", tags: ["Pets"], responses: { 204: { description: "" } } },
      };
    },
    ["operation-added CCB"],
  ],
  [
    "pages by an offset",
    (d) => {
      const list = listPets(d);
      list.parameters.push({ name: "offset", in: "query", schema: { type: "integer" } });
      list.parameters.push({ name: "limit", in: "query", schema: { type: "integer" } });
      list["x-pagination"] = {
        style: "offset",
        request: { offset: "offset", limit: "limit" },
        response: { items: "/items" },
      };
    },
    ["pagination-requests-changed -B-", "parameter-added CCC", "parameter-added CCC"],
  ],
  [
    "the items of pages elsewhere",
    (d) => {
      const { schema } = listPets(d).responses["200"].content["application/json"];
      schema.properties.others = { type: "array", items: { type: "string" } };
      listPets(d)["x-pagination"].response.items = "/others";
    },
    ["pagination-changed BB-", "response-property-added CCC"],
  ],
  [
    "the name of a member in both directions",
    (d) => {
      owner(d).properties.years = owner(d).properties.age;
      delete owner(d).properties.age;
    },
    [
      "request-property-removed BBB",
      "request-property-added CCC",
      "response-property-removed BCB",
      "response-property-added CCC",
    ],
  ],
  [
    "a body of another type",
    (d) => {
      getPet(d).responses["200"].content["application/json"].schema = { type: "string" };
    },
    ["response-type-changed BBB", "schema-added C-C"],
  ],
];

/** Edits of words and orders, by which no code differs. */
export const wordsEdits: readonly EditCase[] = [
  [
    "the order of tags, servers of operations and their words",
    (d) => {
      d.tags = [{ name: "Owners", description: "People." }, { name: "Pets" }];
      d.info.description = "Pets and their owners.";
      getPet(d).description = "Gets it.";
      getPet(d).externalDocs = { url: "https://example.com" };
    },
    [],
  ],
  [
    "examples of bodies and parameters",
    (d) => {
      const { content } = createOwner(d).responses["200"];
      content["application/json"].example = { name: "Ann", email: "ann@example.com" };
      createOwner(d).requestBody.content["application/json"].examples = {
        ann: { value: { name: "Ann", email: "ann@example.com" } },
      };
      listPets(d).parameters[1].example = "age";
    },
    [],
  ],
  [
    "extensions that nobody reads",
    (d) => {
      d["x-owner"] = "Ann";
      getPet(d)["x-internal"] = true;
      pet(d)["x-table"] = "pets";
      pet(d).properties.name["x-column"] = "name";
    },
    [],
  ],
  [
    "the order of alternatives, required members, parameters, media types and statuses",
    (d) => {
      const turned = (value: object) => Object.fromEntries(Object.entries(value).toReversed());
      pet(d).properties.home.oneOf.reverse();
      owner(d).required.reverse();
      listPets(d).parameters.reverse();
      getPet(d).responses = turned(getPet(d).responses);
      const first = getPet(d).responses["200"];
      first.content = turned(first.content);
    },
    [],
  ],
];
