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
    ["parameter-renamed-on-the-wire BBB"],
  ],
  [
    "a query parameter beside its earlier name",
    (d) => {
      const sort = parameter(d, "sort");
      listPets(d).parameters.push({ ...sort, name: "order", "x-renamed-from": "sort" });
      sort.deprecated = true;
    },
    ["parameter-added CCC", "parameter-deprecated C--"],
  ],
  [
    "capitals of a header",
    (d) => {
      parameter(d, "X-Trace").name = "x-trace";
    },
    ["parameter-renamed B-B"],
  ],
  [
    "a header renamed",
    (d) => {
      Object.assign(parameter(d, "X-Trace"), { name: "X-Trail", "x-renamed-from": "X-Trace" });
    },
    ["parameter-renamed-on-the-wire BBB"],
  ],
  [
    "a parameter of the path renamed",
    (d) => {
      const item = d.paths["/pets/{pet_id}"];
      Object.assign(item.parameters[0], { name: "id", "x-renamed-from": "pet_id" });
      d.paths["/pets/{id}"] = item;
      delete d.paths["/pets/{pet_id}"];
    },
    ["parameter-renamed B-B", "parameter-renamed B-B"],
  ],
  [
    "what pages are asked for and found by",
    (d) => {
      const list = listPets(d);
      Object.assign(parameter(d, "page"), { name: "number", "x-renamed-from": "page" });
      const schema = list.responses["200"].content["application/json"].schema;
      schema.properties = { pets: { ...schema.properties.items, "x-renamed-from": "items" } };
      schema.required = ["pets"];
      list["x-pagination"] = {
        style: "page",
        request: { page: "number" },
        response: { items: "/pets" },
      };
    },
    [
      "parameter-renamed-on-the-wire BBB",
      "response-property-renamed BBB",
      "pagination-changed BB-",
    ],
  ],
  [
    "a deprecated parameter",
    (d) => {
      parameter(d, "sort").deprecated = true;
    },
    ["parameter-deprecated C--"],
  ],
];
