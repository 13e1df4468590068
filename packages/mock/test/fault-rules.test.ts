import { describe, expect, test } from "vitest";
import type { MockDescription } from "../src/description.ts";
import { FaultList } from "../src/faults/fault-list.ts";
import { checkRule, parseFaultRules } from "../src/faults/fault-rules.ts";
import { randomFrom } from "../src/random.ts";
import type { FaultRule } from "../src/types.ts";
import { api, createBook, getBook, listBooks, watchBooks } from "../../runtime/test/fixture.ts";

const operations = [getBook, listBooks, createBook, watchBooks];

const description: MockDescription = {
  title: "Books",
  api,
  operations: operations.map((operation) => ({ operation, validators: {}, answers: [] })),
};

const listOf = (...rules: FaultRule[]) => new FaultList(description, rules, () => randomFrom(1));

describe("a profile of faults", () => {
  test("is a list of rules, or has them", () => {
    const rules = [
      { operation: "Get*", status: 503, probability: 0.5 },
      { latency: "200..800" },
      { fault: "stream-error", after: 2, times: 3 },
    ];
    expect(parseFaultRules(rules)).toEqual(rules);
    expect(parseFaultRules({ $schema: "./faults.json", rules })).toEqual(rules);
    expect(parseFaultRules({ rules: [] })).toEqual([]);
  });

  test.each<[unknown, string | RegExp]>([
    ["text", /^\/ must be a list of rules/],
    [{ rule: [] }, /^\/rule is not known/],
    [{}, "/rules must be a list of rules"],
    [{ rules: {} }, "/rules must be a list of rules"],
    [{ rules: [1] }, "/rules/0 must be a rule: an object"],
    [
      [{ latency: 1 }, { faults: "reset" }],
      /^\/1\/faults is not known: a rule has operation, prob/,
    ],
    [{ rules: [{ fault: "rest" }] }, /^\/rules\/0\/fault must be one of reset, half-body, /],
    [[{ status: 503, probability: 1.1 }], "/0/probability must be a number from 0 to 1"],
    [[{ status: 503, probability: "1" }], "/0/probability must be a number from 0 to 1"],
    [[{ status: 99 }], "/0/status must be a status from 200 to 599"],
    [[{ status: 503, times: 0 }], "/0/times must be a whole number from 1"],
    [[{ fault: "reset", after: 1.5 }], "/0/after must be a whole number"],
    [[{ latency: "8..2" }], /^\/0\/latency must be milliseconds/],
    [[{ operation: "a*b", status: 503 }], /^\/0\/operation must be an operationId/],
    [[{ operation: "GetBook" }], "/0 must have latency, status or fault"],
    [[JSON.parse('{ "__proto__": 1, "status": 503 }')], /^\/0\/__proto__ is not known/],
    [[{ "a/b": 1 }], /^\/0\/a~1b is not known/],
  ])("is refused: %j", (profile, message) => {
    expect(() => parseFaultRules(profile)).toThrow(TypeError);
    expect(() => parseFaultRules(profile)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) }),
    );
  });

  test.each<[FaultRule, string]>([
    [{ operation: "GetBok", status: 404 }, "/operation names no operation; did you mean GetBook?"],
    [{ operation: "ListBooks", fault: "stream-error" }, "/fault only applies to streams"],
  ])("is refused for these operations: %j", (rule, message) => {
    expect(() => checkRule(rule, operations)).toThrow(message);
    expect(() => checkRule(rule, operations, "/rules/0")).toThrow(`/rules/0${message}`);
  });

  test.each<FaultRule>([
    { status: 404 },
    { operation: "GetBook", status: 503 },
    { operation: "*Book", status: 418 },
    { operation: "*Books", status: 200 },
    { fault: "stream-truncated" },
    { operation: "*ook*", latency: 1 },
  ])("is taken for these operations: %j", (rule) => {
    expect(() => checkRule(rule, operations)).not.toThrow();
  });
});

describe("what goes wrong with a request", () => {
  test("is nothing without rules and preferences", () => {
    expect(listOf().take(getBook, undefined)).toBeUndefined();
    expect(listOf().take(getBook, { dynamic: true })).toBeUndefined();
  });

  test("is what the first rule says, and the time of the first that has one", () => {
    const list = listOf(
      { operation: "List*", status: 400 },
      { operation: "GetBook", latency: 10 },
      { status: 404, fault: "half-body" },
      { fault: "reset", latency: 20 },
    );
    const latency = { from: 10, to: 10 };
    const after = 1;
    expect(list.take(getBook, undefined)).toEqual({
      name: "status 404, half-body",
      kind: "half-body",
      status: 404,
      latency,
      after,
    });
    expect(list.take(listBooks, undefined)).toEqual({
      name: "status 400",
      status: 400,
      latency: { from: 20, to: 20 },
      after,
    });
  });

  test("is what the request prefers, before any rule", () => {
    const list = listOf({ status: 404, latency: 10, after: 3 }, { fault: "reset" });
    expect(list.take(getBook, { code: 200 })).toMatchObject({ name: "latency" });
    expect(list.take(getBook, { example: "a" })).not.toHaveProperty("status");
    expect(list.take(getBook, { fault: "drip", latency: { from: 1, to: 1 } })).toEqual({
      name: "drip",
      kind: "drip",
      latency: { from: 1, to: 1 },
      after: 1,
    });
    expect(list.take(getBook, { after: 7 })).toMatchObject({ status: 404, after: 7 });
  });

  test("concerns streams only where there are any", () => {
    const list = listOf({ fault: "stream-error", after: 2 });
    expect(list.take(watchBooks, undefined)).toMatchObject({ kind: "stream-error", after: 2 });
    expect(list.take(getBook, undefined)).toBeUndefined();
  });

  test("happens as often as the rule says, by the seed", () => {
    const happened = (seed: number): boolean[] => {
      const rule = { status: 404, probability: 0.25 };
      const list = new FaultList(description, [rule], () => randomFrom(seed));
      return Array.from({ length: 400 }, () => list.take(getBook, undefined) !== undefined);
    };
    expect(happened(1)).toEqual(happened(1));
    expect(happened(1)).not.toEqual(happened(2));
    const number = happened(1).filter(Boolean).length;
    expect(number).toBeGreaterThan(60);
    expect(number).toBeLessThan(140);
    const never = listOf({ status: 404, probability: 0 });
    expect(never.take(getBook, undefined)).toBeUndefined();
  });

  test("happens so many times, and no more; other requests do not count", () => {
    const list = listOf({ operation: "GetBook", status: 404, times: 2 }, { status: 400 });
    const statuses = ["ListBooks", "GetBook", "GetBook", "GetBook"].map((id) => {
      const operation = operations.find(({ operationId }) => operationId === id) ?? getBook;
      return list.take(operation, undefined)?.status;
    });
    expect(statuses).toEqual([400, 404, 404, 400]);
    expect(list.rules).toEqual([{ status: 400 }]);
  });

  test("can be added, taken back, cleared and put as it was", () => {
    const list = listOf({ status: 400, times: 1 });
    const remove = list.add({ status: 404 });
    expect(list.rules).toEqual([{ status: 404 }, { status: 400, times: 1 }]);
    remove();
    remove();
    expect(list.take(getBook, undefined)?.status).toBe(400);
    expect(list.rules).toEqual([]);
    list.reset();
    expect(list.take(getBook, undefined)?.status).toBe(400);
    list.add({ fault: "reset" });
    list.clear();
    expect(list.rules).toEqual([]);
  });

  test("makes sense, or is refused", () => {
    expect(() => listOf().add({ fault: "rest" as "reset" })).toThrow("/fault must be one of");
    expect(() => listOf().add({ operation: "Nobody", fault: "reset" })).toThrow(TypeError);
    expect(() => listOf({ status: 404 }, { status: 600 })).toThrow("/1/status must be");
  });
});
