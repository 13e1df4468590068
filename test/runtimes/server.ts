/** The service that the program calls: a mock of `openapi.yaml` over HTTP, with what it cannot make up by itself. */
import { serveMock } from "@openapi-packages/mock/node";
import type { MockService } from "@openapi-packages/mock/node";
import type { MockDescription } from "@openapi-packages/mock/description";

type Kind = "answer" | "stream";

/** The inputs of operations, as the description has them. */
interface NoteInput {
  readonly path: { readonly note_id: string };
}
interface FormInput {
  readonly body: { readonly title: string; readonly file: File };
}
interface PictureInput {
  readonly body: Blob;
}
interface EndInput {
  readonly path: { readonly what: Kind };
}

/** Lets as many go on as have been told of, whoever comes first. */
class Signals {
  #told = 0;
  readonly #waiting: (() => void)[] = [];

  tell(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#told += 1;
    else next();
  }

  next(): Promise<void> {
    if (this.#told === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#told -= 1;
    return Promise.resolve();
  }
}

/** Resolves when a caller has given up. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Starts the service on a free port. */
export function startService(description: MockDescription): Promise<MockService> {
  const begun = new Signals();
  const ended: Readonly<Record<Kind, Signals>> = { answer: new Signals(), stream: new Signals() };
  let attempts = 0;
  return serveMock(description, {
    port: 0,
    isQuiet: true,
    isConsoleOn: false,
    start: "empty",
    closeTimeout: 0,
    setup(mock) {
      mock.on("getNote", (input, { fallback }) => {
        if ((input as NoteInput).path.note_id !== "flaky") return fallback();
        attempts += 1;
        if (attempts === 1) return { status: 503, body: { code: "busy", message: "Once more." } };
        const body = { note_id: "5b1f0cc4-58c5-4c8a-a6b7-1b1c2f7f7a10", title: "found" };
        return { status: 200, body };
      });
      mock.on("watchNote", (_, { signal }) => ({
        status: 200,
        body: (async function* () {
          try {
            yield { number: 1, text: "created" };
            yield { number: 2, text: "größer" };
            await aborted(signal);
          } finally {
            ended.stream.tell();
          }
        })(),
      }));
      mock.on("attachFile", async (input) => {
        const { title, file } = (input as FormInput).body;
        const { type, size } = file;
        const text = await file.text();
        return {
          status: 201,
          body: { name: `${title}, ${file.name}`, media_type: type, size, text },
        };
      });
      mock.on("putPicture", async (input) => {
        const { body } = input as PictureInput;
        const { type, size } = body;
        const text = await body.text();
        return { status: 200, body: { name: "", media_type: type, size, text } };
      });
      mock.on("waitForAnswer", async (_, { signal }) => {
        begun.tell();
        await aborted(signal);
        ended.answer.tell();
        return { status: 204 };
      });
      mock.on("waitForBeginning", async () => {
        await begun.next();
        return { status: 204 };
      });
      mock.on("waitForEnd", async (input) => {
        await ended[(input as EndInput).path.what].next();
        return { status: 204 };
      });
    },
  });
}
