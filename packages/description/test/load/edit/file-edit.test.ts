import { describe, expect, it } from "vitest";
import type { Written } from "../../../src/diagnostics/correction.ts";
import { FileEditor } from "../../../src/load/edit/file-edit.ts";
import { applyEdits } from "../../../src/load/edit/text-edit.ts";

/** Applies an edit to a text, or returns why it cannot be. */
function edited(text: string, pointer: string, written: Written): string {
  const edit = new FileEditor(text).edit({ pointer, written });
  return "reason" in edit ? `refused: ${edit.reason}` : applyEdits(text, [edit]);
}

const parameter = { name: "id", in: "path", required: true };
const inFlow = "{ name: id, in: path, required: true }";

interface Case {
  readonly text: string;
  readonly at: string;
  readonly write: Written;
  readonly after: string;
}

const cases: Readonly<Record<string, Case>> = {
  "a plain text": {
    text: "a: int # a number\nb: 1\n",
    at: "/a",
    write: { value: "integer" },
    after: "a: integer # a number\nb: 1\n",
  },
  "a text in single quotes": {
    text: "a: 'int'\n",
    at: "/a",
    write: { value: "integer" },
    after: "a: 'integer'\n",
  },
  "a text in double quotes": {
    text: 'a: "int"\r\nb: 1\r\n',
    at: "/a",
    write: { value: "integer" },
    after: 'a: "integer"\r\nb: 1\r\n',
  },
  "a text that would be read as something else": {
    text: "a: b\n",
    at: "/a",
    write: { value: "yes" },
    after: 'a: "yes"\n',
  },
  "a flag instead of a text": {
    text: 'a: { b: "yes", c: 1 }\n',
    at: "/a/b",
    write: { value: true },
    after: "a: { b: true, c: 1 }\n",
  },
  "a value where there is none": {
    text: "a:\nb: 1\n",
    at: "/a",
    write: { value: [] },
    after: "a: []\nb: 1\n",
  },
  "an item": {
    text: "a:\n  - date # a day\n  - 'null'\n",
    at: "/a/0",
    write: { value: "string" },
    after: "a:\n  - string # a day\n  - 'null'\n",
  },
  "a map as the only item of a list": {
    text: "security:\n  a: [] # first\n\n  b:\n    - read\nother: 1\n",
    at: "/security",
    write: { value: [{ a: [], b: ["read"] }] },
    after: "security:\n  - a: [] # first\n\n    b:\n      - read\nother: 1\n",
  },
  "a map in flow style as the only item of a list": {
    text: "security: { a: [] } # all\n",
    at: "/security",
    write: { value: [{ a: [] }] },
    after: "security: [{ a: [] }] # all\n",
  },
  "a member before those that follow it": {
    text: "get:\n  summary: All\n  # What comes back.\n  responses: {}\n",
    at: "/get/operationId",
    write: { value: "list" },
    after: "get:\n  summary: All\n  operationId: list\n  # What comes back.\n  responses: {}\n",
  },
  "a member behind a text that looks like a comment": {
    text: "get:\n  description: |\n    # Title\n  responses: {}\n",
    at: "/get/operationId",
    write: { value: "list" },
    after: "get:\n  description: |\n    # Title\n  operationId: list\n  responses: {}\n",
  },
  "a member of an item": {
    text: "- name: a\n  schema: {}\n",
    at: "/0/in",
    write: { value: "query" },
    after: "- name: a\n  in: query\n  schema: {}\n",
  },
  "a first member of an item": {
    text: "- - name: a\n",
    at: "/0/0/in",
    write: { value: "query" },
    after: "- - in: query\n    name: a\n",
  },
  "a member in flow style": {
    text: "get: { responses: {} }\n",
    at: "/get/operationId",
    write: { value: "list" },
    after: "get: { operationId: list, responses: {} }\n",
  },
  "a member of an empty object": {
    text: "get: {}\n",
    at: "/get/operationId",
    write: { value: "list" },
    after: "get: { operationId: list }\n",
  },
  "a list with its items on lines": {
    text: "get:\n    responses: {}\n",
    at: "/get/parameters",
    write: { value: [parameter] },
    after: `get:\n    parameters:\n        - ${inFlow}\n    responses: {}\n`,
  },
  "a list as other lists are indented": {
    text: "tags:\n- name: a\nget:\n  responses: {}\n",
    at: "/get/parameters",
    write: { value: [parameter] },
    after: `tags:\n- name: a\nget:\n  parameters:\n  - ${inFlow}\n  responses: {}\n`,
  },
  "an item at the end": {
    text: "a:\r\n  - name: b\r\n    schema: {} # any\r\n\r\n  # next\r\nc: 1\r\n",
    at: "/a/-",
    write: { value: parameter },
    after: `a:\r\n  - name: b\r\n    schema: {} # any\r\n  - ${inFlow}\r\n\r\n  # next\r\nc: 1\r\n`,
  },
  "an item at the end of a text without a last line end": {
    text: "a:\n- b",
    at: "/a/-",
    write: { value: "c" },
    after: "a:\n- b\n- c",
  },
  "an item at the end of a text of several lines": {
    text: "a:\n  - |\n    one\n    two\n\nb: 1\n",
    at: "/a/-",
    write: { value: "c" },
    after: "a:\n  - |\n    one\n    two\n  - c\n\nb: 1\n",
  },
  "an item in flow style": {
    text: "a: [b, c]\n",
    at: "/a/-",
    write: { value: "d, e" },
    after: 'a: [b, c, "d, e"]\n',
  },
  "an item of an empty list": {
    text: "a: [ ]\n",
    at: "/a/-",
    write: { value: "b" },
    after: "a: [b]\n",
  },
  "a name": {
    text: "paths:\n  pets: # all\n    get: {}\n",
    at: "/paths/pets",
    write: { name: "/pets" },
    after: "paths:\n  /pets: # all\n    get: {}\n",
  },
  "the last of several members of a name": {
    text: "a: 1\na: 2\n",
    at: "/a",
    write: { value: 3 },
    after: "a: 1\na: 3\n",
  },
  "a member of JSON": {
    text: '{\n\t"get": {\n\t\t"responses": {}\n\t}\n}\n',
    at: "/get/operationId",
    write: { value: "list" },
    after: '{\n\t"get": {\n\t\t"operationId": "list",\n\t\t"responses": {}\n\t}\n}\n',
  },
  "a list of JSON": {
    text: '\uFEFF{\r\n  "get": {\r\n    "responses": {}\r\n  }\r\n}\r\n',
    at: "/get/parameters",
    write: { value: [{ name: "id" }] },
    after:
      '\uFEFF{\r\n  "get": {\r\n    "parameters": [\r\n      {\r\n        "name": "id"\r\n      }\r\n    ],\r\n    "responses": {}\r\n  }\r\n}\r\n',
  },
  "an item of JSON": {
    text: '{"a":[1,2],"b":{}}',
    at: "/a/-",
    write: { value: { c: 3 } },
    after: '{"a":[1,2,{"c":3}],"b":{}}',
  },
  "a member of an empty object of JSON": {
    text: '{"b":{}}',
    at: "/b/c",
    write: { value: 3 },
    after: '{"b":{"c":3}}',
  },
};

describe("an edit writes", () => {
  it.each(Object.entries(cases))("%s", (_, { text, at, write, after }) => {
    expect(edited(text, at, write)).toBe(after);
  });
});

describe("an edit is refused", () => {
  it.each([
    [
      "behind an alias",
      "a: &x { b: 1 }\nc: *x\n",
      "/c/b",
      { value: 2 },
      "an alias shares the place",
    ],
    [
      "in what an alias shares",
      "a: &x { b: 1 }\nc: *x\n",
      "/a/b",
      { value: 2 },
      "an alias shares the place",
    ],
    [
      "of a value with an anchor",
      "a: &x b\nc: *x\n",
      "/a",
      { value: 2 },
      "an alias shares the place",
    ],
    [
      "of an object that is merged",
      "x: &x { b: 1 }\na:\n  <<: *x\n  d: 1\n",
      "/a/c",
      { value: 2 },
      "the object is merged with others",
    ],
    [
      "that loses a comment",
      "a:\n  # why\n  b: 1\n",
      "/a",
      { value: [1] },
      "a comment would be lost, or several lines of text",
    ],
    [
      "of several lines of text",
      "a: |\n  b\n",
      "/a",
      { value: "c" },
      "a comment would be lost, or several lines of text",
    ],
    [
      "where something else is",
      "a: b\n",
      "/a",
      { value: "c", isNew: true },
      "something else is written there",
    ],
    [
      "to a name that is taken",
      "a: 1\nb: 2\n",
      "/a",
      { name: "b" },
      "something else is written there",
    ],
    ["below what is not there", "a: 1\n", "/b/c", { value: 2 }, "the file does not have the place"],
    ["below a text", "a: 1\n", "/a/c", { value: 2 }, "the file does not have the place"],
  ] as const)("%s", (_, text, at, write, reason) => {
    expect(edited(text, at, write)).toBe(`refused: ${reason}`);
  });
});
