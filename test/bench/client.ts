import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import type { ApiModel, OperationGroup } from "../../packages/description/src/model/api-model.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { bundle, type Bundle } from "../size/bundle.ts";
import { measureCalls } from "./call-times.ts";
import { measureImports } from "./import-times.ts";
import {
  programClients,
  wholeClient,
  type GroupUse,
  type ProgramClient,
  type Use,
} from "./client-programs.ts";
import { comparable, exportedFunctions, generateClients } from "./clients.ts";
import { simpleCalls } from "./simple-calls.ts";
import { belowOne, belowOneAmount, divided, division } from "../../scripts/figures/division.ts";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { count, formatTable } from "./table.ts";
import { installedVersion, installPeers, ours, peersFolder, repositoryRoot } from "./tools.ts";

/** A client's names of the operations' functions; `undefined` where calls are not by function. */
function functionsOf(client: ProgramClient, model: ApiModel, folder: string) {
  if (client.tool !== ours) return exportedFunctions(client, folder);
  const operations = model.groups.flatMap((group) => group.operations);
  return new Map(operations.map(({ id, variableName }) => [comparable(id), variableName]));
}

/** What a program uses that calls some operations of some groups. */
function useOf(groups: readonly OperationGroup[], names: Map<string, string> | undefined): Use {
  const operations = groups.flatMap((group) => group.operations);
  return {
    functions: operations.flatMap(({ id }) => names?.get(comparable(id)) ?? []),
    groups: groups.map(({ fileName, operations: own }): GroupUse => ({
      fileName,
      functions: own.map(({ variableName }) => variableName),
    })),
  };
}

const programs = ["one operation", "one tag", "everything"];
const sizeHeader = [
  "client",
  ...programs.flatMap((program) => [program, division]),
  "each further",
];

/** A program with what any operation of this repository's client takes from the runtime, and no operation. */
function runtimeProgram(folder: string): string {
  const source = join(folder, "packages/client/src");
  const names = readdirSync(source).flatMap((file) => {
    if (!file.endsWith(".ts") || file === "index.ts") return [];
    const text = readFileSync(join(source, file), "utf8");
    const imported = /^import \{([^}]+)\} from "@openapi-packages\/runtime\/client";/m.exec(
      text,
    )?.[1];
    return imported?.split(",").map((name) => name.trim().replace(/ as .*/, "")) ?? [];
  });
  const list = [...new Set(names)].filter((name) => name !== "").join(", ");
  return `import { createCore } from "@bench/client/core";
import { ${list} } from "@openapi-packages/runtime/client";
globalThis.used = [createCore, ${list}];`;
}

/**
 * The bytes of programs that use one operation, its group, and all of them.
 *
 * @returns those of ours divided by each client's
 */
async function printSizes(
  description: string,
  model: ApiModel,
  used: readonly ProgramClient[],
  folder: string,
): Promise<Map<string, readonly string[]>> {
  const groups = model.groups.filter(({ kind }) => kind === "tag");
  const plain = simpleCalls(model).filter(
    ({ operation: { method, pagination } }) => method === "GET" && pagination === undefined,
  );
  const chosen = plain.find(({ group }) => group.operations.length >= 5) ?? plain[0];
  if (chosen === undefined) return new Map();
  const { group, operation } = chosen;
  const total = groups.flatMap(({ operations }) => operations).length;
  const bytes = new Map<string, readonly Bundle[]>();
  const further = new Map<string, string>();
  for (const client of used) {
    const names = functionsOf(client, model, folder);
    const size = (some: readonly OperationGroup[]) =>
      bundle(client.uses(useOf(some, names)), folder);
    const first = await size([{ ...group, operations: [operation] }]);
    const all = await size(groups);
    bytes.set(client.name, [first, await size([group]), all]);
    const each = (all.gzipped - first.gzipped) / (total - 1);
    further.set(client.name, names === undefined ? "" : each.toFixed(1));
  }
  const own = bytes.get(ours.name);
  const dividedBy = (sizes: readonly Bundle[]) =>
    sizes.map(({ gzipped }, index) => divided(own?.[index]?.gzipped, gzipped));
  const row = (name: string, sizes: readonly Bundle[]) => {
    const divisions = dividedBy(sizes);
    const cells = sizes.flatMap(({ gzipped, minified }, index) => [
      `${count(gzipped)} (${count(minified)})`,
      divisions[index] ?? "",
    ]);
    return [name, ...cells, further.get(name) ?? ""];
  };
  const rows = [...bytes].map(([name, sizes]) => row(name, sizes));
  const last = own?.at(-1);
  if (last !== undefined) rows.push(...(await ownParts(last, total, folder)));
  console.log(
    `\n## ${basename(description)}: bytes gzipped (minified), ${belowOneAmount}; ${operation.id}, ` +
      `the ${group.operations.length} operations of ${group.tag}, all ${total}\n`,
  );
  console.log(formatTable(sizeHeader, rows));
  return new Map([...bytes].map(([name, sizes]) => [name, dividedBy(sizes)]));
}

/** What of all of ours is its own, and what it weighs as one object. */
async function ownParts(all: Bundle, total: number, folder: string): Promise<string[][]> {
  const runtime = await bundle(runtimeProgram(folder), folder);
  const whole = await bundle(wholeClient, folder);
  const own = all.gzipped - runtime.gzipped;
  const object = `${count(whole.gzipped)} (${count(whole.minified)})`;
  return [
    ["- their own part", "", "", "", "", count(own), "", (own / total).toFixed(1)],
    ["- as one object", object, "", object, "", object],
  ];
}

/** What is written of one description: ours divided by each client's, by its name. */
interface Written {
  readonly times: ReadonlyMap<string, readonly string[]>;
  readonly sizes: ReadonlyMap<string, readonly string[]>;
  readonly imports: Imports | undefined;
}

const calls = ["GET", "list", "POST"];

/** Times of single calls. */
async function printTimes(
  used: readonly ProgramClient[],
  folder: string,
): Promise<Map<string, readonly string[]>> {
  const times = await measureCalls(used, folder, rounds);
  const own = times.get(ours.name) ?? [];
  const cellsOf = (name: string) =>
    (times.get(name) ?? []).map((time, index) => divided(own[index], time));
  const rows = used.map(({ name, has }) => {
    const of = times.get(name) ?? [];
    const divisions = cellsOf(name);
    return [name, ...of.flatMap((time, index) => [time.toFixed(1), divisions[index] ?? ""]), has];
  });
  console.log(`\n## One call, ${rounds} processes each, in turn; ${belowOne}\n`);
  const header = calls.flatMap((call) => [`${call} µs`, division]);
  console.log(formatTable(["client", ...header, "has"], rows));
  return new Map(used.map(({ name }) => [name, cellsOf(name)]));
}

/** What is written of the first import of everything: ours divided by each client's, by its name. */
interface Imports {
  readonly operations: number;
  readonly ratios: ReadonlyMap<string, string>;
}

/** Times of the first import of all operations. */
async function printImports(
  description: string,
  model: ApiModel,
  used: readonly ProgramClient[],
  folder: string,
): Promise<Imports> {
  const groups = model.groups.filter(({ kind }) => kind === "tag");
  const operations = groups.flatMap((group) => group.operations).length;
  const texts = used.map((client): [string, string] => [
    client.name,
    client.uses(useOf(groups, functionsOf(client, model, folder))),
  ]);
  const times = await measureImports(new Map(texts), folder, rounds * 2);
  const own = times.get(ours.name);
  const ratios = new Map([...times].map(([name, time]) => [name, divided(own, time)]));
  const rows = [...times].map(([name, time]) => [name, time.toFixed(1), ratios.get(name) ?? ""]);
  console.log(
    `\n## ${basename(description)}: first import of all ${operations} operations, ${rounds * 2} processes each, in turn; ${belowOne}\n`,
  );
  console.log(formatTable(["client", "ms", division], rows));
  return { operations, ratios };
}

async function benchmark(description: string, isOwn: boolean): Promise<Written> {
  // Below the peers, so that what their output imports is found there.
  const cache = join(peersFolder, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "client-"));
  try {
    const { model } = buildApiModel(await loadDocument(description));
    const used = await generateClients(wanted, description, folder);
    const times = isOwn && rounds > 0 ? await printTimes(used, folder) : new Map();
    const imports = rounds > 0 ? await printImports(description, model, used, folder) : undefined;
    return { times, imports, sizes: await printSizes(description, model, used, folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rawFetch = "raw fetch";

async function write({ times, sizes }: Written, imports: readonly Imports[]): Promise<void> {
  const theirs = wanted.filter(({ tool }) => tool !== ours);
  const rows = theirs.map(({ name }) => [
    name,
    ...(times.get(name) ?? calls.map(() => "")),
    // A bundle without a client is that of `fetch`.
    ...(name === rawFetch ? programs.map(() => "") : (sizes.get(name) ?? [])),
    ...imports.map(({ ratios }) => (name === rawFetch ? "" : (ratios.get(name) ?? ""))),
  ]);
  const header = ["theirs", ...calls.map((call) => `one ${call} call`)];
  const bytes = programs.map((program) => `bytes of ${program}`);
  const firstImports = imports.map(({ operations }) => `first import, ${operations} operations`);
  await writeFigures(
    "client",
    { "docs/figures.md": formatTable([...header, ...bytes, ...firstImports], rows) },
    {
      reading: `${belowOne}; of bytes, ${belowOneAmount}`,
      measured:
        "processor time of a call whose answer is there at once and of the first import of a bundle with all operations, and gzipped bytes of a bundle",
      runs: `median of ${rounds} processes each, in turn, for times`,
      peers: theirs.map(({ name, tool, has }) => ({
        name,
        version: tool === undefined ? versionOf(name) : installedVersion(tool),
        configuration: has === "" ? "calls alone" : has,
      })),
      leftOut: "the network; ours has retries, time limits, errors and answers by status",
    },
  );
}

/** The version of a client that no tool generates. */
function versionOf(name: string): string {
  if (name === rawFetch) return `of Node ${process.versions.node}`;
  return installedVersion({ package: name.split(" ")[0] ?? name });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
if (values.write && (values.only !== undefined || rounds < 1))
  throw new TypeError("--write takes neither --only nor --rounds 0");
const only = values.only?.split(",");
const wanted = programClients.filter(({ name }) => only?.includes(name) ?? true);
installPeers();
const own = await benchmark(join(repositoryRoot, "spec/openapi.yaml"), true);
const imports = [own.imports];
for (const given of positionals) imports.push((await benchmark(resolve(given), false)).imports);
if (values.write)
  await write(
    own,
    imports.filter((one) => one !== undefined),
  );
