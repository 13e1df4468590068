import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { SchemaValidator, StandardResult } from "../src/index.ts";
import { report, reportMissing, reportType, validator } from "../src/validation/index.ts";

interface Pet {
  name: string;
}

/** Reports something at each of these places of any value. */
function failing(...places: string[]): SchemaValidator<Pet> {
  return validator<Pet>((_value, _path, errors) => {
    for (const place of places) reportType(errors, place, "string");
  });
}

const pathsOf = (result: StandardResult<unknown>): unknown[] =>
  (result.issues ?? []).map(({ path }) => path);

describe("a validator", () => {
  test("gives the value itself where it is valid", () => {
    const value = { name: "Rex" };
    const { version, vendor, validate } = failing()["~standard"];
    expect({ version, vendor }).toEqual({ version: 1, vendor: "openapi-packages" });
    const result = validate(value);
    expect(Object.keys(result)).toEqual(["value"]);
    expect(!result.issues && result.value).toBe(value);
  });

  test("says what is wrong where, in keys of objects and indexes of lists", () => {
    const value = { list: [{ 0: "x" }], "a/b~": { "": 1 }, text: "abc" };
    const validate = failing("", "/list/0/0", "/a~1b~0/", "/text/0", "/none/1", "/list/7")[
      "~standard"
    ].validate;
    expect(pathsOf(validate(value))).toEqual([
      [],
      ["list", 0, "0"],
      ["a/b~", ""],
      ["text", "0"],
      ["none", "1"],
      ["list", 7],
    ]);
    expect(validate(value).issues?.[0]).toEqual({ message: "must be string", path: [] });
  });

  test("points at members that are missing, and at those that are too many", () => {
    const check = validator((_value, path, errors) => {
      reportMissing(errors, path, "name");
      report(errors, path, "additionalProperties", { additionalProperty: "extra" });
    });
    expect(check["~standard"].validate({ extra: 1 }).issues).toEqual([
      { message: "must have required property 'name'", path: ["name"] },
      { message: "must NOT have additional properties", path: ["extra"] },
    ]);
  });

  test("does not follow what every object inherits", () => {
    const { validate } = failing("/__proto__/0", "/constructor/name")["~standard"];
    expect(pathsOf(validate({}))).toEqual([
      ["__proto__", "0"],
      ["constructor", "name"],
    ]);
  });

  test("answers where a value is nested too deeply, and throws what is no overflow", () => {
    const descend = (): void => descend();
    const endless = validator(descend);
    expect(endless["~standard"].validate({}).issues).toMatchObject([{ path: [] }]);
    const broken = validator(() => {
      throw new TypeError("broken");
    });
    expect(() => broken["~standard"].validate({})).toThrow("broken");
  });

  test("may be taken out of its schema, and called as a matcher", () => {
    const { validate } = failing("/name")["~standard"];
    expect([{ name: 1 }, {}].map((value) => validate(value).issues?.length)).toEqual([1, 1]);
    expect({ name: "Rex" }).toSatisfy(failing());
  });

  test("has at most a hundred issues", () => {
    const many = failing(...Array.from({ length: 500 }, (_, index) => `/${index}`));
    expect(many["~standard"].validate([]).issues).toHaveLength(100);
  });
});

test("validators narrow, and are schemas of Standard Schema to the compiler", () => {
  const check = validator<Pet>(() => {});
  const value: unknown = { name: "Rex" };
  if (check(value)) expectTypeOf(value).toEqualTypeOf<Pet>();
  expectTypeOf(check).toExtend<StandardSchemaV1<Pet, Pet>>();
  expectTypeOf<StandardSchemaV1.InferInput<typeof check>>().toEqualTypeOf<Pet>();
  expectTypeOf<StandardSchemaV1.InferOutput<typeof check>>().toEqualTypeOf<Pet>();
  expectTypeOf(check["~standard"].validate).toExtend<
    StandardSchemaV1<Pet>["~standard"]["validate"]
  >();
  // @ts-expect-error: of another type.
  const other: StandardSchemaV1<{ age: number }> = check;
  expect(other).toBe(check);
});
