import { description } from "@genai-app/mocks";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { varied } from "../src/answers/vary.ts";
import { randomFrom } from "../src/random.ts";
import { StreamItems } from "../src/stream-of.ts";
import type { Validator, ValidatorError } from "../../runtime/src/operation.ts";
import type { AnyResult } from "../../runtime/src/result.ts";
import type { Answer } from "../../runtime/src/server/index.ts";
import { validator } from "../../runtime/test/fixture.ts";

interface Case {
  readonly operationId: string;
  readonly answer: Answer<AnyResult>;
  readonly validate: Validator | undefined;
}

const cases: readonly Case[] = description.operations.flatMap(
  ({ operation: { operationId }, answers, validators: { responses = {} } }) =>
    answers.slice(0, 1).map((answer) => {
      const [validate] = Object.values(responses[answer.status] ?? {});
      return { operationId, answer, validate };
    }),
);

const valueOf = ({ body }: Answer<AnyResult>): unknown =>
  body instanceof StreamItems ? body.items : body;

const vary = (body: unknown, seed = 1, validate?: Validator): unknown =>
  valueOf(varied({ status: 200, body }, validate, randomFrom(seed)));

const seeds = Array.from({ length: 30 }, (_, seed) => seed);

describe("each answer of the description", () => {
  test("is there", () => {
    expect(cases.length).toBeGreaterThan(70);
  });

  test("varies to one that conforms, by its seed alone, and stays as it was itself", () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.nat(), ({ answer, validate }, seed) => {
        const before = JSON.stringify(valueOf(answer));
        const made = varied(answer, validate, randomFrom(seed));
        const again = varied(answer, validate, randomFrom(seed));
        expect(valueOf(made)).toEqual(valueOf(again));
        expect(JSON.stringify(valueOf(answer))).toBe(before);
        const { body } = made;
        const values: readonly unknown[] = body instanceof StreamItems ? body.items : [body];
        for (const value of values) {
          validate?.(value);
          expect(validate?.errors ?? []).toEqual([]);
        }
        expect(made.status).toBe(answer.status);
      }),
      { numRuns: 1000 },
    );
  });

  test("is another than before where it has a body", () => {
    const same = cases.filter(({ answer, validate }) => {
      const before = JSON.stringify(valueOf(answer));
      return seeds.every(
        (seed) => JSON.stringify(valueOf(varied(answer, validate, randomFrom(seed)))) === before,
      );
    });
    const names = same.filter(({ answer }) => typeof valueOf(answer) === "object");
    expect(names.map(({ operationId }) => operationId)).toEqual([]);
  });

  test("takes no more than 200 looks of the validator, whatever it says", () => {
    let looks = 0;
    const whimsical: Validator = Object.assign(
      () => {
        looks += 1;
        return false;
      },
      { errors: [{ instancePath: "", keyword: "oneOf" }] },
    );
    for (const { answer } of cases) {
      looks = 0;
      const made = varied(answer, whimsical, randomFrom(1));
      expect(valueOf(made)).toEqual(valueOf(answer));
      expect(looks).toBeLessThanOrEqual(200);
    }
  });
});

describe("a value", () => {
  test.each<[string, string, RegExp]>([
    [
      "uuid",
      "4978cd9c-e698-44af-a724-85353c8ef0f1",
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    ],
    ["uuid", "0190163D-8694-739B-AEA5-966C26F8AD91", /^[\dA-F]{8}-[\dA-F]{4}-7/],
    ["email", "jane.doe@example.com", /^[a-z]+\.[a-z]+@example\.com$/],
    [
      "uri",
      "https://a.example/b/blue-car.png?c=1",
      /^https:\/\/a\.example\/b\/[a-z]+-[a-z]+\.png\?c=1$/,
    ],
    ["address", "192.168.0.10", /^192\.168\.0\.\d+$/],
    ["address", "2001:db8::1", /^2001:db8::[\da-f]+$/],
    ["digest", "9f86d081884c7d65", /^[\da-f]{16}$/],
    ["bytes", "aGVsbG8gd29ybGQ=", /^[A-Za-z\d+/]{15}=$/],
    ["key", "sk-test_4eC39HqLyjWDarjtT1zdp7dc", /^sk-test_\d[a-z][A-Z]\d\d[A-Z]/],
    ["colour", "#ff8800", /^#[\da-f]{6}$/],
    ["phone", "+49 30 901820", /^\+\d\d \d\d \d{6}$/],
    ["file", "Big plan.pdf", /^[A-Z][a-z]+ [a-z]+\.pdf$/],
    ["title", "Plan a Weekend in LISBON.", /^[A-Z][a-z]+ a [A-Z][a-z]+ in [A-Z]+\.$/],
    ["name", "Lisbon", /^[A-Z][a-z]+$/],
  ])("becomes another of its kind: %s %s", (name, value, form) => {
    const made = seeds.map(
      (seed) => (vary({ [name]: value }, seed) as Record<string, string>)[name],
    );
    for (const one of made) expect(one).toMatch(form);
    expect(new Set(made).size).toBeGreaterThan(5);
  });

  test.each<[string, unknown]>([
    ["status", "SUCCEEDED"],
    ["type", "run.started"],
    ["origin", "assistant"],
    ["markup", "<b>bold</b> text"],
    ["mime", "application/json"],
    ["none", null],
    ["empty", ""],
    ["vector", []],
    ["page", 3],
  ])("stays that code decides by: %s %j", (name, value) => {
    for (const seed of seeds) expect(vary({ [name]: value }, seed)).toEqual({ [name]: value });
  });

  test.each([0, 1, 20, -5, 1234])("stays a whole number like %i", (value) => {
    const made = seeds.map((seed) => (vary({ value }, seed) as { value: number }).value);
    expect(made.every(Number.isInteger)).toBe(true);
    expect(made.every((one) => Math.abs(one) <= Math.max(3, 2 * Math.abs(value)))).toBe(true);
    expect(made.every((one) => one * value >= 0)).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(1);
  });

  test("keeps its decimals, and a list of numbers its length", () => {
    const made = vary({ price: 19.99, vector: [0.5, 0.25] }, 2) as {
      price: number;
      vector: number[];
    };
    expect(String(made.price)).toMatch(/^\d+(?:\.\d{1,2})?$/);
    expect(made.vector).toHaveLength(2);
  });

  test("is left where it is no JSON", () => {
    const bytes = new Uint8Array([1]);
    expect(vary(bytes)).toBe(bytes);
    expect(vary("a text")).toBe("a text");
    expect(vary(undefined)).toBeUndefined();
  });
});

describe("what a validator refuses", () => {
  const refusing = (find: (value: Record<string, unknown>) => ValidatorError[]): Validator =>
    validator((value) => find(value as Record<string, unknown>));

  test("becomes one of the values that it names", () => {
    const colors = ["red", "green", "blue"];
    const validate = refusing(({ color }) =>
      colors.includes(color as string)
        ? []
        : [{ instancePath: "/color", keyword: "enum", params: { allowedValues: colors } }],
    );
    const made = vary({ color: "red", label: "anne" }, 1, validate) as { color: string };
    expect(["green", "blue"]).toContain(made.color);
  });

  test("is tried again with other values", () => {
    let refused = 0;
    const validate = refusing(({ label }) => {
      const isFirst = (label as string) !== "marble" && refused === 0;
      refused += isFirst ? 1 : 0;
      return isFirst ? [{ instancePath: "/label", keyword: "pattern" }] : [];
    });
    for (const seed of seeds) {
      refused = 0;
      expect(vary({ label: "marble" }, seed, validate)).not.toEqual({ label: "marble" });
    }
  });

  test("is no longer looked for when that has taken long enough", () => {
    const body = Object.fromEntries(seeds.flatMap((a) => seeds.map((b) => [`n${a}_${b}`, a * b])));
    let looks = 0;
    const validate = refusing((value) => {
      looks += 1;
      const other = Object.keys(body).find((name) => value[name] !== body[name]);
      return other === undefined ? [] : [{ instancePath: `/${other}`, keyword: "maximum" }];
    });
    expect(vary(body, 1, validate)).toEqual(body);
    expect(looks).toBe(200);
  });

  test("is taken back alone, be it in a list or the list itself", () => {
    const body = { a: { x: "anne" }, b: { x: "otto" }, list: [{ y: "emil" }] };
    const validate = refusing(({ a, list }) => [
      ...((a as { x: string }).x === "anne" ? [] : [{ instancePath: "/a", keyword: "oneOf" }]),
      ...((list as unknown[]).length === 1 ? [] : [{ instancePath: "/list", keyword: "maxItems" }]),
    ]);
    for (const seed of seeds) {
      const made = vary(body, seed, validate) as typeof body;
      expect(made.a).toEqual(body.a);
      expect(made.b).not.toEqual(body.b);
      expect(made.list).toHaveLength(1);
    }
  });

  test("is the length of one list, and others vary still", () => {
    const body = { one: [{ y: "emil" }], two: [{ y: "otto" }, { y: "anne" }] };
    const validate = refusing(({ one }) =>
      (one as unknown[]).length === 1 ? [] : [{ instancePath: "/one", keyword: "maxItems" }],
    );
    const made = seeds.map((seed) => vary(body, seed, validate) as typeof body);
    expect(made.every(({ one }) => one.length === 1)).toBe(true);
    const whenRefused = made.filter((_, seed) => (vary(body, seed) as typeof body).one.length > 1);
    expect(new Set(whenRefused.map(({ two }) => two.length)).size).toBeGreaterThan(1);
  });
});
