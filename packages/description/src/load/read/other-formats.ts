import { isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { linkedDescription } from "./linked-description.ts";

/** What a document is that is no description, and what to do. */
export interface OtherFormat {
  /** Continues `it is`: `a web page (HTML)`. */
  readonly what: string;
  readonly hint: string;
}

const convert = "convert it to OpenAPI 3, and give the result";
const elsewhere = "generators of that format read it; this one reads OpenAPI and Swagger";
const unpack = "unpack it, and give the path of the description in it";

/** Formats that the beginning of a text tells. */
const beginnings: readonly (readonly [beginning: RegExp, what: string, hint: string])[] = [
  [/^%PDF-/, "a PDF", "ask its authors for the description that it was made from"],
  [/^PK\u0003\u0004/, "a ZIP archive", unpack],
  [/^\u001F\u2039/, "compressed by gzip", unpack],
  [/^#%RAML/, "a RAML file", convert],
  [/^FORMAT: *1A\b/, "an API Blueprint", convert],
  [/^(?:<\?xml[^>]*>)?(?:\s|<!--[\s\S]*?-->)*<(?:\w+:)?definitions\b/, "a WSDL file", convert],
  [/^(?:<\?xml[^>]*>)?(?:\s|<!--[\s\S]*?-->)*<(?:\w+:)?application\b/, "a WADL file", convert],
  [/^(?:syntax|edition) *= *"/, "a file of Protocol Buffers", elsewhere],
  [
    /^(?:(?:type|interface|enum|input|union) +\w+|schema|scalar +\w+|directive +@\w+|extend +\w+)[^:\n]*(?:[{=@(\n]|$)/,
    "a GraphQL schema",
    elsewhere,
  ],
];

/** Formats that members of a document tell. */
const documents: readonly (readonly [
  is: (one: JsonObject) => boolean,
  what: string,
  hint: string,
])[] = [
  [
    (one) => "asyncapi" in one,
    "an AsyncAPI document",
    "it describes messages; this generator reads the HTTP API's own description in OpenAPI",
  ],
  [isPostman, "a Postman collection", convert],
  [
    (one) => String(one["type"] ?? one["__export_source"]).includes("insomnia"),
    "an export of Insomnia",
    convert,
  ],
  [
    (one) => "arazzo" in one,
    "an Arazzo document",
    "give one of the descriptions in sourceDescriptions",
  ],
  [(one) => "overlay" in one, "an overlay", "give the description, and this file by --overlay"],
  [
    (one) => "__schema" in one || member(one["data"], "__schema") !== undefined,
    "a GraphQL schema",
    elsewhere,
  ],
  [(one) => one["kind"] === "discovery#restDescription", "a Google discovery document", convert],
  [
    (one) => Array.isArray(member(one["log"], "entries")),
    "a HAR file of recorded traffic",
    "verify compares it with a description: openapi-packages verify traffic.har openapi.yaml",
  ],
  [
    (one) => isObject(one["dependencies"]) || isObject(one["devDependencies"]),
    "a package.json",
    "give the path of the description",
  ],
  [
    (one) => /json-schema\.org/.test(String(one["$schema"])),
    "a JSON Schema",
    "refer to it from a description: components.schemas.Name.$ref",
  ],
];

/**
 * Recognizes common documents that are given in place of a description.
 *
 * @param path its absolute path or URL
 * @returns `undefined` for anything else, such as a description with a fault
 */
export function otherFormat(
  path: string,
  text: string,
  value: Json | undefined,
): OtherFormat | undefined {
  const start = text.slice(0, longestStart).replace(/^\uFEFF?\s+|^\uFEFF/, "");
  if (/^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(start)) {
    const link = linkedDescription(text, path);
    return {
      what: "a web page (HTML)",
      hint:
        link === undefined
          ? "give the text itself, often called raw"
          : `give the description that it shows: ${link}`,
    };
  }
  const written = start
    .replace(/^(?:\s*#(?!%).*\n|\s*"""[\s\S]*?"""\s*\n|\s*\/\/.*\n)+/, "")
    .trimStart();
  const begun = beginnings.find(([beginning]) => beginning.test(written));
  if (begun !== undefined) return { what: begun[1], hint: begun[2] };
  if (/^<\?xml\b/.test(start)) return { what: "an XML file", hint: "give OpenAPI in YAML or JSON" };
  if (!isObject(value)) return undefined;
  const [, what, hint] = documents.find(([is]) => is(value)) ?? [];
  return what === undefined || hint === undefined ? undefined : { what, hint };
}

/** The characters at the start of a text that are looked at. */
const longestStart = 4000;

function isPostman(one: JsonObject): boolean {
  const { info } = isObject(one["collection"]) ? one["collection"] : one;
  const schema = String(member(info, "schema"));
  return schema.includes("getpostman.com") || member(info, "_postman_id") !== undefined;
}
