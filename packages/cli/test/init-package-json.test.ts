import { describe, expect, it } from "vitest";
import { withMember } from "../../../generator/src/commands/init/json-edit.ts";

describe("a member of package.json", () => {
  it.each([
    [
      '{\n\t"scripts": {\n\t\t"a": "b"\n\t}\n}',
      '{\n\t"scripts": {\n\t\t"a": "b",\n\t\t"x": "y"\n\t}\n}',
    ],
    ['{\r\n    "scripts": {}\r\n}', '{\r\n    "scripts": {\r\n        "x": "y"\r\n    }\r\n}'],
    ['{ "scripts": { "a": "b" } }\n', '{ "scripts": { "a": "b", "x": "y" } }\n'],
    [
      '{\n  "files": ["a", "b"]\n}\n',
      '{\n  "files": ["a", "b"],\n  "scripts": {\n    "x": "y"\n  }\n}\n',
    ],
    ["{}", '{\n  "scripts": {\n    "x": "y"\n  }\n}'],
    ['{ "scripts": { "x": "mine" } }', '{ "scripts": { "x": "mine" } }'],
    ["[]", "[]"],
  ])("is added to %j, and nothing else changes", (before, after) => {
    expect(withMember(before, ["scripts"], "x", "y")).toBe(after);
  });
});
