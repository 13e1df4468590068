import { isObject, plain } from "./values.ts";
import type { WalkSubject, WalkedOperation } from "./subject.ts";

/** An answer that was got. */
export interface Seen {
  readonly operation: WalkedOperation;
  readonly url: string;
  readonly path: { readonly [parameter: string]: string };
  readonly body: unknown;
}

/** Everything that the lists and reads of an API show at one time. */
export interface Survey {
  readonly seen: readonly Seen[];
  /** The values of path parameters that lists show, by name. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
  /** The read of one record by its key alone, by the name of the key. */
  readonly reads: ReadonlyMap<string, WalkedOperation>;
  read(
    operation: WalkedOperation,
    path: { readonly [parameter: string]: string },
  ): Promise<Response>;
}

const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);

/** Reads every list, and every record that is in one or named anywhere, until there is nothing more to read. */
export async function survey({ mock, operations }: WalkSubject): Promise<Survey> {
  const gets = operations.filter(({ method, isStream }) => method === "GET" && !isStream);
  const known = new Map<string, Set<string>>();
  const seen = new Map<string, Seen>();
  const learn = (parameter: string, value: unknown): void => {
    if (typeof value !== "string" && typeof value !== "number") return;
    const name = plain(parameter);
    known.set(name, (known.get(name) ?? new Set()).add(String(value)));
  };
  const read: Survey["read"] = (operation, path) => mock.fetch(urlOf(operation.path, path));
  for (let count = -1; count !== seen.size;) {
    count = seen.size;
    for (const operation of gets) {
      for (const path of pathsOf(operation.path, known)) {
        const url = urlOf(operation.path, path);
        if (seen.has(url)) continue;
        const response = await mock.fetch(`${url}${everything(operation)}`);
        if (!response.ok) continue;
        const text = await response.text();
        const isJson = response.headers.get("content-type")?.includes("json") === true;
        const body: unknown = isJson && text !== "" ? JSON.parse(text) : text;
        seen.set(url, { operation, url, path, body });
        for (const item of itemsOf(body)) learnFrom(item, operation, operations, learn);
      }
    }
  }
  return { seen: [...seen.values()], known, reads: readsOf(gets), read };
}

/** The query of a list that asks for all of it at once. */
function everything({ path }: WalkedOperation): string {
  return path.endsWith("}") ? "" : "?page_size=1000&limit=1000&per_page=1000";
}

function learnFrom(
  item: { readonly [member: string]: unknown },
  list: WalkedOperation,
  operations: readonly WalkedOperation[],
  learn: (parameter: string, value: unknown) => void,
): void {
  const own = operations.find(
    ({ path }) => /^\/\{[^{}]+\}$/.test(path.slice(list.path.length)) && path.startsWith(list.path),
  );
  const [parameter] = parametersOf(own?.path ?? "").slice(-1);
  if (parameter !== undefined) {
    const name = Object.keys(item).find((one) => plain(one) === plain(parameter));
    learn(parameter, item[name ?? "id"] ?? item["number"] ?? item["name"]);
  }
  const above = parametersOf(list.path).map(plain);
  const first = Object.keys(item).find(
    (one) => plain(one).endsWith("_id") && !above.includes(plain(one)),
  );
  if (first !== undefined) learn(first, item[first]);
}

/** The objects of the lists in a body, or of the body that is one. */
export function itemsOf(body: unknown): { readonly [member: string]: unknown }[] {
  const lists = Array.isArray(body) ? [body] : isObject(body) ? Object.values(body) : [];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
}

function readsOf(gets: readonly WalkedOperation[]): Map<string, WalkedOperation> {
  return new Map(
    gets.flatMap((operation) => {
      const [only, ...others] = parametersOf(operation.path);
      const isRead = only !== undefined && others.length === 0 && operation.path.endsWith("}");
      return isRead ? [[plain(only), operation] as const] : [];
    }),
  );
}

/** The paths that a template has with the values that are known; those of one record's places belong together. */
function pathsOf(
  template: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): { [parameter: string]: string }[] {
  return parametersOf(template).reduce<{ [parameter: string]: string }[]>(
    (paths, parameter) =>
      paths.flatMap((path) =>
        [...(known.get(plain(parameter)) ?? [])].map((value) => ({ ...path, [parameter]: value })),
      ),
    [{}],
  );
}

/** The URL of a template. */
export function urlOf(template: string, path: { readonly [parameter: string]: string }): string {
  const filled = template.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? "none"),
  );
  return `http://localhost${filled}`;
}
