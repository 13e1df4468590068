import { describe, expect, it } from "vitest";
import { overlaid, overlay, pets, saidOf } from "./overlaid.ts";

describe("an action that selects nothing", () => {
  const hints: readonly (readonly [string, string])[] = [
    ["$.paths['/pet'].get", "did you mean $.paths['/pets'].get?"],
    ["$.path.*.get", "did you mean $.paths.*.get?"],
    [
      "$.components.schemas.Pet.propertys.name",
      "did you mean $.components.schemas.Pet.properties.name?",
    ],
    [
      "$.paths['/pets'].get.parameters[?@.name == 'page']",
      "$.paths['/pets'].get.parameters is a list of 3",
    ],
    ["$.paths['/pets'].get.parameters[7]", "$.paths['/pets'].get.parameters is a list of 3"],
    [
      "$.paths.*.get.parameters.*.content",
      "$.paths.*.get.parameters.* selects 3 values, and none of them has .content",
    ],
    ["$.components.schemas.Vehicle", "$.components.schemas has Pet"],
    ["$.info.title.text", '$.info.title is "Pets"'],
  ];
  it.each(hints)("%s is a warning with the nearest there is", async (target, hint) => {
    const actions = `  - target: ${JSON.stringify(target)}\n    update: {}\n`;
    const shown = await saidOf({ "fixes.yaml": overlay(actions) });
    expect(shown).toEqual([
      `fixes.yaml:4 warning overlay-unmatched ${target} selects nothing in openapi.yaml | ${hint}`,
    ]);
  });

  it("is told where the other file is that it means", async () => {
    const shown = await saidOf(
      {
        "openapi.yaml": pets
          .replace(/ {2}\/pets:\n[^]*(?=components:)/, "  /pets: { $ref: paths/pets.yaml#/all }\n")
          .replace("properties: {", "properties: { tag: { $ref: '#/components/schemas/Pet' },"),
        "paths/pets.yaml":
          'all: { get: { operationId: a, responses: { "200": { description: All. } } } }\n',
        "overlays/fixes.yaml": overlay(`  - target: $.paths['/pets'].get.tags
    update: pets
  - target: $.components.schemas.Pet.properties.tag.required
    update: id
`),
      },
      ["overlays/fixes.yaml"],
    );
    expect(shown).toEqual([
      "fixes.yaml:4 warning overlay-unmatched $.paths['/pets'].get.tags selects nothing in openapi.yaml | $.paths['/pets'] is a reference to paths/pets.yaml#/all, another file: write $.all.get.tags into an overlay with extends: ../paths/pets.yaml",
      "fixes.yaml:6 warning overlay-unmatched $.components.schemas.Pet.properties.tag.required selects nothing in openapi.yaml | $.components.schemas.Pet.properties.tag is a reference to #/components/schemas/Pet: write $.components.schemas.Pet.required",
    ]);
  });
});

describe("values of an overlay", () => {
  const place = async (actions: string): Promise<readonly string[]> =>
    (await saidOf({ "fixes.yaml": overlay(actions) })).map((line) => line.split(" |")[0] ?? "");

  it("have their place in it", async () => {
    const said = await place(`  - target: $.components.schemas.Pet
    update:
      properties:
        id: { type: strnig }
  - target: $.paths['/pets'].get.parameters
    update: { name: page, in: query, schema: { type: nubmer } }
  - target: $.paths['/pets'].get.parameters[?@.name == 'debug'].schema.type
    update: bolean
  - target: $.components.schemas
    update: { Animal: {} }
  - target: $.components.schemas.Animal
    copy: $.components.schemas.Pet
`);
    const schemaType = (line: number, type: string, meant: string): string =>
      `fixes.yaml:${line} warning schema-type-unknown type "${type}" is not one of JSON Schema's, so it is read as ${meant}`;
    expect(said).toEqual([
      schemaType(7, "strnig", "string"),
      schemaType(9, "nubmer", "number"),
      schemaType(11, "bolean", "boolean"),
      schemaType(15, "strnig", "string"),
    ]);
  });

  it("leave all others at their own place, also where items before them went", async () => {
    const actions = `  - target: $.paths['/pets'].get.parameters[?@.name == 'limit' || @.name == 'debug']
    remove: true
`;
    const files = {
      "openapi.yaml": pets.replace("schema: { type: string }", "schema: { type: text }"),
      "fixes.yaml": overlay(actions),
    };
    const [said] = await saidOf(files);
    expect(said).toContain('openapi.yaml:12 warning schema-type-unknown type "text"');
  });
});

describe("an overlay with faults", () => {
  const refused: readonly (readonly [string, string])[] = [
    [
      "openapi: 3.1.1\n",
      "1 overlay-invalid the document is a description | an overlay starts with overlay: 1.1.0",
    ],
    [
      "actions: []\n",
      "1 overlay-invalid the document has no overlay member | an overlay starts with overlay: 1.1.0",
    ],
    [
      overlay("  []\n", "2.0.0"),
      '1 overlay-invalid overlay "2.0.0" is not a supported version | write a version of OpenAPI Overlay 1.0, 1.1 or 1.2',
    ],
    [
      overlay("  {}\n"),
      '3 overlay-invalid actions is not a list | write a list: actions: [{ target: "$.info", update: { … } }]',
    ],
    [
      `${overlay("  []\n")}acitons: []\n`,
      '5 overlay-invalid "acitons" is not a field of an Overlay Object | remove it',
    ],
    [
      overlay("  - target: $.info\n    updaet: {}\n"),
      '5 overlay-invalid "updaet" is not a field of an Action Object | did you mean update?',
    ],
    [
      overlay("  - target: $.info\n"),
      "4 overlay-invalid the action does not say what to do | give it one of update, remove: true and copy",
    ],
    [
      overlay("  - update: {}\n"),
      "4 overlay-invalid the action has no target | write target: $.paths['/pets'].get",
    ],
    [
      overlay("  - { target: $.info, update: {}, copy: $.tags }\n"),
      "4 overlay-invalid the action has both update and copy | make two actions of them",
    ],
    [
      overlay("  - { target: $.paths./pets.get, remove: true }\n"),
      "4 overlay-invalid \"$.paths./pets.get\" is not a JSONPath: unexpected shorthand selector '/' | in RFC 9535 names with characters other than letters, digits and _ are written in brackets: ['/pets']",
    ],
    [
      overlay("  - { target: info, remove: true }\n"),
      "4 overlay-invalid \"info\" is not a JSONPath: expected '$', found 'i' | a JSONPath starts with $, the document: $.paths['/pets'].get",
    ],
    [
      overlay("  - { target: $, remove: true }\n"),
      "4 overlay-invalid the whole document cannot be removed | select what is to be removed from it",
    ],
    [
      overlay("  - { target: '$.info.*', update: {} }\n"),
      '4 overlay-incompatible an object cannot be merged into "1.0.0" at $.info.version | give a value of the same kind, or remove the existing one by an earlier action',
    ],
    [
      overlay("  - { target: '$[?@.title || @[0]]', update: {} }\n"),
      "4 overlay-invalid $[?@.title || @[0]] selects objects and lists | make an action for each kind, as an update fits only one of them",
    ],
    [
      overlay("  - target: $\n    update: { info: [] }\n"),
      "5 overlay-incompatible a list cannot be merged into an object at $.info | give a value of the same kind, or remove the existing one by an earlier action",
    ],
    ["overlay: [\n", "2 syntax"],
  ];
  it.each(refused)("is refused with its place: %j", async (text, said) => {
    expect((await saidOf({ "fixes.yaml": text })).at(-1)).toContain(`fixes.yaml:${said}`);
  });

  it("is refused where there is none", async () => {
    await expect(overlaid({}, ["none.yaml"])).rejects.toThrow("overlay-not-found");
  });

  it("is taken where other tools would not take it, with a warning", async () => {
    const text = "overlay: 1.0.0\nactions:\n  - { target: $.info, copy: $.info }\n";
    expect(await saidOf({ "fixes.yaml": text })).toEqual([
      "fixes.yaml:1 warning overlay-info-missing the overlay has no info.title and no info.version | other tools refuse an overlay without them",
      "fixes.yaml:3 warning overlay-version copy is of Overlay 1.1, and the overlay says it is of 1.0 | write overlay: 1.1.0; it is applied anyway",
    ]);
  });
});

it("takes the reusable actions of Overlay 1.2", async () => {
  const text = `overlay: 1.2.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - { target: $.info, $ref: "#/components/actions/mark" }
  - { target: $.info, $ref: "#/components/actions/marc" }
components: { actions: { mark: { fields: { update: { title: Marked } } } } }
`;
  expect(await saidOf({ "fixes.yaml": text })).toEqual([
    'fixes.yaml:5 overlay-invalid "#/components/actions/marc" is not an action of components.actions | did you mean #/components/actions/mark?',
  ]);
  const document = await overlaid({ "fixes.yaml": text.replace(/^.*marc.*\n/m, "") });
  expect(document.value["info"]).toMatchObject({ title: "Marked" });
});
