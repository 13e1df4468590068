import { describe, expect, it } from "vitest";
import { described, named, paths } from "./naming.ts";

const droplets = (ids: readonly string[], tag = "Droplets") =>
  described({ paths: paths(ids, () => tag) });

describe("methods without their tag", () => {
  it.each([
    [["droplets_list", "droplets_get"], "Droplets", ["list", "get"]],
    [["listDroplets", "createDroplet"], "Droplets", ["list", "create"]],
    [["ListAssistantRuns", "CreateAssistantRun"], "Assistant runs", ["list", "create"]],
    [["listCategories", "getCategory"], "categories", ["list", "get"]],
    [["sshKeys_list"], "SSH Keys", ["list"]],
  ])("of operations %j in %j are %j", (ids, tag, methods) => {
    expect(Object.values(named(droplets(ids, tag), "withoutTag").operations)).toEqual(methods);
  });

  it.each([
    ["is the tag alone", ["droplets"], ["droplets"]],
    [
      "would be that of another",
      ["list_droplets", "droplets_list"],
      ["listDroplets", "dropletsList"],
    ],
    ["would be the full name of another", ["list", "droplets_list"], ["list", "dropletsList"]],
    ["is inherited by all objects", ["droplets_constructor"], ["dropletsConstructor"]],
    ["begins with a digit", ["droplets_2fa"], ["droplets2fa"]],
  ])("keep it where the name %s", (_, ids, methods) => {
    expect(Object.values(named(droplets(ids), "withoutTag").operations)).toEqual(methods);
  });

  it("keep the names that the description gives", () => {
    const get = { operationId: "a", "x-name": "dropletsList", tags: ["Droplets"], responses: {} };
    const description = described({ paths: { "/": { get } } });
    expect(named(description, "withoutTag").operations).toEqual({ a: "dropletsList" });
  });
});

it("methods as the operationId says are that, if an object can have such a member", () => {
  const ids = ["droplets_list", "ListPets", "repos/list", "constructor", "LIST_ALL"];
  expect(named(droplets(ids), "operationId").operations).toEqual({
    droplets_list: "droplets_list",
    ListPets: "ListPets",
    "repos/list": "reposList",
    constructor: "constructor_",
    LIST_ALL: "LIST_ALL",
  });
});

it("a tag that begins with a digit has the words with which its operationIds begin", () => {
  const tag = "1-Click Applications";
  const group = (ids: readonly string[]) => named(droplets(ids, tag)).groups[tag];
  expect(group(["oneClicks_list", "oneClicks_install"])).toEqual(["oneClicks", "one-clicks"]);
  expect(group(["listAll", "install"])).toEqual(["_1ClickApplications", "1-click-applications"]);
  expect(group(["oneClicks_list"])).toEqual(["_1ClickApplications", "1-click-applications"]);
});
