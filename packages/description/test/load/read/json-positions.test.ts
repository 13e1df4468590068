import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { isObject } from "../../../src/json/json.ts";
import { JsonPositions } from "../../../src/load/read/json-positions.ts";
import type { TextPlaces } from "../../../src/load/read/text-places.ts";
import { composeYaml } from "../../../src/load/read/yaml/composed-yaml.ts";
import { caseNames, goldenFolder } from "../../../../../generator/test/support.ts";

/** The way to everything in a value, and to something that is not there. */
function waysIn(value: unknown, way: readonly string[] = []): string[][] {
  const entries = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  const below = entries.flatMap(([key, one]) => waysIn(one, [...way, key]));
  return [[...way], [...way, "not there"], ...below];
}

/** Where everything of a text stands. */
function placesIn(text: string, positions: JsonPositions | TextPlaces | undefined): unknown[] {
  return waysIn(JSON.parse(text)).map((way) => [way, positions?.locate(way)]);
}

it.for(caseNames(goldenFolder))("agrees with the parser of YAML: %s", (name) => {
  const value: unknown = parse(readFileSync(join(goldenFolder, name, "description.yaml"), "utf8"));
  for (const indent of [undefined, 2, "\t"]) {
    const text = JSON.stringify(value, null, indent);
    expect(placesIn(text, new JsonPositions(text))).toEqual(
      placesIn(text, composeYaml(text).places),
    );
  }
});

it.for([
  "{}",
  '\n\n{ "a" : [ ] , "b":{"c":[1,-2.5e+3,true,null,"x"]},\r\n  "d" : "e" }\n',
  '{"a\\"}b":{"\\\\":["]","\\\\",{"{":"}"}]},"c\\u0041":[[],[[]],{}]}',
  '{"a":1,"a":{"b":2}}',
])("finds its way: %s", (text) => {
  expect(placesIn(text, new JsonPositions(text))).toEqual(placesIn(text, composeYaml(text).places));
});
