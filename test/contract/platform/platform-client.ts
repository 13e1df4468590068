import { request } from "node:http";
import type { IncomingMessage } from "node:http";

export type Fields = Record<string, unknown>;

/** What a service has answered. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * A client as users of such platforms write it: it knows paths, the types of events and the members that it reads,
 * and nothing of the description. It sends null for what it has not, and takes any media type.
 */
export class PlatformClient {
  readonly #base: string;
  /** Waits until there may be something new. */
  readonly #wait: () => void;

  constructor(base: string, wait: () => void) {
    this.#base = base;
    this.#wait = wait;
  }

  async send(method: string, path: string, body?: unknown): Promise<Reply> {
    const answer = await this.#open(method, path, body);
    const bytes = Buffer.concat(await Array.fromAsync(answer));
    return { status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "", bytes };
  }

  /** @throws {Error} with the answer where it is no success */
  async call<Result extends Fields = Fields>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Result> {
    const { status, bytes } = await this.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${bytes.toString()}`);
    return (bytes.length === 0 ? {} : JSON.parse(bytes.toString())) as Result;
  }

  /** The data of the events of a stream, as JSON. */
  async *stream(method: string, path: string, body?: unknown): AsyncGenerator<Fields> {
    const answer = await this.#open(method, path, body);
    if ((answer.statusCode ?? 0) >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
    let text = "";
    for await (const chunk of answer.setEncoding("utf8")) {
      const lines = (text + String(chunk)).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines)
        if (line.startsWith("data:")) yield JSON.parse(line.slice(5)) as Fields;
    }
  }

  /** Runs an assistant and reads its events again and again, until the last. */
  async run(assistant: string, body: Fields): Promise<{ events: Fields[]; output: unknown }> {
    const run = await this.call("POST", `/assistants/${assistant}/runs`, body);
    const events: Fields[] = [];
    for (let offset = 0, tries = 0; tries < 100; tries += 1) {
      const path = `/assistant-runs/${String(run["assistant_run_id"])}/events?offset=${offset}&limit=100`;
      const page = await this.call<{ events: Fields[]; next_offset: number }>("GET", path);
      events.push(...page.events);
      offset = page.next_offset;
      const last = page.events.find(({ type }) => type === "FinishStructureRunEvent");
      if (last !== undefined) return { events, output: outputOf(last) };
      this.#wait();
    }
    throw new Error("the run has not ended");
  }

  /** Runs an assistant and follows the stream of its events to the last. */
  async follow(assistant: string, input: string): Promise<{ text: string; output: unknown }> {
    const run = await this.call("POST", `/assistants/${assistant}/runs`, { input, stream: true });
    const path = `/assistant-runs/${String(run["assistant_run_id"])}/events/stream`;
    let text = "";
    const events = this.stream("GET", path);
    for (;;) {
      const next = events.next();
      this.#wait();
      const { value, done } = await next;
      if (done === true) throw new Error("the stream ended before the run");
      if (value["type"] === "TextChunkEvent") text += String((value["payload"] as Fields)["token"]);
      if (value["type"] !== "FinishStructureRunEvent") continue;
      await events.return(undefined);
      return { text, output: outputOf(value) };
    }
  }

  #open(method: string, path: string, body: unknown): Promise<IncomingMessage> {
    const url = path.startsWith("http") ? path : this.#base + path;
    const isRaw = body instanceof Uint8Array;
    const headers = {
      authorization: "Bearer gt-key",
      accept: "*/*",
      ...(body === undefined || isRaw ? {} : { "content-type": "application/json" }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers }, resolve).on("error", reject);
      sent.end(body === undefined ? undefined : isRaw ? body : JSON.stringify(body));
    });
  }
}

/** The value of the artifact that a run has ended with, where the event is one of an assistant or of a user. */
function outputOf({ origin, payload }: Fields): unknown {
  if (origin !== "ASSISTANT" && origin !== "USER") return undefined;
  const { output_task_output: output } = payload as { output_task_output: Fields };
  return output["type"] === "TextArtifact" ? output["value"] : undefined;
}
