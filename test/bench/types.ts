import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { clients, comparable, exportedFunctions, generateClients, type Client } from "./clients.ts";
import { complaint } from "./measure.ts";
import { simpleCalls, type SimpleCall } from "./simple-calls.ts";
import { belowOneAmount, divided, division } from "../../scripts/figures/division.ts";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { titleOf } from "./descriptions.ts";
import { count, formatTable } from "./table.ts";
import { installedVersion, installPeers, ours, peersFolder, repositoryRoot } from "./tools.ts";

/** What a compiler says of a program. */
interface Diagnostics {
  readonly instantiations: number;
  readonly types: number;
  readonly checkSeconds: number;
  readonly memoryKilobytes: number;
  readonly errors: readonly string[];
}

/** One checker, so that TypeScript 7 counts its work once, however many processors there are. */
const compilers = [
  { name: "TypeScript 7", command: ["node_modules/typescript-7/bin/tsc", "--singleThreaded"] },
  { name: "TypeScript 5.9", command: ["node_modules/typescript/bin/tsc"] },
];

const compilerOptions = {
  target: "ES2024",
  lib: ["ES2024", "ESNext.AsyncIterable", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  module: "ESNext",
  moduleResolution: "Bundler",
  customConditions: ["@openapi-packages/source"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

function check(command: readonly string[], folder: string, program: string): Diagnostics {
  const project = join(folder, `${program}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${program}.ts`] }));
  const options = ["-p", project, "--extendedDiagnostics", "--pretty", "false"];
  const { stdout } = spawnSync(process.execPath, [...command, ...options], {
    cwd: repositoryRoot,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const value = (title: string) =>
    Number.parseFloat(new RegExp(`^${title}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1] ?? "NaN");
  return {
    instantiations: value("Instantiations"),
    types: value("Types"),
    checkSeconds: value("Check time"),
    memoryKilobytes: value("Memory used"),
    errors: stdout.split("\n").filter((line) => line.includes("error TS")),
  };
}

/** Writes each client's program; all of them call the same operations, which every client has. */
function writePrograms(
  used: readonly Client[],
  possible: readonly SimpleCall[],
  folder: string,
): readonly SimpleCall[] {
  const functions = new Map(used.map((client) => [client, exportedFunctions(client, folder)]));
  const calls = possible
    .filter(({ operation }) =>
      [...functions.values()].every((names) => names?.has(comparable(operation.id)) ?? true),
    )
    .slice(0, 20);
  writeFileSync(join(folder, "empty.ts"), "export {};\n");
  for (const [client, names] of functions) {
    const nameOf = ({ operation }: SimpleCall) => names?.get(comparable(operation.id)) ?? "";
    const text = [
      client.start(calls.map(nameOf)),
      ...calls.map((call, index) => client.call(call, `answer${index}`, nameOf(call))),
    ];
    writeFileSync(join(folder, `${client.name}.ts`), `${text.join("\n")}\n`);
  }
  return calls;
}

const header = [
  "client",
  "answers typed",
  "instantiations",
  division,
  "types",
  division,
  "check s",
  division,
  "memory MB",
  division,
  "errors",
];

function row(
  name: string,
  typed: string,
  one: Diagnostics,
  own: Diagnostics | undefined,
): string[] {
  const { instantiations, types, checkSeconds, memoryKilobytes, errors } = one;
  return [
    name,
    typed,
    count(instantiations),
    divided(own?.instantiations, instantiations),
    count(types),
    divided(own?.types, types),
    checkSeconds.toFixed(2),
    divided(own?.checkSeconds, checkSeconds),
    count(memoryKilobytes / 1000),
    divided(own?.memoryKilobytes, memoryKilobytes),
    count(errors.length),
  ];
}

/** What is written: numbers that are the same on every machine. */
const writtenHeader = ["description", "compiler", "theirs", "instantiations", "types"];

function writtenRow(place: readonly string[], name: string, one: Diagnostics, own?: Diagnostics) {
  const { instantiations, types } = one;
  const cells = [divided(own?.instantiations, instantiations), divided(own?.types, types)];
  return [...place, name, ...cells];
}

/** @returns the rows that are written */
async function benchmark(description: string): Promise<string[][]> {
  const written: string[][] = [];
  const title = await titleOf(description);
  // Below the peers, so that what their output imports is found there.
  const cache = join(peersFolder, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "types-"));
  try {
    const { model } = buildApiModel(await loadDocument(description));
    const used = await generateClients(clients, description, folder);
    const calls = writePrograms(used, simpleCalls(model), folder);
    for (const { name, command } of compilers) {
      const results = used.map((client) => check(command, folder, client.name));
      const base = results[used.findIndex(({ tool }) => tool === ours)];
      console.log(`\n## ${title}, ${calls.length} calls, ${name}; ${belowOneAmount}\n`);
      const rows = results.map((one, index) =>
        row(used[index]?.name ?? "", used[index]?.typed ?? "", one, base),
      );
      const empty = check(command, folder, "empty");
      console.log(formatTable(header, [...rows, row("empty program", "", empty, undefined)]));
      for (const [index, one] of results.entries())
        if (one !== base)
          written.push(writtenRow([title, name], used[index]?.name ?? "", one, base));
      for (const [index, { errors }] of results.entries())
        if (errors[0] !== undefined)
          console.log(
            `\n${used[index]?.name ?? ""}: ${complaint(errors[0].replace(/^.*?types-\w+\//, ""))}`,
          );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return written;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
installPeers();
const own = join(repositoryRoot, "spec/openapi.yaml");
const written: string[][] = [];
for (const description of [own, ...positionals.map((given) => resolve(given))])
  written.push(...(await benchmark(description)));
if (values.write)
  await writeFigures(
    "types",
    { "docs/figures.md": formatTable(writtenHeader, written) },
    {
      reading: belowOneAmount,
      measured: "instantiations and types that the compiler counts for a program of up to 20 calls",
      runs: "one run, since the counts are those of every run",
      peers: clients
        .filter(({ tool }) => tool !== ours)
        .map(({ name, tool, typed }) => ({
          name,
          version: installedVersion(tool),
          configuration: `answers typed: ${typed}`,
        })),
      leftOut: "check time and memory of the compiler, which the command prints",
    },
  );
