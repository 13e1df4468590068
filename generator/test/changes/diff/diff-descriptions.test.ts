import { expect, it } from "vitest";
import { changesBy } from "./edited.ts";

it("names what generated code calls the operations and schemas of a change", async () => {
  const [change] = await changesBy((d) => {
    d.components.schemas.Owner.required.push("age");
  });
  expect(change).toMatchObject({
    code: "request-property-became-required",
    message: "Owner.age is required now",
    touches: {
      types: ["Owner"],
      methods: ["owners.createOwner"],
      handlers: ["owners.createOwner"],
      mocks: ["CreateOwner"],
      modules: ["client/owners", "server/owners"],
    },
  });
});

it("says a change of a schema once, with all operations that use it", async () => {
  const changes = await changesBy((d) => {
    delete d.components.schemas.House.properties.rooms;
  });
  expect(changes).toHaveLength(1);
  expect(changes[0]?.touches).toMatchObject({
    types: ["House"],
    methods: ["pets.createPet", "pets.getPet", "pets.listPets"],
  });
});

it("has both names of what was renamed", async () => {
  const [change] = await changesBy((d) => {
    d.paths["/pets"].post.tags = ["Owners"];
  });
  expect(change).toMatchObject({
    code: "operation-regrouped",
    touches: { methods: ["pets.createPet", "owners.createPet"] },
  });
});

it("finds operations by any of the names that they had", async () => {
  const changes = await changesBy((d) => {
    const post = d.paths["/pets"].post;
    d.paths["/animals"] = {
      post: { ...post, operationId: "MakeAnimal", "x-renamed-from": ["MakePet", "CreatePet"] },
    };
    delete d.paths["/pets"].post;
  });
  expect(changes.map(({ code }) => code)).toEqual([
    "operation-renamed-with-alias",
    "operation-moved",
  ]);
});

it("has places in both documents, of variants too", async () => {
  const [change] = await changesBy(
    (d) => {
      d.components.schemas.Owner.properties.age.type = "string";
    },
    (d) => {
      d.components.schemas.Owner.properties.name.readOnly = true;
    },
  );
  expect(change).toMatchObject({
    code: "request-type-changed",
    base: { pointer: "/components/schemas/Owner/properties/age" },
    head: { pointer: "/components/schemas/Owner/properties/age" },
  });
  expect(change?.head?.line).toBeGreaterThan(100);
});

it("ends with schemas that lead back to themselves", async () => {
  const ring =
    (leaf: string) =>
    (d: { readonly components: { readonly schemas: Record<string, object> } }) => {
      Object.assign(d.components.schemas["Event"] ?? {}, {
        properties: {
          text: { type: leaf },
          next: { anyOf: [{ $ref: "#/components/schemas/Event" }, { type: "null" }] },
          others: { type: "array", items: { $ref: "#/components/schemas/Event" } },
        },
      });
    };
  const changes = await changesBy(ring("integer"), ring("string"));
  expect(changes.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "response-type-changed: Event.text is integer instead of string",
  ]);
});

it("says nothing of a description and itself", async () => {
  expect(await changesBy(() => {})).toEqual([]);
});

it("says once what the document's security demands of operations without their own", async () => {
  const changes = await changesBy((d) => {
    d.security = [{ apiKey: [] }];
  });
  const tightened = changes.find(({ code }) => code === "security-tightened");
  expect(tightened).toMatchObject({
    message: "6 operations without security of their own: it demands apiKey instead of bearerAuth",
    base: { pointer: "/security" },
    head: { pointer: "/security" },
  });
  expect(tightened?.touches.mocks).toContain("ListPets");
  expect(tightened?.touches.mocks).not.toContain("DeletePet");
});

it("says of the document's security that it was not there", async () => {
  const changes = await changesBy(
    (d) => {
      d.security = [{ bearerAuth: [] }];
    },
    (d) => {
      delete d.security;
    },
  );
  expect(changes.map(({ code, base, head }) => [code, base?.line, head?.pointer])).toEqual([
    ["security-tightened", 1, "/security"],
  ]);
});

it("takes schemas for the same that alone say the same, wherever they stand", async () => {
  const add =
    (name: string): Parameters<typeof changesBy>[0] =>
    (d) => {
      d.components.schemas[name] = { type: "object", properties: { grams: { type: "integer" } } };
      d.components.schemas.Owner.allOf = [
        { properties: { bag: { type: "object" } } },
        { properties: { bag: { $ref: `#/components/schemas/${name}` } } },
      ];
    };
  const changes = await changesBy((d) => {
    delete d.components.schemas.Bag;
    add("Sack")(d);
  }, add("Bag"));
  expect(changes.map(({ code }) => code)).toEqual(["schema-renamed"]);
});

it("compares schemas that no operation uses by what code has of them, and says nothing of their words", async () => {
  const spare = { type: "object", description: "Spare.", properties: { a: { type: "string" } } };
  const add: Parameters<typeof changesBy>[0] = (d) => {
    d.components.schemas.Spare = spare;
    d.components.schemas.Holder = {
      type: "object",
      properties: { spare: { $ref: "#/components/schemas/Spare" } },
    };
  };
  const judged = async (schema: object): Promise<readonly string[]> => {
    const changes = await changesBy((d) => {
      d.components.schemas.Spare = schema;
    }, add);
    return changes.map(({ code, message }) => `${code}: ${message}`);
  };
  const [words, more, gone] = await Promise.all([
    judged({ ...spare, description: "Other words." }),
    judged({ ...spare, properties: { ...spare.properties, b: { type: "string" } } }),
    judged({ ...spare, properties: {} }),
  ]);
  expect([words, more, gone]).toEqual([
    [],
    ["unused-schema-extended: Spare.b was added; no operation uses Spare"],
    ["unused-schema-changed: Spare.a is gone from requests; no operation uses Spare"],
  ]);
});

it("waits for the same final states in any order", async () => {
  const lifecycle: Parameters<typeof changesBy>[0] = (d) => {
    d.components.schemas.Pet.properties.status = {
      type: "string",
      enum: ["born", "here", "failed", "cancelled"],
      "x-lifecycle": { steps: ["born", "here"] },
    };
    // What has two media types is not waited for.
    delete d.paths["/pets/{pet_id}"].get.responses["200"].content["text/plain"];
  };
  const status = (d: Parameters<Parameters<typeof changesBy>[0]>[0]) =>
    d.components.schemas.Pet.properties.status;
  const reordered = await changesBy((d) => {
    status(d).enum.reverse();
  }, lifecycle);
  const another = await changesBy((d) => {
    status(d)["x-lifecycle"].steps = ["here", "born"];
  }, lifecycle);
  const more = await changesBy((d) => {
    status(d).enum.push("error");
  }, lifecycle);
  expect(reordered).toEqual([]);
  expect(another.map(({ code }) => code)).toEqual(["polling-changed"]);
  expect(more.map(({ code }) => code)).toEqual([
    "polling-final-changed",
    "response-enum-value-added",
  ]);
});

it("pairs several arrays among alternatives by what their items have in common", async () => {
  const listed = (...items: readonly object[]): Parameters<typeof changesBy>[0] => {
    const oneOf = items.map((one) => ({ type: "array", items: one }));
    return (d) => {
      d.components.schemas.Pet.properties.home = { oneOf };
    };
  };
  const text = { type: "string" };
  const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };
  const before = listed(text, point);
  const deeper = { ...point, properties: { ...point.properties, z: { type: "number" } } };
  const after = listed(deeper, { ...text, maxLength: 3 });
  const changes = await changesBy(after, before);
  expect(changes.map(({ code }) => code).toSorted()).toEqual([
    "response-bound-tightened",
    "response-property-added",
  ]);
});
