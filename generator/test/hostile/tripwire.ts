/**
 * Loads generated packages in a process that may read the repository and nothing else, and uses what
 * they export. Prints what went off, and what failed, as JSON.
 */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Node strips no types below node_modules, where generated packages find what they depend on.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".ts") || !url.includes("/node_modules/")) return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), "utf8"));
    return { format: "module", source, shortCircuit: true };
  },
});

const [folder = "", ...names] = process.argv.slice(2);
const fired: string[] = [];
const failed: string[] = [];
let current = "";

Object.assign(globalThis, { __tripwire: () => fired.push(current) });
const prototypesBefore = prototypeMembers();

function prototypeMembers(): string {
  const prototypes = [Object, Array, Function, String, Promise].map((one) => one.prototype);
  return JSON.stringify(prototypes.map((one) => Reflect.ownKeys(one).map(String)));
}

interface Exports {
  readonly [name: string]: unknown;
}

function callable(module: Exports, name: string): (...args: unknown[]) => unknown {
  return module[name] as (...args: unknown[]) => unknown;
}

/** Values that a validator may stumble over. */
const values = [undefined, null, "text", 1, [], {}, JSON.parse('{"__proto__": {"a": 1}}')];

function functionsIn(value: unknown): ((value: unknown) => unknown)[] {
  if (typeof value === "function") return [value as (value: unknown) => unknown];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(functionsIn)
    : [];
}

async function use(name: string): Promise<void> {
  const load = (path: string): Promise<Exports> =>
    import(join(folder, name, path)) as Promise<Exports>;
  const contract = await load("contract/src/index.ts");
  const { validators } = await load("contract/src/validators.ts");
  for (const validate of functionsIn(validators)) for (const value of values) validate(value);
  const client = await load("client/src/index.ts");
  const api = callable(client, "createClient")({ baseUrl: "http://localhost" }) as Exports;
  const server = await load("server/src/index.ts");
  callable(server, "createServer")(callable(server, "partial")({}));
  const mocks = await load("mocks/src/index.ts");
  callable(mocks, "createMock")();
  // Every getter, every text, every key.
  for (const value of [contract, validators, Object.keys(api)]) JSON.stringify(value);
}

for (const name of names) {
  current = name;
  try {
    await use(name);
  } catch (error) {
    failed.push(`${name}: ${error instanceof Error ? (error.stack ?? "") : String(error)}`);
  }
}
const isClean = prototypesBefore === prototypeMembers();
console.log(JSON.stringify({ fired, failed, isClean }));
