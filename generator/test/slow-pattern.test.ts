import { describe, expect, it } from "vitest";
import { growthOfWork } from "../../test/growth-of-work.ts";
import { isSlowPattern } from "../src/slow-pattern.ts";

describe("a pattern is slow", () => {
  it.each([
    "^(a+)+$",
    "^(a*)*$",
    "(a|a)*b",
    "(a|aa)+$",
    "^([a-zA-Z0-9]+)*$",
    "^(\\w+\\s?)*$",
    "^(?:.*a){20,}$",
    "(x+x+)+y",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(\\d+|\\w+)*$",
    "^(a?){30}a{30}$",
    "^((ab)*|(ab)+)*c$",
    "^(\\p{L}+|é)*!$",
    "(.*,)*.*,x",
  ])("%s", (pattern) => {
    expect(isSlowPattern(pattern)).toBe(true);
  });
});

describe("a pattern is not slow", () => {
  it.each([
    "^[a-z]+$",
    "^([a-z]+\\.)*[a-z]+$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^(a|b)*$",
    "^(a+b)+$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^(\\d{1,3}\\.){3}\\d{1,3}$",
    "^#?([0-9a-f]{3}){1,2}$",
    "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "^(/[^/]+)+/?$",
    "^[\\w.-]+(\\+[\\w.-]+)?$",
    "^arn:[^:]*:[^:]*:[^:]*:[^:]*:.*$",
    "a*a*a*",
    "",
  ])("%s", (pattern) => {
    expect(isSlowPattern(pattern)).toBe(false);
  });
});

describe("the question", () => {
  it.each<[string, (size: number) => string]>([
    ["loops", (size) => `^${"(a|b|[a-z])*".repeat(size)}$`],
    ["alternatives", (size) => `^(${"a|".repeat(size)}b)*$`],
    ["levels", (size) => `${"(".repeat(size)}a+${")+".repeat(size)}`],
  ])("takes no longer the more %s there are", (_what, pattern) => {
    const growth = growthOfWork((size) => void isSlowPattern(pattern(size)), 40, 10);
    expect(growth).toBeLessThan(10);
  });
});
