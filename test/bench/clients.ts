import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import type { SimpleCall } from "./simple-calls.ts";
import { measure } from "./measure.ts";
import { ours, peer, peersFolder, type Tool } from "./tools.ts";

/** A client whose use is checked by TypeScript. */
export interface Client {
  readonly name: string;
  readonly tool: Tool;
  /** The subfolder that it is generated into. */
  readonly out: string;
  /** What its answers' type tells: the success only, success and failures, or each status. */
  readonly typed: "success" | "success, failures" | "per status";
  /** The file, from `out`, whose exports are called by name; none where calls are not by name. */
  readonly functions?: string;
  /** What has to be there beside what the tool wrote. */
  readonly prepare?: (folder: string) => void;
  /** The statements before the calls. */
  readonly start: (functions: readonly string[]) => string;
  /** One call whose answer is read. */
  readonly call: (call: SimpleCall, answer: string, name: string) => string;
}

const members = (path: SimpleCall["path"]) =>
  `{ ${path.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")} }`;

/** In the order of the path. */
const positional = ({ path }: SimpleCall) => path.map(([, value]) => value).join(", ");

/** In the order that the description declares its parameters in. */
function declared({ operation, path }: SimpleCall): string {
  const index = (name: string) => operation.parameters.findIndex((one) => one.name === name);
  const sorted = path.toSorted(([one], [other]) => index(one) - index(other));
  return sorted.map(([, value]) => value).join(", ");
}

const input = ({ path }: SimpleCall) => (path.length === 0 ? "" : `{ path: ${members(path)} }`);

const importing = (file: string) => (functions: readonly string[]) =>
  `import { ${functions.join(", ")} } from ${JSON.stringify(file)};`;

/** The clients, with the shortest call that each of them takes. */
export const clients: readonly Client[] = [
  {
    name: ours.name,
    tool: ours,
    out: "packages",
    typed: "per status",
    prepare: linkPackages,
    start: () => `import { createClient } from "@bench/client";
const api = createClient({ baseUrl: "http://127.0.0.1" });`,
    call: (call, answer) =>
      `const ${answer} = await api.${call.group.name}.${call.operation.methodName}(${input(call)}).result();
export const ${answer}Read = [${answer}.status, ${answer}.body];`,
  },
  {
    name: "orval",
    tool: peer("orval"),
    out: "orval",
    typed: "per status",
    functions: "api.ts",
    start: importing("./orval/api.ts"),
    call: (call, answer, name) =>
      `const ${answer} = await ${name}(${positional(call)});
export const ${answer}Read = [${answer}.status, ${answer}.data];`,
  },
  {
    name: "kubb",
    tool: peer("kubb"),
    out: "kubb",
    typed: "success",
    functions: "clients/index.ts",
    start: importing("./kubb/clients/index.ts"),
    call: (call, answer, name) => `export const ${answer} = await ${name}(${declared(call)});`,
  },
  {
    name: "hey-api",
    tool: peer("hey-api"),
    out: "hey-api",
    typed: "success, failures",
    functions: "sdk.gen.ts",
    start: importing("./hey-api/index.ts"),
    call: (call, answer, name) =>
      `const ${answer} = await ${name}(${input(call)});
export const ${answer}Read = [${answer}.data, ${answer}.error];`,
  },
  {
    name: "openapi-fetch",
    tool: peer("openapi-typescript"),
    out: "openapi-fetch",
    typed: "success, failures",
    start: () => `import createClient from "openapi-fetch";
import type { paths } from "./openapi-fetch/schema.ts";
const api = createClient<paths>({ baseUrl: "http://127.0.0.1" });`,
    call: ({ operation, path }, answer) => {
      const options = path.length === 0 ? "" : `, { params: { path: ${members(path)} } }`;
      return `const ${answer} = await api.${operation.method}(${JSON.stringify(operation.path)}${options});
export const ${answer}Read = [${answer}.data, ${answer}.error];`;
    },
  },
];

/** Puts this repository's output where programs in a folder find it by name. */
export function linkPackages(folder: string): void {
  const scope = join(folder, "node_modules/@bench");
  mkdirSync(scope, { recursive: true });
  for (const name of ["contract", "client"])
    symlinkSync(join(folder, "packages", name), join(scope, name), "dir");
}

/** A client that a tool writes into a subfolder. */
interface GeneratedClient {
  readonly name: string;
  readonly tool?: Tool;
  readonly out: string;
  readonly prepare?: (folder: string) => void;
}

/** Generates each client into a folder; answers those that it worked for, and says why of the others. */
export async function generateClients<One extends GeneratedClient>(
  wanted: readonly One[],
  description: string,
  folder: string,
): Promise<One[]> {
  const generated: One[] = [];
  for (const client of wanted) {
    const out = join(folder, client.out);
    mkdirSync(out, { recursive: true });
    const outcome =
      client.tool && (await measure(client.tool.command(description, out), peersFolder));
    if (outcome && "failure" in outcome) {
      console.log(`\n${basename(description)}, ${client.name}: ${outcome.failure}`);
      continue;
    }
    client.prepare?.(folder);
    generated.push(client);
  }
  return generated;
}

/** Names that differ in case and separators only are the same operation's, in whichever client. */
export const comparable = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The functions that a client exports, by comparable name; `undefined` where calls are not by name. */
export function exportedFunctions(
  client: { readonly out: string; readonly functions?: string },
  folder: string,
): Map<string, string> | undefined {
  if (client.functions === undefined) return undefined;
  const text = readFileSync(join(folder, client.out, client.functions), "utf8");
  const constants = [...text.matchAll(/^export (?:const|async function|function) (\w+)/gm)];
  const named = [...text.matchAll(/^export \{ (\w+) \} from/gm)];
  return new Map([...constants, ...named].map(([, name = ""]) => [comparable(name), name]));
}
