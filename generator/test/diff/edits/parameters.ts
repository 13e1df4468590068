import { listPets, parameter, type EditCase } from "./parts.ts";

/** Edits of parameters. */
export const parametersEdits: readonly EditCase[] = [
  [
    "an optional parameter added",
    (d) => {
      listPets(d).parameters.push({ name: "q", in: "query", schema: { type: "string" } });
    },
    ["parameter-added CCC"],
  ],
  [
    "a required parameter added",
    (d) => {
      listPets(d).parameters.push({
        name: "q",
        in: "query",
        required: true,
        schema: { type: "string" },
      });
    },
    ["required-parameter-added BBC"],
  ],
  [
    "a parameter removed",
    (d) => {
      listPets(d).parameters.splice(1, 1);
    },
    ["parameter-removed BBB"],
  ],
  [
    "a parameter required",
    (d) => {
      parameter(d, "sort").required = true;
    },
    ["parameter-became-required BBC"],
  ],
  [
    "explode",
    (d) => {
      parameter(d, "tags").explode = false;
    },
    ["parameter-serialized-otherwise -B-"],
  ],
  [
    "a default of a parameter",
    (d) => {
      parameter(d, "page").schema.default = 2;
    },
    ["request-default-changed -BC"],
  ],
  [
    "a default gone",
    (d) => {
      delete parameter(d, "page").schema.default;
    },
    ["request-default-removed CBB"],
  ],
  [
    "a minimum of a parameter",
    (d) => {
      parameter(d, "page").schema.minimum = 0;
    },
    ["request-bound-loosened -CB"],
  ],
  [
    "the same minimum as an exclusive one of whole numbers",
    (d) => {
      parameter(d, "page").schema = { type: "integer", default: 1, exclusiveMinimum: 0 };
    },
    [],
  ],
  [
    "a value of a parameter's enum added",
    (d) => {
      parameter(d, "sort").schema.enum.push("size");
    },
    ["request-enum-value-added CCB"],
  ],
  [
    "the name of a query parameter that says what it was called",
    (d) => {
      Object.assign(parameter(d, "sort"), { name: "order", "x-renamed-from": { name: "sort" } });
    },
    ["parameter-renamed B-B"],
  ],
  [
    "capitals of a header",
    (d) => {
      parameter(d, "X-Trace").name = "x-trace";
    },
    ["parameter-renamed B-B"],
  ],
  [
    "a deprecated parameter",
    (d) => {
      parameter(d, "sort").deprecated = true;
    },
    ["parameter-deprecated C--"],
  ],
];
