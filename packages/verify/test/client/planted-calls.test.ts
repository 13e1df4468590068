import type { CheckName } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { sampled } from "../../../../test/test-all.ts";
import { verifyNotes, type Faults } from "./support.ts";

/** A fault, the operation whose failures show it, and the check that finds it. */
type Row = readonly [fault: string, operation: string, check: CheckName, make: () => Faults];

type Send = NonNullable<Faults["send"]>;

/** Keeps answers of GET, by what `keyOf` makes of an address. */
function cached(keyOf: (url: string) => string): Send {
  const kept = new Map<string, Promise<Response>>();
  return async (url, init) => {
    if (init.method !== "GET") return fetch(url, init);
    const known = kept.get(keyOf(url)) ?? fetch(url, init);
    kept.set(keyOf(url), known);
    return (await known).clone();
  };
}

/** Gives callers that ask for the same while it is asked for the same promise. */
function deduplicated(keyOf: (url: string, init: RequestInit) => string): Send {
  const running = new Map<string, Promise<Response>>();
  return async (url, init) => {
    const key = keyOf(url, init);
    const known = running.get(key) ?? fetch(url, init).finally(() => running.delete(key));
    running.set(key, known);
    return (await known).clone();
  };
}

const turns: readonly Row[] = [
  [
    "answers that are kept though that is forbidden",
    "GetNote",
    "mixed-calls",
    () => ({ send: cached((url) => url) }),
  ],
  [
    "answers that are kept without their query",
    "ListNotes",
    "mixed-calls",
    () => ({ send: cached((url) => url.split("?")[0] ?? "") }),
  ],
  [
    "a result that later calls write into",
    "GetNote",
    "mixed-calls",
    () => {
      const result = {};
      return {
        around: async (call, id) =>
          id === "GetNote" ? Object.assign(result, await call()) : call(),
      };
    },
  ],
  [
    "headers that are kept for later calls",
    "GetNote",
    "mixed-calls",
    () => {
      const headers = {};
      return { draft: (draft) => (draft.headers = { ...Object.assign(headers, draft.headers) }) };
    },
  ],
  [
    "a query that grows from call to call",
    "ListNotes",
    "request-input",
    () => {
      const query = new Map<string, string>();
      return {
        draft: (draft) => {
          for (const [name, value] of draft.query) query.set(name, value);
          if (draft.query.length > 0 || query.has("limit"))
            draft.query =
              draft.path === "/notes" && draft.method === "GET" ? [...query] : draft.query;
        },
      };
    },
  ],
  [
    "one idempotency key for all calls",
    "CreateNote",
    "mixed-calls",
    () => ({
      draft: ({ method, headers }) => method === "POST" && (headers["Idempotency-Key"] = "1"),
    }),
  ],
];

const together: readonly Row[] = [
  [
    "creations that are taken for a second click",
    "CreateNote",
    "mixed-calls",
    () => ({ send: deduplicated((url, { method }) => `${method} ${url}`) }),
  ],
  [
    "requests at the same time that are told apart by their operation alone",
    "GetNote",
    "mixed-calls",
    () => ({
      send: deduplicated((url, { method }) => `${method} ${url.split("/").slice(0, 4).join("/")}`),
    }),
  ],
  [
    "a call that ends the one before",
    "GetNote",
    "mixed-calls",
    () => {
      let last = new AbortController();
      return {
        send: (url, init) => {
          last.abort();
          last = new AbortController();
          return fetch(url, {
            ...init,
            signal: AbortSignal.any([last.signal, init.signal as AbortSignal]),
          });
        },
      };
    },
  ],
  [
    "the last address, which all calls share",
    "GetNote",
    "mixed-calls",
    () => {
      let address = "";
      return {
        send: async (url, init) => {
          address = url;
          await new Promise(setImmediate);
          return fetch(address, init);
        },
      };
    },
  ],
];

/** Rejects when a signal aborts. */
const abortion = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });

const aborts: readonly Row[] = [
  [
    "a signal that is not passed on",
    "GetNote",
    "abort",
    () => ({ send: (url, init) => fetch(url, { ...init, signal: null }) }),
  ],
  [
    "a call that is given up while its request goes on",
    "GetNote",
    "abort",
    () => ({
      send: (url, { signal, ...init }) =>
        Promise.race([fetch(url, init), abortion(signal as AbortSignal)]),
    }),
  ],
  [
    "an aborted call as nothing",
    "GetNote",
    "abort",
    () => ({
      around: (call) =>
        call().catch((error: Error) =>
          error.name === "AbortError" ? undefined : Promise.reject(error),
        ),
    }),
  ],
  [
    "a signal that has aborted before",
    "CreateNote",
    "abort",
    () => ({
      send: (url, { signal, ...init }) => {
        const own = new AbortController();
        (signal as AbortSignal).addEventListener("abort", () => own.abort());
        return fetch(url, { ...init, signal: own.signal });
      },
    }),
  ],
  [
    "a signal that counts until there are headers",
    "GetNote",
    "abort",
    () => ({
      send: async (url, { signal, ...init }) => {
        const own = new AbortController();
        const stop = (): void => own.abort();
        (signal as AbortSignal).throwIfAborted();
        (signal as AbortSignal).addEventListener("abort", stop);
        const response = await fetch(url, { ...init, signal: own.signal });
        (signal as AbortSignal).removeEventListener("abort", stop);
        return response;
      },
    }),
  ],
];

const inputs: readonly Row[] = [
  [
    "a member that is added to the body of its caller",
    "CreateNote",
    "changed-input",
    () => ({ draft: (_, { body }) => void (body && Object.assign(body, { sentAt: 1 })) }),
  ],
  [
    "a list of its caller that is emptied",
    "ListNotes",
    "changed-input",
    () => ({ draft: (_, { query }) => void (query as { ids?: number[] })?.ids?.pop() }),
  ],
  [
    "parameters that are taken out of what the caller gave",
    "GetNote",
    "changed-input",
    () => ({ draft: (_, { path }) => delete (path as { noteId?: string } | undefined)?.noteId }),
  ],
];

describe.each([
  ["calls in turn", turns],
  ["calls at the same time", together],
  ["calls that are aborted", aborts],
  ["inputs", inputs],
] as const)("finds in %s", (_, rows) => {
  test.each(sampled(rows, 4))("%s", async (__, operation, check, make) => {
    const { failures } = await verifyNotes(make(), [operation]);
    const found = failures.map((one) => [one.check, ...(one.operationIds ?? [one.operationId])]);
    expect(found).toContainEqual(expect.arrayContaining([check, operation]));
  });
});

test("a client whose calls take no signal is not said to ignore it", async () => {
  const { failures, leftOut } = await verifyNotes({ takesSignal: false }, [
    "GetNote",
    "CreateNote",
  ]);
  expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(leftOut.map(({ reason }) => reason)).toContainEqual(
    expect.stringContaining("calls that are aborted"),
  );
});
