import { join } from "node:path";
import ts from "typescript";
import { beforeAll, expect, it } from "vitest";
import { typeName } from "../../../src/names/names.ts";
import { attempt } from "../../../../../generator/test/hostile/attempt.ts";
import { Workspace } from "../../../../../generator/test/hostile/workspace.ts";
import { repository } from "../../../../../generator/test/support.ts";

/** Everything that an entry of a package exports: generated indexes export it too. */
function exportsOf(entry: string): string[] {
  const source = join(repository, "packages", entry);
  const program = ts.createProgram([source], {
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(source) as ts.SourceFile);
  return checker.getExportsOfModule(module as ts.Symbol).map(({ name }) => name);
}

const globals =
  "Response Request Error Record Promise Array Object String Number Boolean Symbol Date Map Set RegExp JSON Math " +
  "Function Partial Readonly Pick Omit Required NonNullable Exclude Extract AsyncIterable Blob File FormData URL " +
  "keyof unique infer asserts Headers fetch Event Iterator Uint8Array ReadableStream undefined NaN Infinity globalThis unknown any never string " +
  "number boolean object bigint symbol void null type interface class enum import export default this await yield";

const generated =
  "Client createClient createServer Handlers partial paths components operations webhooks $defs api " +
  "operationTable CommonError validators sensitive serverUrl ServerVariables createWebhookReceiver WithRequired OneOf";

/** Each word once, also where only the case of its first letter differs. */
function unique(words: readonly string[]): string[] {
  return [...new Map(words.map((word) => [typeName(word), word])).values()];
}

const words = unique([
  ...[
    "runtime/src/client/index.ts",
    "runtime/src/server/index.ts",
    "mock/src/index.ts",
    "runtime/src/index.ts",
  ].flatMap(exportsOf),
  ...globals.split(" "),
  ...generated.split(" "),
]);

const described = (rest: object): string =>
  JSON.stringify({ openapi: "3.1.1", info: { title: "Taken", version: "1.0.0" }, ...rest });

const json = (schema: object): object => ({ content: { "application/json": { schema } } });

/** Schemas of these names, each in a request, in answers, and in itself. */
function schemas(): string {
  const named = words.map((word) => {
    const self = { $ref: `#/components/schemas/${word}` };
    const kind = { type: "string", enum: ["a", "b"] };
    return [word, { type: "object", required: ["kind"], properties: { kind, self } }];
  });
  const paths = words.map((word, index) => {
    const schema = { $ref: `#/components/schemas/${word}` };
    const responses = {
      "200": { description: "Done.", ...json(schema) },
      "4XX": { description: "No.", ...json(schema) },
      default: { description: "No." },
    };
    const operationId = `Use${typeName(word)}`;
    const operation = { operationId, requestBody: json(schema), responses };
    return [`/${index}`, { post: { ...operation, tags: [`tag ${index % 5}`] } }];
  });
  return described({
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(named) },
  });
}

const answer = { "200": { description: "Done.", ...json({ type: "object" }) } };

/** Operations of these names. */
function operations(): string {
  const parameters = [{ name: "p", in: "query", schema: { type: "string" } }];
  const paths = words.map((operationId, index) => [
    `/${index}`,
    { get: { operationId, tags: ["all"], parameters, responses: answer } },
  ]);
  return described({ paths: Object.fromEntries(paths) });
}

/** Tags of these names, and of what packages have files and members for. */
function tags(): string {
  const files = "schema validators operation-table common-error examples servers receiver compiled";
  const members = "constructor toString then prototype __proto__ hasOwnProperty _ con";
  const names = [...words, ...files.split(" "), ...members.split(" ")].filter(
    (name) => name !== "http",
  );
  const byFile = new Map(names.map((name) => [name.replace(/\W|_/g, "").toLowerCase(), name]));
  const paths = [...byFile.values()].map((tag, index) => [
    `/${index}`,
    { get: { operationId: `get${index}`, tags: [tag], responses: answer } },
  ]);
  return described({
    paths: Object.fromEntries(paths),
    webhooks: { event: { post: { operationId: "onEvent", responses: answer } } },
  });
}

const workspace = new Workspace("names-taken");

beforeAll(async () => {
  for (const [name, text] of Object.entries({
    schemas: schemas(),
    operations: operations(),
    tags: tags(),
  })) {
    const outcome = attempt(text, `@${name}`);
    if (!("files" in outcome)) throw outcome.refused;
    // Every object has a member `constructor`, so that handlers of part of the tags, as pages show them, have a wrong one.
    const files = outcome.files.filter(({ path }) => name !== "tags" || !path.endsWith(".md"));
    await workspace.install(name, files);
  }
});

it("names that the language, the runtime or the packages have already do no harm", async () => {
  expect(words.length).toBeGreaterThan(150);
  expect(await workspace.compile()).toBe("");
  expect(await workspace.load()).toEqual({ fired: [], failed: [], isClean: true });
});
