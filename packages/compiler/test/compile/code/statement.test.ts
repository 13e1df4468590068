import { describe, expect, it } from "vitest";
import { Scope } from "../../../src/compile/code/scope.ts";
import {
  block,
  functionText,
  linesOf,
  noneOf,
  when,
  type Statement,
} from "../../../src/compile/code/statement.ts";

const text = (statements: readonly Statement[]): string => linesOf(statements).join("\n");

describe("a choice", () => {
  it("is nothing where there is nothing to do", () => {
    expect(when("a", [])).toEqual([]);
    expect(block("for (;;)", [])).toEqual([]);
  });

  it("stays on its line where one statement is chosen", () => {
    expect(text(when("a", ["b();"]))).toBe("if (a) b();");
    expect(text(when("a", ["b();"], ["c();"]))).toBe("if (a) b();\nelse c();");
  });

  it("has braces around several statements", () => {
    expect(text(when("a", ["b();", "c();"], ["d();"]))).toBe(
      "if (a) {\n  b();\n  c();\n} else d();",
    );
  });

  it("goes on with another one", () => {
    const chain = when("a", ["b();"], when("c", ["d();"], ["e();"]));
    expect(text(chain)).toBe("if (a) b();\nelse if (c) d();\nelse e();");
  });

  it("is one with the choice in it, unless either has an else", () => {
    expect(text(when("a", when("b || c", ["d();"])))).toBe("if (a && (b || c)) d();");
    expect(text(when("a", when("!(b || c)", ["d();"])))).toBe("if (a && !(b || c)) d();");
    const other = when("a", when("b", ["c();"], ["d();"]));
    expect(text(other)).toBe("if (a) {\n  if (b) c();\n  else d();\n}");
    // Without braces the `else` would be the inner one's.
    const outer = when("a", when("b", ["c();"]), ["d();"]);
    expect(text(outer)).toBe("if (a) {\n  if (b) c();\n} else d();");
  });
});

it("a block that stands alone in another has no braces of its own", () => {
  const own = block("", ["const a = 1;", "b(a);"]);
  expect(functionText("f", ["x"], own)).toBe("function f(x) {\n  const a = 1;\n  b(a);\n}");
  expect(text(block("for (;;)", own))).toBe("for (;;) {\n  const a = 1;\n  b(a);\n}");
  expect(text([...own, "c();"])).toBe("{\n  const a = 1;\n  b(a);\n}\nc();");
});

it.each([
  [["a === 1"], "a !== 1"],
  [["f(a)"], "!f(a)"],
  [["a === 1", "f(a)"], "!(a === 1 || f(a))"],
])("none of %j is %s", (conditions, expected) => {
  expect(noneOf(conditions)).toBe(expected);
});

it("names of a block differ from those around it, and may be those of another", () => {
  const outer = new Scope(["value"]);
  expect([outer.declare("value"), outer.declare("item")]).toEqual(["value_", "item"]);
  expect([outer.inner().declare("item"), outer.inner().declare("item")]).toEqual([
    "item_",
    "item_",
  ]);
});
