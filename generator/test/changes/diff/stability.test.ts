import { describe, expect, it } from "vitest";
import { judgedFor, type JudgedChange } from "../../../src/changes/diff/judged-for.ts";
import type { StabilityLevel } from "../../../src/changes/diff/change-types.ts";
import { changesBy, shortChange, type Edit } from "./edited.ts";

const removeOperation: Edit = (d) => {
  delete d.paths["/pets/{pet_id}"].delete;
};

async function judged(
  before: Edit,
  edit: Edit,
  level: StabilityLevel = "stable",
): Promise<readonly JudgedChange[]> {
  return judgedFor(await changesBy(edit, before), level);
}

const short = (change: JudgedChange): string =>
  `${shortChange(change)}${change.excused === undefined ? "" : ` ${change.excused}`}`;

const operation =
  (members: object): Edit =>
  (d) => {
    Object.assign(d.paths["/pets/{pet_id}"].delete, members);
  };

describe("an operation that is gone", () => {
  it.each<[string, Edit, StabilityLevel, string]>([
    ["stable", () => {}, "stable", "BBB"],
    ["stable in words", operation({ "x-stability-level": "stable" }), "stable", "BBB"],
    ["deprecated", operation({ deprecated: true }), "stable", "CCB deprecated"],
    ["deprecated", operation({ deprecated: true }), "draft", "CCB deprecated"],
    ["beta", operation({ "x-stability-level": "beta" }), "stable", "CCB beta"],
    ["beta", operation({ "x-stability-level": "beta" }), "beta", "BBB"],
    ["alpha", operation({ "x-stability": "Alpha" }), "beta", "CCB alpha"],
    ["experimental", operation({ "x-stability": "experimental" }), "beta", "CCB alpha"],
    ["beta of Bump.sh", operation({ "x-beta": true }), "stable", "CCB beta"],
    ["of an unknown level", operation({ "x-stability": "wobbly" }), "stable", "BBB"],
    [
      "on a beta path",
      (d) => {
        d.paths["/pets/{pet_id}"]["x-stability-level"] = "beta";
      },
      "stable",
      "CCB beta",
    ],
    [
      "stable on a beta path",
      (d) => {
        d.paths["/pets/{pet_id}"]["x-stability-level"] = "beta";
        operation({ "x-stability-level": "stable" })(d);
      },
      "stable",
      "BBB",
    ],
  ])("that was %s is judged (%#)", async (_what, before, level, expected) => {
    const changes = await judged(before, removeOperation, level);
    expect(changes.map(short)).toEqual([`operation-removed ${expected}`]);
  });

  it("breaks callers without the option, and says what it was", async () => {
    const [change] = await changesBy(
      removeOperation,
      operation({ deprecated: true, "x-beta": true }),
    );
    expect(change).toMatchObject({
      verdicts: { compile: "breaking", run: "breaking" },
      stability: "beta",
      wasDeprecated: true,
    });
  });
});

const house: Edit = (d) => {
  delete d.components.schemas.House.properties.rooms;
};

describe("a part that is gone", () => {
  it.each<[string, Edit, Edit, readonly string[]]>([
    [
      "a deprecated property",
      (d) => {
        d.components.schemas.House.properties.rooms.deprecated = true;
      },
      house,
      ["response-property-removed CCB deprecated"],
    ],
    ["a property", () => {}, house, ["response-property-removed BCB"]],
    [
      "a beta property",
      (d) => {
        d.components.schemas.House.properties.rooms["x-beta"] = true;
      },
      house,
      ["response-property-removed CCB beta"],
    ],
    [
      "a deprecated parameter",
      (d) => {
        d.paths["/pets"].get.parameters[1].deprecated = true;
      },
      (d) => {
        d.paths["/pets"].get.parameters.splice(1, 1);
      },
      ["parameter-removed CCB deprecated"],
    ],
  ])("%s", async (_what, before, edit, expected) => {
    const changes = await judged(before, edit);
    expect(changes.map(short)).toEqual(expected);
  });

  it("is held where a stable operation uses the schema too", async () => {
    const all: Edit = (d) => {
      for (const path of Object.values<Record<string, object>>(d.paths))
        for (const one of Object.values(path)) Object.assign(one, { "x-beta": true });
    };
    const but: Edit = (d) => {
      all(d);
      delete d.paths["/pets"].post["x-beta"];
    };
    expect((await judged(all, house)).map(short)).toEqual(["response-property-removed CCB beta"]);
    expect((await judged(but, house)).map(short)).toEqual(["response-property-removed BCB"]);
  });

  it("excuses no change but a removal of what is deprecated", async () => {
    const changes = await judged(operation({ deprecated: true }), (d) => {
      d.paths["/pets/{pet_id}"].delete.operationId = "ErasePet";
    });
    expect(changes.map(short)).toEqual(["operation-renamed B-B"]);
  });
});

describe("the type of a schema", () => {
  const reportOf =
    (members: object): Edit =>
    (d) => {
      d.components.schemas.Report = { type: "object", properties: { text: { type: "string" } } };
      const schema = { $ref: "#/components/schemas/Report" };
      const content = { "application/json": { schema } };
      d.paths["/report"] = {
        get: {
          operationId: "GetReport",
          tags: ["Pets"],
          responses: { 200: { description: "", content } },
          ...members,
        },
      };
    };
  const remove: Edit = (d) => {
    delete d.paths["/report"];
    delete d.components.schemas.Report;
  };

  it.each([
    [{ "x-beta": true }, ["operation-removed CCB beta", "schema-removed C-B beta"]],
    [{ deprecated: true }, ["operation-removed CCB deprecated", "schema-removed C-B deprecated"]],
    [{}, ["operation-removed BBB", "schema-removed B-B"]],
  ])("goes with the only operation that has it: %j", async (members, expected) => {
    const changes = await judged(reportOf(members), remove);
    expect(changes.map(short)).toEqual(expected);
  });

  it("stays where another operation has it", async () => {
    const changes = await judged(
      (d) => {
        reportOf({ deprecated: true })(d);
        const schema = { $ref: "#/components/schemas/Report" };
        d.paths["/pets/{pet_id}"].delete.responses["409"] = {
          description: "",
          content: { "application/json": { schema } },
        };
      },
      (d) => {
        remove(d);
        delete d.paths["/pets/{pet_id}"].delete.responses["409"];
      },
    );
    expect(changes.map(short)).toContain("schema-removed B-B");
  });
});
