import { describe, expect, it } from "vitest";
import { valueAt, type Json } from "../../../src/json/json.ts";
import { inLines, overlaid, overlay, pets, saidOf } from "./overlaid.ts";

/** The value at a pointer once these actions were applied. */
async function after(
  actions: string,
  pointer: string,
  version?: string,
): Promise<Json | undefined> {
  const document = await overlaid({ "fixes.yaml": overlay(actions, version) });
  expect(inLines(document.diagnostics)).toEqual([]);
  return valueAt(document.value, pointer);
}

describe("an update", () => {
  it("merges objects member by member, and replaces texts", async () => {
    const actions = `  - target: $
    update:
      info: { title: Cats, license: { name: MIT } }
`;
    expect(await after(actions, "/info")).toEqual({
      title: "Cats",
      version: "1.0.0",
      license: { name: "MIT" },
    });
  });

  it("appends what is not a list to a list, and the items of a list", async () => {
    const actions = `  - target: $.tags
    update: { name: cats }
  - target: $.tags
    update: [{ name: dogs }, { name: birds }]
  - target: $.components.schemas.Pet
    update: { required: [id] }
`;
    expect(await after(actions, "/tags")).toEqual(
      ["pets", "internal", "cats", "dogs", "birds"].map((name) => ({ name })),
    );
    expect(await after(actions, "/components/schemas/Pet/required")).toEqual(["name", "id"]);
  });

  it("replaces single values, each that is selected", async () => {
    const actions = `  - target: $..parameters[*].in
    update: header
`;
    expect(await after(actions, "/paths/~1pets/get/parameters/2/in")).toBe("header");
  });

  it("gives each object a value of its own", async () => {
    const actions = `  - target: $..parameters[*]
    update: { x-note: { by: all } }
  - target: $..parameters[0].x-note
    update: { by: first }
`;
    expect(await after(actions, "/paths/~1pets/get/parameters/1/x-note")).toEqual({ by: "all" });
  });

  it("does not touch what objects inherit", async () => {
    const actions = `  - target: $.info
    update: { "__proto__": { polluted: true } }
`;
    await overlaid({ "fixes.yaml": overlay(actions) });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("a removal", () => {
  it("takes items of lists and members of objects, whatever else goes with them", async () => {
    const actions = `  - target: $.paths['/pets'].get.parameters[?@.name != 'after']
    remove: true
  - target: $..tags[?@ == 'internal']
    remove: true
  - target: $.components..properties
    remove: true
`;
    expect(await after(actions, "/paths/~1pets/get")).toMatchObject({
      tags: ["pets"],
      parameters: [{ name: "after" }],
    });
    expect(await after(actions, "/components/schemas/Pet")).not.toHaveProperty("properties");
  });
});

describe("a copy", () => {
  it("takes a value as it is by then, and may go into a part of itself", async () => {
    const actions = `  - target: $.paths
    update: { /animals: {} }
  - target: $.paths['/animals']
    copy: $.paths['/pets']
  - target: $.paths['/animals'].get
    update: { operationId: listAnimals }
  - target: $.paths['/pets']
    remove: true
  - target: $.info
    copy: $.info
`;
    expect(await after(actions, "/paths")).toMatchObject({
      "/animals": { get: { operationId: "listAnimals", tags: ["pets", "internal"] } },
    });
  });

  it("takes one value", async () => {
    const actions = `  - target: $.info
    copy: $..schema
  - target: $.info
    copy: $.infos
`;
    expect(await saidOf({ "fixes.yaml": overlay(actions) })).toEqual([
      "fixes.yaml:5 overlay-invalid $..schema selects 3 values | select one: a single value can be copied",
      "fixes.yaml:7 warning overlay-unmatched $.infos selects nothing in openapi.yaml | did you mean $.info?",
    ]);
  });
});

it("applies overlays in order, each to what the one before left", async () => {
  const files = {
    "a.yaml": overlay("  - target: $.info\n    update: { x-by: a }\n"),
    "b.json": JSON.stringify({
      overlay: "1.0.0",
      info: { title: "B", version: "1" },
      actions: [{ target: "$.info[?@ == 'a']", remove: true }],
    }),
  };
  expect((await overlaid(files, ["a.yaml", "b.json"])).value["info"]).not.toHaveProperty("x-by");
  expect((await saidOf(files, ["b.json", "a.yaml"]))[0]).toContain("b.json:1 warning");
});

it("reads references of an overlay from the description, and applies it before they are followed", async () => {
  const document = await overlaid(
    {
      "overlays/fixes.yaml": overlay(
        "  - target: $.components.schemas\n    update: { Cat: { $ref: schemas/cat.yaml } }\n",
      ),
      "schemas/cat.yaml": "type: object\n",
    },
    ["overlays/fixes.yaml"],
  );
  expect(document.diagnostics).toEqual([]);
  expect(valueAt(document.value, "/components/schemas/Cat")).toEqual({ type: "object" });
  expect(document.sources.map(({ path }) => path.split("/").at(-1))).toEqual([
    "openapi.yaml",
    "fixes.yaml",
    "cat.yaml",
  ]);
});

it("applies an overlay to the file of the description that it extends", async () => {
  const split = pets.replace(
    / {2}\/pets:\n[^]*(?=components:)/,
    "  /pets: { $ref: paths/pets.yaml }\n",
  );
  const files = {
    "openapi.yaml": split,
    "paths/pets.yaml": 'get: { responses: { "200": { description: All. } } }\n',
    "overlays/fixes.yaml": `extends: ../paths/pets.yaml\n${overlay("  - target: $.get\n    update: { operationId: listPets }\n")}`,
    "overlays/other.yaml": `extends: ../paths/pet.yaml\n${overlay("  - target: $.info\n    update: { title: Cats }\n")}`,
    "overlays/none.yaml": `extends: ../README.yaml\n${overlay("  - target: $.info\n    update: { title: Dogs }\n")}`,
    "README.yaml": "",
  };
  const document = await overlaid(
    files,
    Object.keys(files).filter((one) => one.startsWith("ov")),
  );
  expect(valueAt(document.value, "/paths/~1pets/get/operationId")).toBe("listPets");
  expect(valueAt(document.value, "/info/title")).toBe("Cats");
  expect(inLines(document.diagnostics)).toEqual([
    "none.yaml:1 warning overlay-unapplied the overlay extends ../README.yaml, which the description does not refer to | remove extends: the overlay then applies to the description itself",
  ]);
});
