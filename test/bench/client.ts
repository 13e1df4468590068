import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "../../generator/src/load/load-document.ts";
import type { ApiModel, OperationGroup } from "../../generator/src/model/api-model.ts";
import { buildApiModel } from "../../generator/src/model/build-api-model.ts";
import { bundle, type Bundle } from "../size/bundle.ts";
import { measureCalls } from "./call-times.ts";
import {
  programClients,
  wholeClient,
  type GroupUse,
  type ProgramClient,
  type Use,
} from "./client-programs.ts";
import { comparable, exportedFunctions, generateClients } from "./clients.ts";
import { simpleCalls } from "./simple-calls.ts";
import { count, formatTable, ratio } from "./table.ts";
import { installPeers, ours, peersFolder, repositoryRoot } from "./tools.ts";

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

const sizeHeader = ["client", "one operation", "one tag", "everything", "each further"];

/** A program with what any operation of this repository's client takes from the runtime, and no operation. */
function runtimeProgram(folder: string): string {
  const source = join(folder, "packages/client/src");
  const names = readdirSync(source).flatMap((file) => {
    if (!file.endsWith(".ts") || file === "index.ts") return [];
    const text = readFileSync(join(source, file), "utf8");
    const imported = /^import \{([^}]+)\} from "@genai-app\/runtime\/client";/m.exec(text)?.[1];
    return imported?.split(",").map((name) => name.trim().replace(/ as .*/, "")) ?? [];
  });
  const list = [...new Set(names)].filter((name) => name !== "").join(", ");
  return `import { createCore } from "@bench/client/core";
import { ${list} } from "@openapi-packages/runtime/client";
globalThis.used = [createCore, ${list}];`;
}

/** The bytes of programs that use one operation, its group, and all of them. */
async function printSizes(
  description: string,
  model: ApiModel,
  used: readonly ProgramClient[],
  folder: string,
): Promise<void> {
  const groups = model.groups.filter(({ kind }) => kind === "tag");
  const plain = simpleCalls(model).filter(
    ({ operation: { method, pagination } }) => method === "GET" && pagination === undefined,
  );
  const chosen = plain.find(({ group }) => group.operations.length >= 5) ?? plain[0];
  if (chosen === undefined) return;
  const { group, operation } = chosen;
  const total = groups.flatMap(({ operations }) => operations).length;
  const row = (name: string, sizes: readonly Bundle[], further: string) => {
    const cells = sizes.map(({ gzipped, minified }) => `${count(gzipped)} (${count(minified)})`);
    return [name, ...cells, further];
  };
  const rows: string[][] = [];
  for (const client of used) {
    const names = functionsOf(client, model, folder);
    const size = (some: readonly OperationGroup[]) =>
      bundle(client.uses(useOf(some, names)), folder);
    const first = await size([{ ...group, operations: [operation] }]);
    const all = await size(groups);
    const further = (all.gzipped - first.gzipped) / (total - 1);
    const sizes = [first, await size([group]), all];
    rows.push(row(client.name, sizes, names === undefined ? "" : further.toFixed(1)));
    if (client.tool !== ours) continue;
    const runtime = await bundle(runtimeProgram(folder), folder);
    const whole = await bundle(wholeClient, folder);
    const alone = (all.gzipped - runtime.gzipped) / total;
    rows.push(["- their own part", "", "", count(all.gzipped - runtime.gzipped), alone.toFixed(1)]);
    rows.push(row("- as one object", [whole, whole, whole], ""));
  }
  console.log(
    `\n## ${basename(description)}: bytes gzipped (minified); ${operation.id}, ` +
      `the ${group.operations.length} operations of ${group.tag}, all ${total}\n`,
  );
  console.log(formatTable(sizeHeader, rows));
}

const timeHeader = ["client", "GET µs", "× base", "list µs", "× base", "POST µs", "× base", "has"];

/** Times of single calls, with ratios to openapi-fetch. */
async function printTimes(used: readonly ProgramClient[], folder: string): Promise<void> {
  const times = await measureCalls(used, folder, rounds);
  const base = times.get("openapi-fetch") ?? [];
  const rows = used.map(({ name, has }) => {
    const cells = (times.get(name) ?? []).flatMap((time, index) => [
      time.toFixed(1),
      ratio(time, base[index]),
    ]);
    return [name, ...cells, has];
  });
  console.log(`\n## One call, ${rounds} processes each, in turn; base: openapi-fetch\n`);
  console.log(formatTable(timeHeader, rows));
}

async function benchmark(description: string, isOwn: boolean): Promise<void> {
  // Below the peers, so that what their output imports is found there.
  const cache = join(peersFolder, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "client-"));
  try {
    const { model } = buildApiModel(await loadDocument(description));
    const used = await generateClients(wanted, description, folder);
    if (isOwn && rounds > 0) await printTimes(used, folder);
    await printSizes(description, model, used, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, only: { type: "string" } },
});
const rounds = Number(values.rounds);
const only = values.only?.split(",");
const wanted = programClients.filter(({ name }) => only?.includes(name) ?? true);
installPeers();
const own = join(repositoryRoot, "spec/openapi.yaml");
for (const description of [own, ...positionals.map((given) => resolve(given))])
  await benchmark(description, description === own);
