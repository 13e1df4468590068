import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ExampleInputs } from "../../packages/compiler/src/mock/answers/example-input.ts";
import { firstCall } from "../../generator/src/emit/documents/first-call.ts";
import { emitModel, type EmitModel } from "../../generator/src/emit/emit-model.ts";
import { referencePath } from "../../generator/src/emit/documents/reference/example-import.ts";
import { emitParts, loadEmitters } from "../../generator/src/emit/emitters.ts";
import { wantedParts } from "../../generator/src/emit/parts.ts";
import { planners } from "../../generator/src/emit/planners.ts";
import {
  uniqueDiagnostics,
  type Diagnostic,
} from "../../packages/description/src/diagnostics/diagnostics.ts";
import type { JsonObject } from "../../packages/description/src/json/json.ts";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import type { Operation } from "../../packages/description/src/model/api-model.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { loadFormatter } from "../../generator/src/print/formatter.ts";
import { printFiles } from "../../generator/src/print/print-files.ts";
import type { MockCase } from "./mock-case.ts";

/** The root folder of the repository. */
export const repository = join(import.meta.dirname, "..", "..");

/** The Node that the repository runs on, whatever the machine has. */
export const node = join(repository, "node_modules", ".bin", "node");

/** The packages that are generated, by folder. */
export const packages = ["contract", "client", "server", "mocks"];

/** A description whose packages stand in a workspace. */
export interface Installed {
  /** The folder of its packages. */
  readonly folder: string;
  readonly operations: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The program that `init` ends with, if an operation fits. */
  readonly firstCall: string | undefined;
}

const dependencies = [
  "@tanstack",
  "@types",
  "msw",
  "openapi-fetch",
  "openapi-typescript-helpers",
  "undici-types",
];

/**
 * Makes an empty workspace that has what generated packages depend on. It must not be inside of a
 * `node_modules`: Node runs no TypeScript there.
 */
export function prepareWorkspace(workspace: string): void {
  const modules = join(workspace, "node_modules");
  mkdirSync(join(modules, "@openapi-packages"), { recursive: true });
  for (const name of dependencies)
    symlinkSync(join(repository, "node_modules", name), join(modules, name), "dir");
  // A page has a configuration, which imports the generator.
  symlinkSync(join(repository, "generator"), join(modules, "openapi-packages"), "dir");
  for (const name of ["runtime", "mock"])
    symlinkSync(
      join(repository, "packages", name),
      join(modules, "@openapi-packages", name),
      "dir",
    );
}

/** Generates the packages of a description into a workspace, and what their mocks are called with. */
export async function install(
  workspace: string,
  name: string,
  description: string,
): Promise<Installed> {
  const scope = `@${name}`;
  const document = await loadDocument(description);
  const { model, diagnostics } = buildApiModel(document);
  const findings = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  const folder = join(workspace, name);
  rmSync(folder, { recursive: true, force: true });
  const prepared = emitModel(model, planners);
  const cases = mockCases(prepared);
  if (findings.every(({ severity }) => severity !== "error")) {
    const options = { scope, reference: true };
    const emitted = emitParts(prepared, options, await loadEmitters(wantedParts(options)));
    const formatter = await loadFormatter("oxfmt", folder);
    // Sources are printed without what is compiled of them, and the reference stands beside that.
    const pages = emitted.filter((file) => file.path.startsWith(`${referencePath}/`));
    for (const { path, text } of [
      ...(await printFiles(emitted, formatter)),
      ...pages.filter((file) => file.kind === "text"),
    ])
      write(join(folder, path), text);
    linkPackages(workspace, name, scope);
  }
  write(join(folder, "cases.json"), JSON.stringify(cases));
  const place = { specifier: `${scope}/client`, baseUrl: "http://127.0.0.1:4010" };
  const program = firstCall({ ...model, codecs: undefined }, place)?.join("\n");
  return { folder, operations: cases.length, diagnostics: findings, firstCall: program };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function linkPackages(workspace: string, name: string, scope: string): void {
  const modules = join(workspace, "node_modules", scope);
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  for (const folder of packages)
    symlinkSync(join("..", "..", name, folder), join(modules, folder), "dir");
}

function mockCases(model: EmitModel): MockCase[] {
  const inputs = new ExampleInputs(model);
  return model.groups.flatMap((group) =>
    group.operations.filter(isCallable).map((operation): MockCase => {
      const example = inputs.of(operation);
      const answer = model.mock.answers.get(operation)?.[0]?.answer;
      const isSent = !["GET", "HEAD"].includes(operation.method);
      const body = isSent ? example?.body : undefined;
      return {
        id: operation.id,
        group: group.name,
        method: operation.methodName,
        files: example?.files ?? [],
        ...(answer === undefined ? {} : { status: answer.status }),
        ...(example === undefined
          ? {}
          : { input: isSent ? example.input : withoutBody(example.input) }),
        ...(body === undefined
          ? {}
          : { kind: body.kind, isStream: body.stream !== undefined, mediaType: body.mediaType }),
      };
    }),
  );
}

/** False where `fetch` cannot send what is required. */
function isCallable({ method, requestBody }: Operation): boolean {
  return requestBody?.required !== true || !["GET", "HEAD"].includes(method);
}

/** `fetch` sends no body with these methods. */
function withoutBody(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== "body"));
}
