import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ParameterDescriptor, ParameterStyle, ValueShape } from "../src/operation.ts";
import { decodeText } from "../src/parameters/decode.ts";
import { encodeCookies, parseCookies } from "../src/parameters/cookie.ts";
import { encodeParameter } from "../src/parameters/encode.ts";
import { encodePath } from "../src/parameters/path.ts";
import { decodePairs, encodeQuery, parseQuery } from "../src/parameters/query.ts";
import { matchPath, parsePathTemplate } from "../src/path-template.ts";
import { Router } from "../src/server/router.ts";

/** The same values in every run. */
fc.configureGlobal({ seed: 31, numRuns: 200 });

type Location = ParameterDescriptor["in"];
type Kind = "text" | "number" | "boolean" | "list" | "numbers" | "object" | "record";

/** OpenAPI 3.2, "Style Values": every style that a location has. */
const stylesOf: { readonly [In in Location]: readonly ParameterStyle[] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

const shapes: { readonly [One in Kind]: ValueShape } = {
  text: "string",
  number: "number",
  boolean: "boolean",
  list: { array: "string" },
  numbers: { array: "number" },
  object: { object: { name: "string", size: "number", isNew: "boolean" } },
  record: { object: {}, rest: "number" },
};

const contents = ["application/json", "text/plain"] as const;
const kinds = Object.keys(shapes) as Kind[];
const locations = Object.keys(stylesOf) as Location[];

/** Every location × style × explode × type, and × reserved characters where they may stay. */
const combinations = locations.flatMap((location) =>
  stylesOf[location].flatMap((style) =>
    [false, true].flatMap((explode) =>
      kinds.flatMap((kind) =>
        (location === "query" ? [false, true] : [false]).map((reserved) => ({
          location,
          style,
          explode,
          kind,
          reserved,
        })),
      ),
    ),
  ),
);

type Combination = (typeof combinations)[number];

/** Texts that a notation can express: all of them, but for what has no escape in it. */
function textsFor({ location, style, explode, kind }: Combination): fc.Arbitrary<string> {
  const isSingle = kind === "text";
  if (location === "header") {
    const visible = fc.string({ unit: fc.constantFrom(..."aZ09!#$%&'*+-.^_`|~\"()/:<>?@[]{} ") });
    const trimmed = visible.filter((value) => value === value.trim());
    return isSingle
      ? trimmed.map((value) => value.replaceAll(" ", ", "))
      : trimmed.filter((value) => value !== "");
  }
  if (style === "cookie") {
    return fc.string({ unit: fc.constantFrom(..."aZ09!#$%&'*+-.^_`|~()/:<>?@[]{}") });
  }
  const wellFormed = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed());
  if (location === "path") {
    const some = wellFormed.filter((value) => value !== "");
    return some.filter((value) => !/^\.{1,2}$/.test(value));
  }
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  return isDelimited && !explode && !isSingle
    ? wellFormed.filter((value) => !/[ |]/.test(value))
    : wellFormed;
}

function valuesFor(combination: Combination): fc.Arbitrary<unknown> {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  const text = textsFor(combination);
  const names = namesFor(combination);
  const some = { minLength: 1, maxLength: 4 };
  switch (combination.kind) {
    case "text":
      return text;
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "list":
      return fc.array(text, some);
    case "numbers":
      return fc.array(number, some);
    case "object":
      return fc
        .record({ name: text, size: number, isNew: fc.boolean() }, { requiredKeys: [] })
        .filter((value) => Object.keys(value).length > 0);
    case "record":
      return fc
        .dictionary(names, number, { minKeys: 1, maxKeys: 4 })
        .map((value) => ({ ...value }));
  }
}

/** Names of members: as texts, but never empty, and without what tells names from values. */
function namesFor(combination: Combination): fc.Arbitrary<string> {
  const { location, style } = combination;
  const forbidden =
    location === "header" || style === "cookie"
      ? /[=%\s]/
      : style === "deepObject"
        ? /[[\]]/
        : /^$/;
  return textsFor({ ...combination, kind: "list" }).filter(
    (name) => name !== "" && !forbidden.test(name),
  );
}

/** Sends a value as the wire does: through URL, Headers or a Cookie header, and back. */
function send(parameter: ParameterDescriptor, value: unknown): unknown {
  switch (parameter.in) {
    case "path": {
      const template = parsePathTemplate("/before/{value}/after");
      const path = encodePath(template, [parameter], { value });
      const raw = matchPath(template, new URL(path, "http://localhost").pathname)?.get("value");
      return raw === undefined ? undefined : decodeText(parameter, raw);
    }
    case "query": {
      const url = new URL(`http://localhost/?${encodeQuery([parameter], { value })}`);
      return decodePairs([parameter], parseQuery(url.search.slice(1)))["value"];
    }
    case "header": {
      const headers = new Headers({ value: encodeParameter(parameter, value) });
      return decodeText(parameter, headers.get("value") ?? "");
    }
    case "cookie":
      return decodePairs([parameter], parseCookies(encodeCookies([parameter], { value })))["value"];
  }
}

function parameterOf({ location, style, explode, kind, reserved }: Combination) {
  const shape = shapes[kind];
  const own: ParameterDescriptor = { name: "value", in: location, style, explode, shape };
  return reserved ? { ...own, allowReserved: true as const } : own;
}

describe("what a client writes, a server reads", () => {
  test("in every combination that OpenAPI has", () => {
    const count = { path: 3 * 2 * 7, query: 4 * 2 * 7 * 2, header: 2 * 7, cookie: 2 * 2 * 7 };
    for (const location of locations) {
      const own = combinations.filter((combination) => combination.location === location);
      expect(own).toHaveLength(count[location]);
    }
  });

  test.each(combinations)(
    "$kind in a $location, $style, explode $explode, allowReserved $reserved",
    (combination) => {
      const parameter = parameterOf(combination);
      fc.assert(
        fc.property(valuesFor(combination), (value) => {
          expect(send(parameter, value)).toEqual(value);
        }),
      );
    },
  );

  test.each(locations.flatMap((location) => contents.map((content) => ({ location, content }))))(
    "$content in a $location",
    ({ location, content }) => {
      const combination = { location, style: "simple", explode: false, kind: "text" } as const;
      const text = textsFor({ ...combination, reserved: false });
      const json = fc.jsonValue().filter((value) => value !== null);
      fc.assert(
        fc.property(content === "text/plain" ? text : json, (value) => {
          const normal = JSON.parse(JSON.stringify(value)) as unknown;
          expect(send({ name: "value", in: location, content }, normal)).toEqual(normal);
        }),
      );
    },
  );

  test("an object of objects and lists in a query, as a deepObject", () => {
    const name = fc.string({ unit: "binary", minLength: 1 });
    const key = name.filter(
      (one) => one.isWellFormed() && !/[[\]]/.test(one) && !/^\d+$/.test(one),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string({ unit: "grapheme" }),
        fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
        tie("object"),
      ),
      object: fc.dictionary(key, tie("value"), { minKeys: 1, maxKeys: 3 }),
    }));
    const parameter = { name: "value", in: "query", style: "deepObject", shape: "any" } as const;
    fc.assert(
      fc.property(value, (one) => {
        expect(send(parameter, one)).toEqual(JSON.parse(JSON.stringify(one)));
      }),
    );
  });

  test("many parameters side by side", () => {
    const parameters = combinations
      .filter(
        ({ location, reserved, kind }) => location === "query" && !reserved && kind !== "record",
      )
      .filter(
        ({ explode, kind, style }) => !(explode && kind === "object" && style !== "deepObject"),
      )
      .map((combination, index) => ({ combination, name: `p${index}` }));
    const record = Object.fromEntries(
      parameters.map(({ combination, name }) => [name, valuesFor(combination)]),
    );
    const described = parameters.map(({ combination, name }) => ({
      ...parameterOf(combination),
      name,
    }));
    const rest: ParameterDescriptor = { name: "rest", in: "query", shape: shapes.record };
    fc.assert(
      fc.property(fc.record(record, { requiredKeys: [] }), (values) => {
        const all = { ...values, rest: { q: 1, r: 2 } };
        const url = new URL(`http://localhost/?${encodeQuery([...described, rest], all)}`);
        const pairs = parseQuery(url.search.slice(1));
        expect(decodePairs([...described, rest], pairs)).toEqual(all);
      }),
      { numRuns: 50 },
    );
  });
});

test("a router never fails, whatever the path", () => {
  const router = new Router<string>();
  router.add("GET", "/a/{b}/c{d}.json", "target");
  router.add("GET", "/a/{b}-{c}", "other");
  fc.assert(
    fc.property(fc.string(), (path) => {
      expect(router.find("GET", path)).toBeTypeOf("object");
      expect(router.find("GET", `/a/${path}`)).toBeTypeOf("object");
    }),
  );
});
