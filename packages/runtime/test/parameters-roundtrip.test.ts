import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ParameterDescriptor, ValueShape } from "../src/operation.ts";
import { decodeText } from "../src/parameters/decode.ts";
import { encodeCookies, parseCookies } from "../src/parameters/cookie.ts";
import { encodeParameter } from "../src/parameters/encode.ts";
import { encodePath } from "../src/parameters/path.ts";
import { decodePairs, encodeQuery, parseQuery } from "../src/parameters/query.ts";
import { matchPath, parsePathTemplate } from "../src/path-template.ts";
import { Router } from "../src/server/router.ts";

/** The same values in every run. */
fc.configureGlobal({ seed: 31, numRuns: 300 });

const text = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed());
const someText = text.filter((value) => value !== "");
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const members = fc.dictionary(someText, number, { minKeys: 1, maxKeys: 5 });
const explode = fc.boolean();

/** Sends a path parameter through template, URL, router and back. */
function throughPath(parameter: ParameterDescriptor, value: unknown): unknown {
  const template = parsePathTemplate("/before/{value}/after");
  const path = encodePath(template, [parameter], { value });
  const { pathname } = new URL(path, "http://localhost");
  const raw = matchPath(template, pathname)?.get("value");
  return raw === undefined ? undefined : decodeText(parameter, raw);
}

/** Sends a query parameter through a URL and back. */
function throughQuery(parameter: ParameterDescriptor, value: unknown): unknown {
  const url = new URL(`http://localhost/?${encodeQuery([parameter], { value })}`);
  return decodePairs([parameter], parseQuery(url.search.slice(1)))["value"];
}

const throughCookie = (parameter: ParameterDescriptor, value: unknown): unknown =>
  decodePairs([parameter], parseCookies(encodeCookies([parameter], { value })))["value"];

const numbers: ValueShape = { object: {}, rest: "number" };
const texts: ValueShape = { array: "string" };
const pathStyles = fc.constantFrom("simple", "label", "matrix");
const isDots = (value: string): boolean => /^\.{1,2}$/.test(value);

describe("what a client writes, a server reads", () => {
  test("a text in a path", () => {
    fc.assert(
      fc.property(someText, pathStyles, (value, style) => {
        fc.pre(!isDots(value) && !(style === "label" && value === "."));
        expect(throughPath({ name: "value", in: "path", style }, value)).toBe(value);
      }),
    );
  });

  test("a list in a path", () => {
    fc.assert(
      fc.property(
        fc.array(someText, { minLength: 1 }),
        pathStyles,
        explode,
        (value, style, exploded) => {
          fc.pre(!(value.length === 1 && isDots(value[0] ?? "")));
          const parameter = {
            name: "value",
            in: "path",
            style,
            explode: exploded,
            shape: texts,
          } as const;
          expect(throughPath(parameter, value)).toEqual(value);
        },
      ),
    );
  });

  test("an object in a path", () => {
    fc.assert(
      fc.property(members, pathStyles, explode, (value, style, exploded) => {
        const parameter = {
          name: "value",
          in: "path",
          style,
          explode: exploded,
          shape: numbers,
        } as const;
        expect(throughPath(parameter, value)).toEqual({ ...value });
      }),
    );
  });

  test("a text in a query", () => {
    fc.assert(
      fc.property(text, fc.boolean(), (value, reserved) => {
        const parameter = {
          name: "value",
          in: "query",
          ...(reserved && { allowReserved: true }),
        } as const;
        expect(throughQuery(parameter as ParameterDescriptor, value)).toBe(value);
      }),
    );
  });

  test("a list in a query", () => {
    const styles = fc.constantFrom("form", "spaceDelimited", "pipeDelimited");
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), styles, explode, (value, style, exploded) => {
        fc.pre(style === "form" || !value.some((item) => /[ |]/.test(item)));
        const parameter = {
          name: "value",
          in: "query",
          style,
          explode: exploded,
          shape: texts,
        } as const;
        expect(throughQuery(parameter, value)).toEqual(value);
      }),
    );
  });

  test("an object in a query", () => {
    const styles = fc.constantFrom("form", "spaceDelimited", "pipeDelimited", "deepObject");
    fc.assert(
      fc.property(members, styles, explode, (value, style, exploded) => {
        fc.pre(style === "form" || !Object.keys(value).some((name) => /[ |[\]]/.test(name)));
        const parameter = {
          name: "value",
          in: "query",
          style,
          explode: exploded,
          shape: numbers,
        } as const;
        expect(throughQuery(parameter, value)).toEqual({ ...value });
      }),
    );
  });

  test("JSON in a query and a header", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(value !== null);
        const content = "application/json";
        const normal = JSON.parse(JSON.stringify(value)) as unknown;
        expect(throughQuery({ name: "value", in: "query", content }, value)).toEqual(normal);
        const header = { name: "value", in: "header", content } as const;
        const headers = new Headers({ value: encodeParameter(header, value) });
        expect(decodeText(header, headers.get("value") ?? "")).toEqual(normal);
      }),
    );
  });

  test("a text and a list in a cookie", () => {
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1 }), explode, (value, list, exploded) => {
        expect(throughCookie({ name: "value", in: "cookie" }, value)).toBe(value);
        const parameter = { name: "value", in: "cookie", explode: exploded, shape: texts } as const;
        expect(throughCookie(parameter, list)).toEqual(list);
      }),
    );
  });

  test("a list in a header, as far as a header can say it", () => {
    const item = fc.string().filter((value) => /^[!-+\--~]+$/.test(value));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (value) => {
        const parameter = { name: "value", in: "header", shape: texts } as const;
        const headers = new Headers({ value: encodeParameter(parameter, value) });
        expect(decodeText(parameter, headers.get("value") ?? "")).toEqual(value);
      }),
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
