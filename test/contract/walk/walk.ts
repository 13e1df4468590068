import { disagreements } from "./agreement.ts";
import { itemsOf, survey, urlOf } from "./survey.ts";
import type { Survey } from "./survey.ts";
import type { WalkSubject, WalkedOperation } from "./subject.ts";
import { isObject, isSame, plain } from "./values.ts";

/** The numbers of one walk, which follow from its seed (mulberry32). */
export function randomOf(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Calls operations at random, and looks at everything after each. @throws {Error} at the first that does not agree */
export async function walk(
  subject: WalkSubject,
  seed: number,
  steps: number,
  isOwnKind?: (operation: string) => boolean,
): Promise<ReadonlyMap<number, number>> {
  const random = randomOf(seed);
  const { mock } = subject;
  mock.reset();
  const deleted = new Map<string, Set<string>>();
  const line: string[] = [];
  const statuses = new Map<number, number>();
  const begin = await disagreements(subject, deleted, isOwnKind);
  if (begin.length > 0) throw new Error(`at the start:\n${begin.slice(0, 8).join("\n")}`);
  for (let step = 0; step < steps; step += 1) {
    if (random(4) === 0) mock.advance(random(3000));
    if (random(8) === 0) mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
    const { url, init, text, key } = requestOf(subject, await survey(subject), random);
    const response = await mock.fetch(url, init);
    const said = await response.text();
    line.push(`${text} → ${response.status}`);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const found = response.status >= 500 ? [`it failed: ${said}`] : [];
    const [parameter, id] = key ?? [];
    if (response.ok && parameter !== undefined && id !== undefined) {
      const gone = deleted.get(parameter) ?? new Set();
      // PUT may create what was deleted.
      if (init.method === "DELETE") gone.add(id);
      else gone.delete(id);
      deleted.set(parameter, gone);
    }
    // So may what gives a record a key that the client chooses; it is the first that the record shows.
    if (response.ok && ["POST", "PATCH"].includes(String(init.method))) {
      const [own, value] = Object.entries(JSON.parse(said || "{}"))[0] ?? [];
      if (own !== undefined) deleted.get(plain(own))?.delete(String(value));
    }
    found.push(...(await disagreements(subject, deleted, isOwnKind)));
    if (found.length > 0)
      throw new Error(
        `seed ${seed}, step ${step}:\n${line.slice(-6).join("\n")}\n${found.slice(0, 8).join("\n")}`,
      );
  }
  mock.advance(60_000);
  const untold = await untoldEvents(subject, await survey(subject));
  if (untold.length > 0) throw new Error(`seed ${seed}, at the end:\n${untold.join("\n")}`);
  return statuses;
}

/** Streams that do not tell what the list above them shows. */
async function untoldEvents(
  { mock, operations }: WalkSubject,
  { seen }: Survey,
): Promise<string[]> {
  const found: string[] = [];
  for (const { path: template } of operations.filter(({ isStream }) => isStream)) {
    for (const { operation, path, body } of seen) {
      if (operation.path !== template.replace(/\/[^/]+$/, "") || itemsOf(body).length === 0)
        continue;
      const response = await mock.fetch(urlOf(template, path));
      const told = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
        ([, data = ""]) => JSON.parse(data) as unknown,
      );
      if (!isSame(told, itemsOf(body))) found.push(`${urlOf(template, path)} tells ${told.length}`);
    }
  }
  return found;
}

interface Step {
  readonly url: string;
  readonly init: RequestInit;
  readonly text: string;
  /** The key of the record that the path names, behind its name. */
  readonly key: readonly [parameter: string, id: string] | undefined;
}

function requestOf(
  { operations }: WalkSubject,
  shown: Survey,
  random: (limit: number) => number,
): Step {
  const callable = operations.filter(({ isJson, isStream }) => isJson && !isStream);
  const operation = callable[random(callable.length)] as WalkedOperation;
  const { method } = operation;
  const path = pathFor(operation, shown, random);
  const body = bodyFor(operation.input["body"], shown, random);
  const headers = { authorization: "Bearer any", "content-type": "application/json" };
  const hasBody = body !== undefined && method !== "GET" && method !== "DELETE";
  const url = urlOf(operation.path, path);
  return {
    url,
    init: { method, headers, ...(hasBody ? { body: JSON.stringify(body) } : {}) },
    text: `${method} ${url} ${hasBody ? JSON.stringify(body) : ""}`,
    key: keyIn(operation.path, path),
  };
}

function keyIn(
  template: string,
  path: { readonly [parameter: string]: string },
): readonly [string, string] | undefined {
  const [, parameter] = /\{([^{}]+)\}$/.exec(template) ?? [];
  return parameter === undefined ? undefined : [plain(parameter), path[parameter] ?? ""];
}

/** Mostly the keys of records that are there, which belong together where a read has shown them so. */
function pathFor(
  { path: template, input }: WalkedOperation,
  { known, seen }: Survey,
  random: (limit: number) => number,
): { [parameter: string]: string } {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const together = seen.filter(({ path }) => names.every((name) => Object.hasOwn(path, name)));
  const one = together[random(Math.max(together.length, 1))];
  if (one !== undefined && random(3) > 0) return { ...one.path };
  const example = (input["path"] ?? {}) as { readonly [parameter: string]: unknown };
  return Object.fromEntries(
    names.map((name) => {
      const values = [...(known.get(plain(name)) ?? [])];
      const value =
        random(8) === 0
          ? example[name]
          : (values[random(Math.max(values.length, 1))] ?? example[name]);
      return [name, String(value ?? "none")];
    }),
  );
}

/** The example's body without some of its members, and naming records that are there. */
function bodyFor(example: unknown, shown: Survey, random: (limit: number) => number): unknown {
  if (example === undefined || random(12) === 0) return example;
  const change = (value: unknown, name: string, depth: number): unknown => {
    if (Array.isArray(value))
      return value
        .slice(random(4) === 0 ? 1 : 0)
        .map((item) => change(item, name.replace(/s$/, ""), depth));
    if (isObject(value)) {
      const entries = Object.entries(value).filter(() => depth > 0 || random(4) > 0);
      return Object.fromEntries(
        entries.map(([one, inner]) => [one, change(inner, one, depth + 1)]),
      );
    }
    if (typeof value === "boolean") return random(2) === 0;
    const ids = [...(shown.known.get(plain(name)) ?? [])];
    const id = ids[random(Math.max(ids.length, 1))];
    if (id !== undefined && random(3) > 0) return typeof value === "number" ? Number(id) : id;
    return value;
  };
  return change(example, "", 0);
}
