import { describe, expect, test } from "vitest";
import { isOfRuntime } from "../../src/client/rejections.ts";
import { differenceOf } from "../../src/client/same-value.ts";

describe("files", () => {
  const file = (name: string): File => new File(["text"], name);

  test("are the same with one name", async () => {
    expect(await differenceOf({ file: file("a.pdf") }, { file: file("a.pdf") })).toBeUndefined();
  });

  test("are others with another name", async () => {
    const found = await differenceOf({ file: file("a.pdf") }, { file: file("blob") });
    expect(found?.pointer).toBe("/file");
  });

  test("have no name to compare with where bytes are sent", async () => {
    expect(await differenceOf(new Blob(["text"]), file("a.pdf"))).toBeUndefined();
  });
});

test("an error whose whole stack is Node's is none of the client", () => {
  const own = new Error("left by fetch");
  own.stack =
    "TypeError: Invalid state\n    at cancel (node:internal/webstreams/readablestream:1:2)";
  expect(isOfRuntime(own)).toBe(true);
  expect(isOfRuntime(new Error("of the client"))).toBe(false);
  expect(isOfRuntime("a text")).toBe(false);
});
