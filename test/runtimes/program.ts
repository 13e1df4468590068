/**
 * What an application does with a generated client, the same in every runtime: steps, each of which tells what came of it.
 * The client is generated from `openapi.yaml` when the tests run.
 */
import {
  ApiError,
  ConnectionError,
  createClient,
  TimeoutError,
  withUploadProgress,
} from "./.cache/api/client/index.ts";

type Api = ReturnType<typeof createClient>;

/** What a step has of those before. */
interface Context {
  readonly api: Api;
  /** The address of each attempt of a call. */
  readonly attempts: readonly string[];
  /** Of the note that was created first. */
  path: { readonly note_id: string };
}

/** In the order in which they are done; each gives what it came to. */
const steps: Readonly<Record<string, (context: Context) => Promise<string>>> = {
  async create(context) {
    const created = [];
    for (const title of ["first", "second", "third"])
      created.push(await context.api.notes.createNote({ body: { title } }));
    const [first] = created;
    if (first !== undefined) context.path = { note_id: first.note_id };
    return created.map(({ title }) => title).join(", ");
  },

  async list({ api }) {
    const { notes, pagination } = await api.notes.listNotes({ query: { page_size: 2 } });
    return `${pagination.total} in all: ${notes.map(({ title }) => title).join(", ")}`;
  },

  async page({ api }) {
    const titles: string[] = [];
    for await (const { title } of api.notes.listNotes({ query: { page_size: 2 } }))
      titles.push(title);
    return titles.join(", ");
  },

  async stream({ api, path }) {
    const changes: string[] = [];
    for await (const { number, text } of api.notes.watchNote({ path })) {
      changes.push(`${number} ${text}`);
      if (changes.length === 2) break;
    }
    await api.waiting.waitForEnd({ path: { what: "stream" } });
    return `${changes.join(", ")}; the server knows of the end`;
  },

  async "upload a form"({ api, path }) {
    const file = new File(["zwei Zettel", "…"], "zettel.note", {
      type: "application/vnd.example.note",
    });
    const received = await api.notes.attachFile({ path, body: { title: "Größe", file } });
    const { name, media_type, size, text } = received;
    return `${name}, ${media_type}, ${size} bytes: ${text}`;
  },

  async "upload bytes"({ api, path }) {
    const body = new Blob(["01234", "56789"], { type: "application/octet-stream" });
    const { media_type, size, text } = await api.notes.putPicture({ path, body });
    return `${media_type}, ${size} bytes: ${text}`;
  },

  async "upload a stream"({ api, path }) {
    let sent = 0;
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of ["01234", "56789"]) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const body = withUploadProgress(pieces, ({ bytes }) => {
      sent = bytes;
    });
    const headers = { "content-type": "application/octet-stream" };
    const call = api.raw("PUT", `/notes/${path.note_id}/picture`, { body, headers });
    const error = await failure(call);
    if (error instanceof ConnectionError) return "ConnectionError";
    const { size, text } = (await (await call).json()) as { size: number; text: string };
    return `${size} bytes: ${text}; ${sent} sent`;
  },

  async error({ api }) {
    const error = await failure(api.notes.getNote({ path: { note_id: "none" } }));
    if (!(error instanceof ApiError)) return String(error);
    const { code, message: text } = error.body as {
      readonly code: string;
      readonly message: string;
    };
    return `${error.status}, ${code}: ${text}`;
  },

  async retry({ api, attempts }) {
    const { title } = await api.notes.getNote({ path: { note_id: "flaky" } });
    return `${title} after ${attempts.filter((url) => url.endsWith("/flaky")).length} attempts`;
  },

  async "time limit"({ api }) {
    const late = await failure(api.waiting.waitForAnswer({}, { timeout: 50, retries: 0 }));
    await api.waiting.waitForBeginning();
    await api.waiting.waitForEnd({ path: { what: "answer" } });
    return `${late instanceof TimeoutError ? late.kind : String(late)}; the server knows of the end`;
  },

  /** The caller gives up when the server has the request, and has answered nothing. */
  async "abort a call"({ api }) {
    const caller = new AbortController();
    const call = failure(api.waiting.waitForAnswer({}, { signal: caller.signal, retries: 0 }));
    await api.waiting.waitForBeginning();
    caller.abort(new Error("enough"));
    const reason = await call;
    await api.waiting.waitForEnd({ path: { what: "answer" } });
    return `${String(reason)}; the server knows of the end`;
  },

  /** The caller gives up in the midst of a stream. */
  async "abort a stream"({ api, path }) {
    const caller = new AbortController();
    let last = 0;
    const read = async (): Promise<void> => {
      for await (const { number } of api.notes.watchNote({ path }, { signal: caller.signal })) {
        last = number;
        if (number === 2) caller.abort(new Error("enough"));
      }
    };
    const reason = await failure(read());
    await api.waiting.waitForEnd({ path: { what: "stream" } });
    return `${String(reason)} after ${last} changes; the server knows of the end`;
  },
};

/** @returns what is thrown; nothing where nothing is */
async function failure(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Does all steps, one after the other. @returns what each came to, or why it failed, by its name */
export async function run(baseUrl: string): Promise<Record<string, string>> {
  const attempts: string[] = [];
  const api = createClient({
    baseUrl,
    middleware: [
      {
        onAttempt(request, next) {
          attempts.push(request.url);
          return next(request);
        },
      },
    ],
  });
  const context: Context = { api, attempts, path: { note_id: "" } };
  const told: Record<string, string> = {};
  for (const [name, step] of Object.entries(steps))
    try {
      told[name] = await step(context);
    } catch (error) {
      told[name] = `failed: ${error instanceof Error ? error.stack : String(error)}`;
    }
  return told;
}
