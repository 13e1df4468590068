import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { generate } from "../../../src/generate.ts";
import { diffDescriptions } from "../../../src/changes/diff/diff-descriptions.ts";
import type { GenerateOptions } from "../../../src/generate-types.ts";
import { compileImpact } from "../../../src/changes/impact/compile-impact.ts";
import type { CompiledImpact, CompileError } from "../../../src/changes/impact/impact-types.ts";
import {
  loadDocument,
  type OpenApiDocument,
} from "../../../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../../../packages/description/src/model/build-api-model.ts";
import { repository, temporaryFolder, writeTree } from "../../support.ts";

/** A text that replaces another one in the description. */
export type Replacement = readonly [from: string, to: string];

/** A description of pets and owners. */
export const pets = `openapi: 3.1.1
info: { title: Pets, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /pets/{pet_id}:
    parameters: [{ name: pet_id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetPet
      tags: [Pets]
      parameters: [{ name: full_text, in: query, schema: { type: boolean } }]
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
  /owners:
    post:
      operationId: CreateOwner
      tags: [Owners]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Owner" } } }
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { $ref: "#/components/schemas/Owner" } } }
components:
  schemas:
    Pet:
      type: object
      required: [id]
      properties:
        id: { type: string }
        nick: { type: string }
    Owner:
      type: object
      required: [name]
      properties:
        name: { type: string }
        age: { type: integer }
`;

/** The options of a compiler that resolves modules as bundlers do. */
export const compilerOptions = {
  strict: true,
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2022",
  lib: ["es2024", "dom", "dom.iterable"],
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: [],
};

/** A tsconfig.json as text. */
export const tsconfig = (more: object = {}, options: object = {}): string =>
  JSON.stringify({
    compilerOptions: { ...compilerOptions, ...options },
    include: ["src"],
    ...more,
  });

/** The pets with some texts replaced. */
export function edited(replacements: readonly Replacement[], text = pets): string {
  return replacements.reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`the description has no ${from}`);
    return all.replaceAll(from, to);
  }, text);
}

/** A project in a folder of its own, with the output of {@link pets} where it wants it. */
export async function userFolder(
  files: Readonly<Record<string, string>>,
  options?: Partial<GenerateOptions>,
): Promise<string> {
  const folder = temporaryFolder();
  writeTree(folder, { "openapi.yaml": pets, "tsconfig.json": tsconfig(), ...files });
  install(folder, "runtime");
  if (options !== undefined)
    await generate({
      out: join(folder, "src", "api"),
      layout: "folder",
      formatter: "none",
      ...options,
      spec: join(folder, "openapi.yaml"),
    });
  return folder;
}

/** Installs a package of this repository, whose sources are its declarations. */
export function install(folder: string, name: string): void {
  const source = join(repository, "packages", name);
  const target = join(folder, "node_modules", "@openapi-packages", name);
  cpSync(join(source, "src"), join(target, "src"), { recursive: true });
  cpSync(join(source, "package.json"), join(target, "package.json"));
}

/** Puts a folder into `node_modules` as workspaces do. */
export function link(folder: string, name: string, target: string): void {
  const path = join(folder, "node_modules", ...name.split("/"));
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "dir");
}

/** A description that was changed, and how it is generated. */
export interface ImpactRequest {
  readonly folder: string;
  readonly head: string;
  readonly options?: Partial<GenerateOptions>;
  readonly out?: string | undefined;
  readonly projects?: readonly string[];
}

/** What a changed description does to a project. */
export async function impactOf({
  folder,
  head,
  options,
  out,
  projects = [folder],
}: ImpactRequest): Promise<CompiledImpact & { readonly codes: readonly string[] }> {
  writeTree(folder, { "head.yaml": head });
  const base = await loadDocument(join(folder, "openapi.yaml"));
  const later = await loadDocument(join(folder, "head.yaml"));
  const compared = (document: OpenApiDocument): Parameters<typeof diffDescriptions>[0] => ({
    model: buildApiModel(document, false).model,
    locate: (pointer) => document.locate(pointer),
  });
  const changes = diffDescriptions(compared(base), compared(later));
  const impact = await compileImpact({
    base,
    head: later,
    changes,
    options: { layout: "folder", out: out ?? ".", ...options, spec: join(folder, "openapi.yaml") },
    out,
    projects,
  });
  return { ...impact, codes: changes.map(({ code }) => code) };
}

/** The errors of an impact in a few words, with the codes of what causes them. */
export function told(impact: CompiledImpact & { readonly codes: readonly string[] }): string[] {
  const text = ({ file, line, code }: CompileError): string =>
    `${file.split("/").at(-1)}:${line} ${code}`;
  const caused = [...impact.byChange].flatMap(([index, errors]) =>
    errors.map((error) => `${text(error)} ${impact.codes[index]}`),
  );
  return [...caused, ...impact.other.map((error) => `${text(error)} other`)].toSorted();
}
