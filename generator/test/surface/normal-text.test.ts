import ts from "typescript";
import { describe, expect, it } from "vitest";
import { normalText } from "../../src/surface/normal-text.ts";

/** The texts of the statements of a module. */
function normal(text: string): string {
  const source = ts.createSourceFile("module.d.ts", text, ts.ScriptTarget.ES2022, true);
  return source.statements.map(normalText).toSorted().join("\n");
}

describe("a declaration has one text, whatever", () => {
  it.each([
    [
      "the order of declarations and members",
      "export interface B { b: 1; a: 2 }\nexport type A = string;",
      "export type A = string;\nexport interface B { a: 2; b: 1 }",
    ],
    [
      "the order of alternatives, and one that stands twice",
      'export type A = "b" | "a" | null | "b";',
      'export type A = null | "a" | "b";',
    ],
    [
      "layout, quotes and parentheses",
      "export declare const a: {\n\n  'b': (string);\n   c?: ( x : number )=>void };",
      'export declare const a: { "b": string, c?: (x: number) => void };',
    ],
    [
      "comments",
      "/** A letter. */\nexport interface A {\n  /** Its size. */ size: number; // in points\n}",
      "export interface A { size: number }",
    ],
    [
      "names of a mapped type's layout",
      "export type A<T> = { readonly [K in keyof T]?: T[K] extends `a${string}` ? K : never };",
      "export type A<T> = {\n  readonly [K in keyof T]?: T[K] extends `a${string}`\n    ? K : never;\n};",
    ],
  ])("%s", (_name, one, other) => {
    expect(normal(one)).toBe(normal(other));
  });

  it.each([
    ["a member", "export interface A { a: 1 }", "export interface A { a: 1; b: 2 }"],
    ["an optional member", "export interface A { a: 1 }", "export interface A { a?: 1 }"],
    ["readonly", "export interface A { a: 1 }", "export interface A { readonly a: 1 }"],
    ["precedence", "export type A = (1 | 2)[];", "export type A = 1 | 2[];"],
    ["a function in a union", "export type A = (() => 1) | 2;", "export type A = () => 1 | 2;"],
    [
      "the order of parameters",
      "export type A = (a: 1, b: 2) => 3;",
      "export type A = (b: 2, a: 1) => 3;",
    ],
    [
      "the order of overloads",
      "export interface A { a(x: 1): 1; a(x: 2): 2 }",
      "export interface A { a(x: 2): 2; a(x: 1): 1 }",
    ],
    ["spaces in a text", 'export type A = "a ; b";', 'export type A = "a; b";'],
  ])("but for %s", (_name, one, other) => {
    expect(normal(one)).not.toBe(normal(other));
  });
});
