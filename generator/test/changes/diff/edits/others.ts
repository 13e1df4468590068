import { schema, pet, owner, listPets, getPet, deletePet, type EditCase } from "./parts.ts";

/** Edits of both directions, of security, servers and pages. */
export const othersEdits: readonly EditCase[] = [
  [
    "a property of a webhook renamed",
    (d) => {
      const { properties } = d.components.schemas.Birth;
      properties.date = { ...properties.day, "x-renamed-from": "day" };
      delete properties.day;
    },
    ["response-property-renamed BBB"],
  ],
  [
    "readOnly",
    (d) => {
      owner(d).properties.age.readOnly = true;
    },
    ["request-property-removed BBB", "schema-added C-C"],
  ],
  [
    "writeOnly",
    (d) => {
      owner(d).properties.age.writeOnly = true;
    },
    ["response-property-removed BCB", "schema-added C-C"],
  ],
  [
    "a member of a webhook, which callers read",
    (d) => {
      schema("Birth")(d).required = [];
    },
    ["response-property-became-optional BBC"],
  ],

  [
    "security removed",
    (d) => {
      getPet(d).security = [];
    },
    ["security-loosened -CB"],
  ],
  [
    "security narrowed",
    (d) => {
      deletePet(d).security = [{ apiKey: [] }];
    },
    ["security-tightened -BB"],
  ],
  [
    "the document's security",
    (d) => {
      d.security = [{ apiKey: [] }];
    },
    ["security-tightened -BB", "security-loosened -CB"],
  ],
  [
    "the header of a key",
    (d) => {
      d.components.securitySchemes.apiKey.name = "X-Api-Key";
    },
    ["security-scheme-changed -BB"],
  ],
  [
    "servers of one operation",
    (d) => {
      getPet(d).servers = [{ url: "https://pets.example.com/v1" }];
    },
    ["server-added -C-", "server-default-changed -C-", "server-removed -B-", "server-removed -B-"],
  ],
  [
    "a server gone",
    (d) => {
      d.servers.pop();
    },
    ["server-removed -B-"],
  ],
  [
    "pages that nobody declares any more",
    (d) => {
      delete listPets(d)["x-pagination"];
    },
    ["pagination-removed B--"],
  ],
  [
    "a scheme that was not there",
    (d) => {
      d.components.securitySchemes.other = { type: "http", scheme: "basic" };
      getPet(d).security = [{ bearerAuth: [] }, { other: [] }];
    },
    ["security-loosened -CB", "security-scheme-added C-B"],
  ],
  [
    "other properties of any type in both directions",
    (d) => {
      owner(d).additionalProperties = true;
    },
    [],
  ],
  [
    "a type of other properties that is no longer stated",
    (d) => {
      delete pet(d).properties.labels.additionalProperties;
    },
    ["response-additional-unstated B--", "response-additional-untyped BBC"],
  ],
  [
    "a body of a request that may be left out, now required",
    (d) => {
      d.paths["/owners"].post.requestBody.required = true;
    },
    ["request-body-became-required BBC"],
  ],
  [
    "the kind of a tagged alternative",
    (d) => {
      d.components.schemas.Flat.properties.kind.const = "apartment";
    },
    ["response-enum-value-added BBC", "response-enum-value-removed BCB"],
  ],
];
