import { describe, expect, it } from "vitest";
import { clipped, screenOf } from "../../src/terminal/paint.ts";

const isColoured = (isTTY: boolean, environment: NodeJS.ProcessEnv): boolean =>
  screenOf({ isTTY }, environment).paint("red", "text") !== "text";

describe("a screen", () => {
  it("has colours on a terminal alone, unless the environment refuses or forces them", () => {
    expect(isColoured(true, {})).toBe(true);
    expect(isColoured(false, {})).toBe(false);
    expect(isColoured(true, { NO_COLOR: "1" })).toBe(false);
    expect(isColoured(true, { NO_COLOR: "" })).toBe(true);
    expect(isColoured(true, { TERM: "dumb" })).toBe(false);
    expect(isColoured(false, { FORCE_COLOR: "1" })).toBe(true);
    expect(isColoured(true, { FORCE_COLOR: "0" })).toBe(false);
    expect(isColoured(true, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
  });

  it("cuts lines on a terminal, and none for a file", () => {
    expect(screenOf({ isTTY: true, columns: 100 }, {}).columns).toBe(100);
    expect(clipped("12345", 5)).toBe("12345");
    expect(clipped("123456", 5)).toBe("1234…");
    const { columns } = screenOf({ columns: 100 }, {});
    expect(clipped("long ".repeat(100), columns)).toBe("long ".repeat(100));
  });
});
