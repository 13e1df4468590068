import * as theirs from "openapi-fetch";
import { describe, expect, it } from "vitest";
import * as ours from "../../src/fetch-client/index.ts";
import type { paths } from "./paths.ts";

/** Both libraries, by what the cases use of them. */
type Library = Pick<typeof theirs, "createPathBasedClient" | "wrapAsPathBasedClient"> & {
  readonly default: typeof theirs.default;
};

/** What a case is tried with: a client whose requests are written down and answered. */
interface Trial {
  readonly library: Library;
  readonly requests: SentRequest[];
  create(options?: theirs.ClientOptions): theirs.Client<paths>;
  /** Answers the next requests with it. */
  answer(response: () => Response): void;
}

interface SentRequest {
  readonly [member: string]: unknown;
}

const pet = { id: "1", name: "Rex" };

async function written(request: Request): Promise<SentRequest> {
  const { method, url, headers, cache, credentials, mode, redirect } = request;
  const type = headers.get("content-type")?.replace(/boundary=.*/, "boundary");
  const body = type?.startsWith("multipart") === true ? "a form" : await request.clone().text();
  const all = {
    ...Object.fromEntries(headers),
    ...(type === undefined ? {} : { "content-type": type }),
  };
  const { next } = request as unknown as { readonly next?: unknown };
  return { method, url, headers: all, cache, credentials, mode, redirect, body, next };
}

/** Runs a case with a library; what it throws is part of the outcome. */
async function outcomeOf(library: Library, run: (trial: Trial) => Promise<unknown>) {
  const requests: SentRequest[] = [];
  let response = (): Response => Response.json(pet);
  const fetch = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted();
    requests.push(await written(request));
    return response();
  };
  const trial: Trial = {
    library,
    requests,
    create: (options) =>
      library.default<paths>({ baseUrl: "https://example.com", fetch, ...options }),
    answer: (next) => {
      response = next;
    },
  };
  const result = await run(trial).then(shown, (error: unknown) => ({ thrown: typeof error }));
  return { result, requests };
}

/** An answer without its response, of which only the status tells. */
const shown = (result: unknown): unknown =>
  typeof result === "object" && result !== null && "response" in result
    ? { ...result, response: (result.response as Response).status }
    : result;

const cases: Readonly<Record<string, (trial: Trial) => Promise<unknown>>> = {
  "GET answers data": ({ create }) => create().GET("/pets"),
  "path parameters are encoded": ({ create }) =>
    create().GET("/pets/{id}", { params: { path: { id: "a/b c" } } }),
  "missing path parameters stay": ({ create }) =>
    create().GET("/pets/{id}", { params: { path: {} } } as never),
  "styles of path parameters": ({ create }) =>
    create().GET("/any{.list}/{;object*}/{plain*}", {
      params: { path: { list: ["a", "b,c"], object: { a: 1, b: "x y" }, plain: ["p", "q"] } },
    }),
  "lists and objects in queries": ({ create }) =>
    create().GET("/pets", {
      params: { query: { limit: 2, tags: ["a b", "c"], filter: { kind: "dog", age: 3 } } },
    }),
  "undefined and null in queries": ({ create }) =>
    create().GET("/pets", { params: { query: { limit: undefined, tags: null } } } as never),
  "empty lists and false in queries": ({ create }) =>
    create().GET("/pets", { params: { query: { tags: [], limit: 0, all: false } } } as never),
  "nested values in queries are refused": ({ create }) =>
    create().GET("/pets", { params: { query: { filter: { kind: { of: "dog" } } } } } as never),
  "options of the query serializer of the client": ({ create }) =>
    create({
      querySerializer: {
        array: { style: "pipeDelimited", explode: false },
        object: { style: "form", explode: false },
      },
    }).GET("/pets", { params: { query: { tags: ["a", "b"], filter: { kind: "dog", age: 3 } } } }),
  "options of the query serializer of a call win": ({ create }) =>
    create({ querySerializer: { array: { style: "pipeDelimited", explode: false } } }).GET(
      "/pets",
      {
        params: { query: { tags: ["a", "b"], filter: { kind: "dog" } } },
        querySerializer: {
          array: { style: "spaceDelimited", explode: false },
          allowReserved: true,
        },
      },
    ),
  "reserved characters are left": ({ create }) =>
    create({ querySerializer: { allowReserved: true } }).GET("/pets", {
      params: { query: { tags: ["a/b"], filter: { kind: "c:d" } } },
    }),
  "functions write queries and paths": ({ create }) =>
    create({ querySerializer: () => "?a=1", pathSerializer: (path) => `${path}!` }).GET(
      "/pets/{id}",
      {
        params: { path: { id: "1" } },
      },
    ),
  "POST sends JSON": ({ create }) => create().POST("/pets", { body: { name: "Rex" } }),
  "empty and falsy bodies": async ({ create }) => {
    for (const body of [0, "", false, null]) await create().POST("/pets", { body: body as never });
  },
  "no body sends no content type": ({ create }) => create().POST("/pets", {} as never),
  "the content type can be replaced and removed": async ({ create }) => {
    const body = { name: "Rex" };
    await create().POST("/pets", { body, headers: { "content-type": "application/vnd.pet+json" } });
    await create().POST("/pets", { body, headers: { "Content-Type": null } });
  },
  "forms by their content type": ({ create }) =>
    create().PATCH("/pets/{id}", {
      params: { path: { id: "1" } },
      body: { name: "Rex & Co" },
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    }),
  "multipart by a body serializer": ({ create }) =>
    create().POST("/pets", {
      body: { name: "Rex" },
      bodySerializer(body) {
        const form = new FormData();
        form.set("name", body.name);
        return form;
      },
    }),
  "body serializers of the client and of a call": async ({ create }) => {
    const client = create({ bodySerializer: () => "of the client" });
    await client.POST("/pets", { body: { name: "Rex" } });
    await client.POST("/pets", { body: { name: "Rex" }, bodySerializer: () => "of the call" });
  },
  "headers are merged, and null removes": ({ create }) =>
    create({ headers: { a: "1", b: "2", c: "3" } }).GET("/pets", {
      headers: { b: "4", c: null, d: ["5", "6"], e: undefined, f: 7 },
      params: { header: { "x-trace": "t" } },
    }),
  "headers of all forms": async ({ create }) => {
    await create({ headers: new Headers({ a: "1" }) }).GET("/pets", {
      headers: new Headers({ b: "2" }),
    });
  },
  "trailing slashes of the base URL": async ({ create }) => {
    await create({ baseUrl: "https://example.com/v1/" }).GET("/pets");
    await create().GET("/pets", { baseUrl: "https://other.example/v2/" });
  },
  "options of fetch": ({ create }) =>
    create({ cache: "no-store", credentials: "include" }).GET("/pets", {
      credentials: "omit",
      redirect: "manual",
    }),
  "options that fetch does not know": ({ create }) =>
    create().GET("/pets", { next: { revalidate: 60 } } as never),
  "an own fetch of a call": async ({ create }) =>
    create().GET("/pets", { fetch: async () => Response.json([pet]) }),
  "errors as JSON": ({ create, answer }) => {
    answer(() => Response.json({ title: "No such pet" }, { status: 404 }));
    return create().GET("/pets/{id}", { params: { path: { id: "1" } } });
  },
  "errors as text": ({ create, answer }) => {
    answer(() => new Response("It broke", { status: 418 }));
    return create().GET("/pets");
  },
  "errors without a body": ({ create, answer }) => {
    answer(() => new Response(null, { status: 404, headers: { "content-length": "0" } }));
    return create().GET("/pets");
  },
  "204": ({ create, answer }) => {
    answer(() => new Response(null, { status: 204 }));
    return create().DELETE("/pets/{id}", { params: { path: { id: "1" } } });
  },
  "a success without a length and body": ({ create, answer }) => {
    answer(() => new Response("", { status: 200 }));
    return create().GET("/pets");
  },
  "a success of length 0": ({ create, answer }) => {
    answer(() => new Response("", { status: 200, headers: { "content-length": "0" } }));
    return create().GET("/pets");
  },
  "a success that is no JSON": ({ create, answer }) => {
    answer(() => new Response("<p>", { status: 200 }));
    return create().GET("/pets");
  },
  HEAD: ({ create }) => create().HEAD("/pets"),
  "request takes any method": ({ create }) => create().request("get", "/pets"),
  "parseAs text": ({ create }) => create().GET("/pets", { parseAs: "text" }),
  "parseAs arrayBuffer": async ({ create }) => {
    const { data } = await create().GET("/pets", { parseAs: "arrayBuffer" });
    return data?.byteLength;
  },
  "parseAs blob": async ({ create }) => {
    const { data } = await create().GET("/pets", { parseAs: "blob" });
    return data?.text();
  },
  "parseAs stream": async ({ create }) => {
    const { data } = await create().GET("/pets", { parseAs: "stream" });
    return new Response(data ?? null).json();
  },
  "middleware changes requests and responses in its order": async ({ create }) => {
    const client = create();
    const order: string[] = [];
    const named = (name: string): theirs.Middleware => ({
      onRequest({ request, schemaPath, params, options }) {
        order.push(
          `${name} ${schemaPath} ${JSON.stringify(params)} ${options.baseUrl} ${options.parseAs}`,
        );
        request.headers.set("x-order", `${request.headers.get("x-order") ?? ""}${name}`);
        return request;
      },
      onResponse({ response }) {
        order.push(`after ${name}`);
        return new Response(response.body, { status: response.status + 1 });
      },
    });
    client.use(named("a"), named("b"));
    const { response } = await client.GET("/pets/{id}", {
      params: { path: { id: "1" } },
      middleware: [named("c")],
    });
    return { order, status: response.status };
  },
  "a middleware that replaces the request": async ({ create }) => {
    const client = create();
    client.use({ onRequest: () => new Request("https://elsewhere.example/", { method: "PUT" }) });
    return client.GET("/pets");
  },
  "a middleware that answers": async ({ create }) => {
    const client = create();
    const order: string[] = [];
    client.use(
      { onRequest: () => Response.json({ id: "kept", name: "Kept" }) },
      {
        onRequest: () => void order.push("not reached"),
        onResponse: () => void order.push("after"),
      },
    );
    const { data } = await client.GET("/pets");
    return { data, order };
  },
  "a middleware that returns something else": async ({ create }) => {
    const client = create();
    client.use({ onRequest: () => "odd" as never });
    return client.GET("/pets");
  },
  "what is no middleware is refused": async ({ create }) => create().use({} as never),
  "undefined is no middleware, and no fault": async ({ create }) =>
    create().use(undefined as never),
  "ejected middleware": async ({ create }) => {
    const client = create();
    const one: theirs.Middleware = { onRequest: () => Response.json({ id: "0", name: "one" }) };
    client.use(one);
    client.eject(one);
    return client.GET("/pets");
  },
  "a middleware that answers an error": async ({ create }) => {
    const client = create({ fetch: () => Promise.reject(new Error("broken")) });
    client.use(
      { onError: () => Response.json({ id: "none", name: "None" }) },
      { onError: () => new Error("renamed") },
    );
    return client.POST("/pets", { body: { name: "Rex" } });
  },
  "a middleware that renames an error": async ({ create }) => {
    const client = create({ fetch: () => Promise.reject(new Error("broken")) });
    client.use({ onError: () => new Error("renamed") });
    return client.POST("/pets", { body: { name: "Rex" } }).catch((error: Error) => error.message);
  },
  "an aborted call": ({ create }) =>
    create()
      .GET("/pets", { signal: AbortSignal.abort("by the user") })
      .catch((reason: unknown) => reason),
  "an own class of requests": async ({ create }) => {
    class Marked extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, init);
        this.headers.set("x-marked", "yes");
      }
    }
    return create({ Request: Marked }).GET("/pets");
  },
  "clients by path": async ({ library, create }) => {
    const client = library.wrapAsPathBasedClient<paths>(create());
    const { data } = await client["/pets/{id}"].GET({ params: { path: { id: "7" } } });
    return { data, isSame: client["/pets"] === client["/pets"] };
  },
};

describe("a client by path and method", () => {
  it.each(Object.entries(cases))("does as openapi-fetch does: %s", async (_, run) => {
    const expected = await outcomeOf(theirs, run);
    expect(await outcomeOf(ours as unknown as Library, run)).toEqual(expected);
  });
});
