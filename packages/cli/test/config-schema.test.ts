import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { configSchema } from "../src/config/config-schema.ts";
import { readConfig } from "../src/config/read-config.ts";
import type { Option } from "../src/options/option.ts";
import { configOptions } from "../src/options/option-table.ts";
import { repository } from "../../../generator/test/support.ts";

const isValid = new Ajv({ strict: false }).compile(configSchema());

const values: readonly unknown[] = [
  [null, true, false, 0, -1, 1.5, 65_536, 1e15, "", "a", "oxfmt", "record", "200..800", "2.."],
  [[], ["a"], [""], ["client"], [1]],
  [{}, { a: 1 }, { a: "b" }, { a: "" }, { a: "mock" }, { a: null }, { a: -1 }],
  [{ a: ["b"] }, { a: [] }, { a: [""] }],
].flat();

/** The same object with a value at `section.key` or `key`. */
function configOf(key: string, value: unknown): object {
  const [name = "", member] = key.split(".");
  return { [name]: member === undefined ? value : { [member]: value } };
}

describe("the JSON Schema of configurations", () => {
  it("is current: npm run config-schema", () => {
    const path = join(repository, "generator", "config.schema.json");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(configSchema());
  });

  it.each(Object.entries<Option>(configOptions))(
    "takes what the command takes: %s",
    (key, option) => {
      const all =
        "values" in option ? [...values, option.values?.[0], [option.values?.[0]]] : values;
      for (const value of all) {
        const config = configOf(key, value);
        const { problems } = readConfig(config, "openapi-packages.config.json");
        // The place of a value that is left out is no value.
        if (value === undefined) continue;
        expect({ config, isValid: isValid(config) }).toEqual({
          config,
          isValid: problems.length === 0,
        });
      }
    },
  );

  it.each([
    [{ $schema: "./config.schema.json" }],
    [[{ $schema: "./config.schema.json" }, {}]],
    [[]],
    [7],
    [[7]],
    [{ unknown: 1 }],
    [{ "mock.port": 1 }],
    [{ mock: { prot: 1 } }],
    [{ mock: [] }],
    [{ filters: { includeTags: ["a"], excludeDeprecated: true } }],
  ])("takes the forms that the command takes: %j", (config) => {
    const { problems } = readConfig(config, "openapi-packages.config.json");
    expect(isValid(config)).toBe(problems.length === 0);
  });
});
