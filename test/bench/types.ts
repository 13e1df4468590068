import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadDocument } from "../../generator/src/load/load-document.ts";
import { buildApiModel } from "../../generator/src/model/build-api-model.ts";
import { clients, comparable, exportedFunctions, generateClients, type Client } from "./clients.ts";
import { complaint } from "./measure.ts";
import { simpleCalls, type SimpleCall } from "./simple-calls.ts";
import { count, formatTable, ratio } from "./table.ts";
import { installPeers, ours, peersFolder, repositoryRoot } from "./tools.ts";

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
  "× ours",
  "types",
  "× ours",
  "check s",
  "× ours",
  "memory MB",
  "× ours",
  "errors",
];

function row(
  name: string,
  typed: string,
  one: Diagnostics,
  base: Diagnostics | undefined,
): string[] {
  const { instantiations, types, checkSeconds, memoryKilobytes, errors } = one;
  return [
    name,
    typed,
    count(instantiations),
    ratio(instantiations, base?.instantiations),
    count(types),
    ratio(types, base?.types),
    checkSeconds.toFixed(2),
    ratio(checkSeconds, base?.checkSeconds),
    count(memoryKilobytes / 1000),
    ratio(memoryKilobytes, base?.memoryKilobytes),
    count(errors.length),
  ];
}

async function benchmark(description: string): Promise<void> {
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
      console.log(`\n## ${basename(description)}, ${calls.length} calls, ${name}\n`);
      const rows = results.map((one, index) =>
        row(used[index]?.name ?? "", used[index]?.typed ?? "", one, base),
      );
      const empty = check(command, folder, "empty");
      console.log(formatTable(header, [...rows, row("empty program", "", empty, base)]));
      for (const [index, { errors }] of results.entries())
        if (errors[0] !== undefined)
          console.log(
            `\n${used[index]?.name ?? ""}: ${complaint(errors[0].replace(/^.*?types-\w+\//, ""))}`,
          );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
installPeers();
const own = join(repositoryRoot, "spec/openapi.yaml");
for (const description of [own, ...positionals.map((given) => resolve(given))])
  await benchmark(description);
