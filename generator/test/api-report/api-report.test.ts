import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { moduleText, readModule } from "../../src/api-report/report-module.ts";
import { readReport, reportText } from "../../src/api-report/report-file.ts";
import { generate } from "../../src/generate.ts";
import { goldenFolder, readTree, temporaryFolder } from "../support.ts";

const normal = (text: string): string => moduleText(readModule(text));

describe("a module of declarations has one text, whatever", () => {
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
      "names that it does not use, and their order",
      'import type { B, C, A } from "./b.js";\nexport declare const a: A | B;',
      'import type { A } from "./b.ts";\nimport { B } from "./b.js";\nexport declare const a: B | A;',
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
    ["what is exported", "export type A = 1; type B = A;", "type A = 1; export type B = A;"],
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
    [
      "deprecation",
      "export interface A { a: 1 }",
      "export interface A { /** @deprecated */ a: 1 }",
    ],
    ["spaces in a text", 'export type A = "a ; b";', 'export type A = "a; b";'],
    [
      "where a name comes from",
      'import type { A } from "./a.js";\nexport declare const a: A;',
      'import type { A } from "./b.js";\nexport declare const a: A;',
    ],
  ])("but for %s", (_name, one, other) => {
    expect(normal(one)).not.toBe(normal(other));
  });

  it("and its text is such a module again", () => {
    const text = normal(
      'import * as a from "./a.js";\nexport type * from "./c.js";\nexport { d as e } from "f";\nexport declare class G<T> extends a.B<T> { constructor(x?: T); get y(): T; static z: 1 }\nexport declare function h(this: void, ...rest: [a: 1, b?: 2]): asserts rest is never;\nexport declare enum I { A = 1 }',
    );
    expect(text).toMatchInlineSnapshot(`
      "import type * as a from "./a";
      export type * from "./c";
      export { d as e } from "f";
      export class G<T> extends a.B<T> {
        constructor(x?: T);
        get y(): T;
        static z: 1;
      }
      export enum I { A = 1 }
      export function h(this: void, ...rest: [a: 1, b?: 2]): asserts rest is never;"
    `);
    expect(normal(text)).toBe(text);
  });
});

const minimal = join(goldenFolder, "minimal", "description.yaml");

describe("the reports of packages", () => {
  it("are written where they are asked for, and not published", async () => {
    const out = join(temporaryFolder(), "packages");
    await generate({ spec: minimal, out, scope: "@case" });
    const without = Object.keys(readTree(out));
    await generate({ spec: minimal, out, scope: "@case", apiReport: true });
    const files = readTree(out);
    expect(Object.keys(files).filter((path) => !without.includes(path))).toEqual([
      "client/etc/client.api.md",
      "contract/etc/contract.api.md",
      "mocks/etc/mocks.api.md",
      "server/etc/server.api.md",
    ]);
    expect(JSON.parse(files["client/package.json"] ?? "")).toMatchObject({
      files: expect.not.arrayContaining(["etc"]) as unknown,
    });
    expect(files["client/etc/client.api.md"]).toMatchInlineSnapshot(`
      "## API Report File for \`@case/client\`

      > Do not edit this file. It is a report generated by openapi-packages: what the package exports, normalised, so that
      > a change of the generated API is seen in review. Sources say what it means.

      | entry | module |
      | --- | --- |
      | \`.\` | \`index\` |
      | \`./*\` | \`*\` |

      ### core

      \`\`\`ts
      import type { ClientCore, ClientOptions as ClientOptions_ } from "@openapi-packages/runtime/client";
      export type ClientOptions = ClientOptions_<never>;
      export function createCore(options?: ClientOptions): ClientCore;
      \`\`\`

      ### default

      \`\`\`ts
      import type * as default_ from "@case/contract/operations/default";
      import type {
        Call,
        CallOptions,
        ClientCore,
        Unbound,
      } from "@openapi-packages/runtime/client";
      export interface DefaultClient {
        ping(input?: default_.PingInput, options?: CallOptions): Call<unknown, default_.PingResult>;
      }
      export function defaultClient(core: ClientCore): DefaultClient;
      export const ping: Unbound<DefaultClient["ping"]>;
      \`\`\`

      ### http

      \`\`\`ts
      import type * as default_ from "@case/contract/operations/default";
      import type { Client as FetchClient } from "openapi-fetch";
      import type { ClientCore, PathOperation } from "@openapi-packages/runtime/client";
      export function httpClient(core: ClientCore): FetchClient<paths>;
      export interface paths {
        "/ping": { get: PathOperation<typeof default_.ping> };
      }
      \`\`\`

      ### index

      \`\`\`ts
      import type * as default_ from "./default";
      import type { ClientCore, RawOptions } from "@openapi-packages/runtime/client";
      import type { ClientOptions } from "./core";
      export type * from "./default";
      export type {
        Call,
        CallInput,
        CallOptions,
        CallPolicy,
        CallResult,
        ClientCore,
        ClientRequest,
        Credential,
        CredentialRequest,
        CredentialValue,
        Fetch,
        FetchOptions,
        ItemStream,
        Middleware,
        Next,
        PageCall,
        PollCall,
        RawOptions,
        StreamCall,
        StreamCallOptions,
        StreamEvent,
        WaitOptions,
      } from "@openapi-packages/runtime/client";
      export type { ClientOptions } from "./core";
      export type { PingInput, PingResult } from "@case/contract";
      export type { ops } from "./types/ops";
      export {
        ApiError,
        ConnectionError,
        DecodeError,
        FinalStatusError,
        ItemTooLargeError,
        PaginationError,
        StreamError,
        TimeoutError,
        downloadProgress,
        match,
        partHeadersOf,
        withPartHeaders,
        withUploadProgress,
      } from "@openapi-packages/runtime/client";
      export { createCore } from "./core";
      export interface Client {
        readonly core: ClientCore;
        readonly default: default_.DefaultClient;
        readonly raw: (method: string, path: string, request?: RawOptions) => Promise<Response>;
      }
      export function createClient(options?: ClientOptions): Client;
      \`\`\`

      ### types/ops

      \`\`\`ts
      import type * as default_ from "@case/contract/operations/default";
      import type { OperationTypes } from "@openapi-packages/runtime";
      export interface ops {
        ping: OperationTypes<default_.PingInput, default_.PingResult>;
      }
      \`\`\`
      "
    `);
    const again = await generate({ spec: minimal, out, scope: "@case" });
    expect(again.changes.filter(({ kind }) => kind === "obsolete")).toHaveLength(4);
  });

  it("are found out of date by --check", async () => {
    const out = join(temporaryFolder(), "packages");
    const options = { spec: minimal, out, scope: "@case", apiReport: true };
    await generate(options);
    const path = join(out, "client/etc/client.api.md");
    writeFileSync(path, readFileSync(path, "utf8").replace("ping", "pong"));
    const { changes } = await generate({ ...options, check: true });
    expect(changes).toMatchObject([{ path: "client/etc/client.api.md", kind: "edited" }]);
  });

  it("are the same of sources alone, and of sources with what is compiled of them", async () => {
    const [one, other] = [join(temporaryFolder(), "one"), join(temporaryFolder(), "other")];
    const spec = join(goldenFolder, "schema-types", "description.yaml");
    const options = { spec, scope: "@case", apiReport: true };
    await generate({ ...options, out: one, compile: false });
    await generate({ ...options, out: other });
    const reports = (out: string) =>
      Object.entries(readTree(out)).filter(([path]) => path.endsWith(".api.md"));
    expect(reports(one)).toHaveLength(4);
    expect(reports(one)).toEqual(reports(other));
  });

  it.each([
    "minimal",
    "deprecated",
    "mocks",
    "polling",
    "webhooks",
    "dates",
    "odd-names",
    "parts",
    "hostile",
  ])("can be read back: %s", async (name) => {
    const out = join(temporaryFolder(), "packages");
    const spec = join(goldenFolder, name, "description.yaml");
    await generate({ spec, out, scope: "@case", apiReport: true, dates: "Date" });
    const reports = Object.entries(readTree(out)).filter(([path]) => path.endsWith(".api.md"));
    for (const [path, text] of reports) {
      const report = readReport(path.split("/")[0] ?? "", text);
      expect(report && reportText(report)).toBe(text);
    }
    expect(reports.map(([path]) => path)).toHaveLength(4);
  });

  it("do not change with the order of a description", async () => {
    const [one, other] = [join(temporaryFolder(), "one"), join(temporaryFolder(), "other")];
    const schema = (members: readonly string[]): string =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Letters", version: "1" },
        paths: {},
        components: {
          schemas: Object.fromEntries(
            members.map((name) => [
              name,
              { properties: Object.fromEntries(members.map((key) => [key, { enum: members }])) },
            ]),
          ),
        },
      });
    const folder = temporaryFolder();
    for (const [out, members] of [
      [one, ["A", "B", "C"]],
      [other, ["C", "A", "B"]],
    ] as const) {
      const spec = join(folder, "openapi.json");
      writeFileSync(spec, schema(members));
      await generate({ spec, out, scope: "@case", apiReport: true, packages: ["types"] });
    }
    const report = (out: string) => readTree(out)["contract/etc/contract.api.md"];
    expect(report(one)).toContain('A?: "A" | "B" | "C";');
    expect(report(one)).toBe(report(other));
  });
});
