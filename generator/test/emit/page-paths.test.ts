import { expect, it } from "vitest";
import { pagePaths } from "../../src/emit/documents/reference/page-paths.ts";
import type { ApiModel, Operation } from "../../../packages/description/src/model/api-model.ts";

/** The paths of pages of operations of one tag. */
function pathsOf(...ids: readonly string[]): readonly string[] {
  const operations = ids.map((id) => ({ id }) as Operation);
  const model = { groups: [{ fileName: "pets", operations }], webhooks: undefined };
  return [...pagePaths(model as unknown as ApiModel).values()];
}

it("calls a page as its operationId where any file system takes that", () => {
  expect(pathsOf("GetPet", "get_pet.v2", "repos/get", "../escaped", "con", "")).toEqual([
    "pets/GetPet",
    "pets/get_pet.v2",
    "pets/repos-get",
    "pets/escaped",
    "pets/con_",
    "pets/_",
  ]);
});

it("keeps pages apart whose names differ in case alone", () => {
  expect(pathsOf("getPet", "GetPet", "get Pet")).toEqual([
    "pets/getPet",
    "pets/GetPet-2",
    "pets/get-Pet",
  ]);
});
