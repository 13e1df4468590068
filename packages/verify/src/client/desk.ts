import type { WireRequest } from "../wire/wire-request.ts";
import type { OpenedClient } from "./adapter.ts";
import type { MadeCall, PlannedCall, ReadReceived } from "./planned-call.ts";
import type { ClientProbe } from "./client-probe.ts";
import type { ReadRequest } from "./read-request.ts";
import type { ReceivedRequest, ScriptedAnswer } from "./scripted-server.ts";

/**
 * The longest time in milliseconds that the first request waits for the second, because a client may make one
 * call at a time.
 */
const longestWait = 500;

/** One of several calls that are made at the same time. */
export interface DeskCall extends PlannedCall {
  /** True if a request is that of the call. */
  readonly isOwn: (read: ReadRequest, request: WireRequest) => Promise<boolean> | boolean;
  /** The client that makes it. Default: the same for all. */
  readonly client?: OpenedClient;
}

/** What several calls at the same time have led to. */
export interface AtOnce {
  readonly made: readonly MadeCall[];
  /** The requests that belong to none of the calls. */
  readonly strays: readonly ReadReceived[];
}

/** Makes calls at the same time. The last one is answered first, after the requests of all have arrived. */
export async function callAtOnce(probe: ClientProbe, calls: readonly DeskCall[]): Promise<AtOnce> {
  const desk = new Desk(probe, calls);
  probe.run.server.respondBy((received) => desk.respond(received));
  const results = await Promise.all(calls.map((planned) => probe.attempt(planned, planned.client)));
  desk.close();
  const made = calls.map((planned, index) => {
    const result = results[index] ?? { outcome: undefined, items: [], streamError: undefined };
    return probe.made(planned, result, desk.requestsOf(index));
  });
  return { made, strays: desk.strays };
}

class Desk {
  readonly #probe: ClientProbe;
  readonly #calls: readonly DeskCall[];
  readonly #requests: (ReadReceived | undefined)[];
  readonly #all = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout;
  readonly strays: ReadReceived[] = [];

  constructor(probe: ClientProbe, calls: readonly DeskCall[]) {
    this.#probe = probe;
    this.#calls = calls;
    this.#requests = calls.map(() => undefined);
    this.#timer = setTimeout(() => this.#all.resolve(), longestWait);
  }

  async respond(received: ReceivedRequest): Promise<ScriptedAnswer | undefined> {
    const read = { ...received, read: await this.#probe.run.reader.read(received.request) };
    const owners = await this.#ownersOf(read);
    const index = owners.find((one) => this.#requests[one] === undefined);
    if (index === undefined && owners[0] !== undefined)
      return { response: (this.#calls[owners[0]] as DeskCall).answer.response };
    const call = index === undefined ? undefined : this.#calls[index];
    if (call === undefined || index === undefined) {
      this.strays.push(read);
      this.#all.resolve();
      return undefined;
    }
    this.#requests[index] = read;
    if (this.#requests.every((one) => one !== undefined)) this.#all.resolve();
    await this.#all.promise;
    // The last call is answered first.
    await this.#requests[index + 1]?.closed;
    return { response: call.answer.response };
  }

  requestsOf(index: number): ReadReceived[] {
    const received = this.#requests[index];
    return received === undefined ? [] : [received];
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#all.resolve();
  }

  /** Returns the indexes of the calls that a request may be of. */
  async #ownersOf({ read, request }: ReadReceived): Promise<number[]> {
    const are = await Promise.all(this.#calls.map((call) => call.isOwn(read, request)));
    return are.flatMap((isOwn, index) => (isOwn ? [index] : []));
  }
}
