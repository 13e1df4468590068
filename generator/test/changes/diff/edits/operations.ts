import { createPet, getPet, owner, rename, type EditCase } from "./parts.ts";

/** Edits of operations and of names that code has. */
export const operationsEdits: readonly EditCase[] = [
  [
    "an operation added",
    (d) => {
      d.paths["/new"] = {
        get: { operationId: "New", tags: ["Pets"], responses: { 204: { description: "" } } },
      };
    },
    ["operation-added CCB"],
  ],
  [
    "an operation removed",
    (d) => {
      delete d.paths["/pets/{pet_id}"].delete;
    },
    ["operation-removed BBB"],
  ],
  [
    "an operationId",
    (d) => {
      getPet(d).operationId = "ReadPet";
    },
    ["operation-renamed B-B", "schema-renamed B-B"],
  ],
  [
    "an operation that was stable is beta",
    (d) => {
      getPet(d)["x-beta"] = true;
    },
    ["operation-stability-lowered C--"],
  ],
  [
    "an operation renamed and moved",
    (d) => {
      d.paths["/animals"] = {
        post: { ...createPet(d), operationId: "CreateAnimal", "x-renamed-from": "CreatePet" },
      };
      delete d.paths["/pets"].post;
    },
    ["operation-renamed-with-alias C-B", "operation-moved BB-"],
  ],
  [
    "an operation renamed an age ago",
    (d) => {
      Object.assign(createPet(d), {
        operationId: "CreateAnimal",
        "x-renamed-from": { name: "CreatePet", since: "0.0.1" },
      });
    },
    ["operation-renamed B-B"],
  ],
  [
    "an operation renamed whose body is named after it",
    (d) => {
      Object.assign(getPet(d), { operationId: "ReadPet", "x-renamed-from": "GetPet" });
    },
    ["operation-renamed-with-alias C-B", "schema-renamed-with-alias C-C"],
  ],
  [
    "a schema renamed, with its earlier name",
    (d) => {
      Object.assign(d, rename(d, "schemas/Owner", "schemas/Person"));
      d.components.schemas.Person = { ...owner(d), "x-renamed-from": "Owner" };
      delete d.components.schemas.Owner;
    },
    ["schema-renamed-with-alias C-C"],
  ],
  [
    "a path",
    (d) => {
      d.paths["/animals"] = d.paths["/owners"];
      delete d.paths["/owners"];
    },
    ["operation-moved BB-"],
  ],
  [
    "a tag",
    (d) => {
      getPet(d).tags = ["Owners"];
    },
    ["operation-regrouped B-B"],
  ],
  [
    "a deprecated operation",
    (d) => {
      getPet(d).deprecated = true;
    },
    ["operation-deprecated C--"],
  ],
  [
    "the name of a schema",
    (d) => {
      Object.assign(d, rename(d, "Birth", "Arrival"));
    },
    ["schema-renamed B-B"],
  ],
  [
    "the name of a path parameter",
    (d) => {
      d.paths["/pets/{id}"] = d.paths["/pets/{pet_id}"];
      d.paths["/pets/{id}"].parameters[0].name = "id";
      delete d.paths["/pets/{pet_id}"];
    },
    ["parameter-renamed B-B", "parameter-renamed B-B"],
  ],
];
