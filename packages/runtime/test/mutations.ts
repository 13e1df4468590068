import * as fc from "fast-check";
import type { HttpRequest } from "../src/server/index.ts";
import { headerNames, headerValues, hostileJson, hostileTexts, methods } from "./hostile-values.ts";

/** A request whose parts can be changed. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Uint8Array;
}

/** One change of a request; places are counted around, so that each is one of any request. */
export type Mutation =
  | { readonly kind: "method"; readonly method: string }
  | { readonly kind: "url" | "text" | "header"; readonly edit: Edit; readonly which: number }
  | { readonly kind: "query"; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  | { readonly kind: "remove"; readonly which: number }
  | { readonly kind: "json"; readonly which: number; readonly value: string }
  | { readonly kind: "bytes"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "chunks"; readonly size: number; readonly isBroken: boolean };

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const place = fc.nat({ max: 5000 });
const text = fc.oneof(
  { arbitrary: fc.constantFrom(...hostileTexts), weight: 3 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 12 }), weight: 1 },
);
const edit: fc.Arbitrary<Edit> = fc.record({
  at: place,
  remove: fc.constantFrom(0, 0, 1, 2, 5, 40),
  insert: text,
});

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("url" as const, "text" as const, "header" as const),
      edit,
      which: place,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("json" as const),
      which: place,
      value: fc.constantFrom(...hostileJson),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("query" as const),
      pairs: fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("set" as const),
      name: fc.constantFrom(...headerNames),
      value: fc.oneof(fc.constantFrom(...headerValues), text),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), which: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("bytes" as const),
      at: place,
      bytes: fc.uint8Array({ maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("chunks" as const),
      size: fc.integer({ min: 1, max: 50 }),
      isBroken: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("method" as const),
      method: fc.constantFrom(...methods),
    }),
  },
);

/** Requests that are valid but for some changes. */
export const mutatedRequest = (
  valid: readonly PlainRequest[],
): fc.Arbitrary<{ readonly request: PlainRequest; readonly mutations: readonly Mutation[] }> =>
  fc.record({
    request: fc.constantFrom(...valid),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
  });

/** Makes the changes. */
export function mutate(request: PlainRequest, mutations: readonly Mutation[]): HttpRequest {
  let changed: PlainRequest = request;
  let body: HttpRequest["body"];
  for (const one of mutations) {
    if (one.kind === "chunks") body = chunksOf(changed.body ?? new Uint8Array(), one);
    else changed = applied(changed, one);
  }
  return { ...changed, body: body ?? changed.body };
}

function applied(request: PlainRequest, one: Exclude<Mutation, { kind: "chunks" }>): PlainRequest {
  const { url, headers, body = new Uint8Array() } = request;
  switch (one.kind) {
    case "method":
      return { ...request, method: one.method };
    case "url":
      return { ...request, url: edited(url, one.edit) };
    case "text":
      return { ...request, body: Buffer.from(edited(Buffer.from(body).toString(), one.edit)) };
    case "query": {
      const pairs = one.pairs.map(([name, value]) => `${name}=${value}`).join("&");
      return { ...request, url: `${url}${url.includes("?") ? "&" : "?"}${pairs}` };
    }
    case "json":
      return { ...request, body: Buffer.from(withNode(Buffer.from(body).toString(), one)) };
    case "bytes": {
      const at = one.at % (body.length + 1);
      const rest = body.subarray(at + one.bytes.length);
      return { ...request, body: Buffer.concat([body.subarray(0, at), one.bytes, rest]) };
    }
    case "set":
      return { ...request, headers: withHeader(headers, one.name, one.value) };
    default: {
      const names = Object.keys(headers);
      const name = names[one.which % Math.max(1, names.length)];
      if (name === undefined) return request;
      const { [name]: value = "", ...others } = headers;
      if (one.kind === "remove") return { ...request, headers: others };
      return { ...request, headers: withHeader(headers, name, edited(value, one.edit)) };
    }
  }
}

/** Node's parser lets no control characters through. */
function withHeader(headers: PlainRequest["headers"], name: string, value: string) {
  const entries = Object.entries(headers).filter(([other]) => other !== name);
  return Object.fromEntries([...entries, [name, value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "")]]);
}

function edited(value: string, { at, remove, insert }: Edit): string {
  const start = at % (value.length + 1);
  return value.slice(0, start) + insert + value.slice(start + remove);
}

/** Puts a text in the place of one value of a JSON text; in the place of all where it is none. */
function withNode(json: string, { which, value }: { which: number; value: string }): string {
  const hole = "\u0001hole";
  try {
    const root = { root: JSON.parse(json) as unknown };
    const places: (() => void)[] = [];
    const visit = (holder: object): void => {
      for (const [name, inner] of Object.entries(holder)) {
        places.push(() => void Reflect.set(holder, name, hole));
        if (typeof inner === "object" && inner !== null) visit(inner);
      }
    };
    visit(root);
    places[which % places.length]?.();
    return JSON.stringify(root.root).replace(JSON.stringify(hole), () => value);
  } catch {
    return value;
  }
}

/** A body that comes in chunks, and may break off. */
async function* chunksOf(
  body: Uint8Array,
  { size, isBroken }: { size: number; isBroken: boolean },
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = isBroken ? body.length / 2 : body.length;
  const step = Math.max(size, body.length / 50);
  for (let start = 0; start < end; start += step) {
    yield body.subarray(start, Math.min(end, start + step));
  }
  if (isBroken) throw new Error("the connection is gone");
}
