import { describe, expect, it } from "vitest";
import { styledPaths } from "../../src/emit/file-names.ts";

describe("paths in camel case", () => {
  it.for([
    ["contract/error-bodies.ts", "contract/errorBodies.ts"],
    ["contract/validators/operations/api-keys.ts", "contract/validators/operations/apiKeys.ts"],
    ["my-part/data-2.ts", "my-part/data2.ts"],
    ["client/-odd.ts", "client/-odd.ts"],
  ] as const)("%s → %s", ([path, styled]) => {
    expect(styledPaths([path], "camelCase").get(path)).toBe(styled);
  });

  it("stay where a file system could take two for one", () => {
    const paths = ["client/a-b.ts", "client/ab.ts", "client/c-d.ts"];
    expect([...styledPaths(paths, "camelCase")]).toEqual([["client/c-d.ts", "client/cD.ts"]]);
  });
});
