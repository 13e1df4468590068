import { describe, expect, it } from "vitest";
import { match } from "@openapi-packages/runtime/client";

type Status = "QUEUED" | "RUNNING" | (string & {});

const say = (status: Status): string | number =>
  match(status, {
    QUEUED: (value) => `${value}!`,
    RUNNING: () => 1,
    unknown: (value) => `what is ${value}?`,
  });

describe("match", () => {
  it("calls the handler of a known value", () => {
    expect(say("QUEUED")).toBe("QUEUED!");
    expect(say("RUNNING")).toBe(1);
  });

  it("calls unknown with any other value", () => {
    expect(say("PAUSED")).toBe("what is PAUSED?");
  });

  it("never takes what objects inherit for a handler", () => {
    expect(say("toString")).toBe("what is toString?");
    expect(say("__proto__")).toBe("what is __proto__?");
  });

  it("matches numbers by their text", () => {
    const name = (level: 1 | 2 | (number & {})): string =>
      match(level, { 1: () => "low", 2: () => "high", unknown: (value) => String(value) });
    expect([name(1), name(2), name(7)]).toEqual(["low", "high", "7"]);
  });
});
