import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request, and the answer that it got. */
export interface RecordedAnswer {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
  };
}

const ofConnection = ["connection", "content-length", "host", "transfer-encoding", "keep-alive"];

const withoutConnection = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !ofConnection.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );

/** A listener that hands requests on to a service, and remembers them with their answers. */
export function recorder(service: string, into: RecordedAnswer[]): RequestListener {
  return (request, response) => {
    const hand = async (): Promise<void> => {
      const { method = "GET", url: target = "/" } = request;
      const headers = withoutConnection(Object.entries(request.headers));
      const body = await buffer(request);
      const answer = await fetch(service + target, initOf(method, headers, body));
      const recorded = {
        status: answer.status,
        headers: withoutConnection(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      };
      into.push({ method, target, headers, body, answer: recorded });
      response.writeHead(recorded.status, recorded.headers).end(recorded.body);
    };
    // An answer that cannot be read, or that does not end, is none.
    hand().catch(() => response.destroy());
  };
}

/** Requests and answers, one after the other, for what looks at them on the way. */
export class Replay {
  #answer: RecordedAnswer["answer"] | undefined;

  /** The service that gives the recorded answers. */
  readonly listener: RequestListener = (request, response) => {
    request.resume();
    if (this.#answer === undefined) response.writeHead(500).end();
    else response.writeHead(this.#answer.status, this.#answer.headers).end(this.#answer.body);
  };

  /** Sends a request once more, through an observer. @returns the answer as the observer has left it, if it did */
  async send(
    { method, target, headers, body, answer }: RecordedAnswer,
    observer: string,
  ): Promise<Response | undefined> {
    this.#answer = answer;
    return fetch(observer + target, initOf(method, headers, body)).catch(() => undefined);
  }
}

const initOf = (method: string, headers: Readonly<Record<string, string>>, body: Buffer) => ({
  method,
  headers,
  redirect: "manual" as const,
  signal: AbortSignal.timeout(2000),
  ...(body.length > 0 && { body: new Uint8Array(body) }),
});
