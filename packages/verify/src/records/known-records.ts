import type { VerifiedApi } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Credentials } from "../wire/write-request.ts";
import { isDestructive } from "./destructive.ts";
import type { MadeRecord } from "./made-record.ts";
import type { SharedKnowledge } from "./prepared-input.ts";
import { Stories } from "./stories/stories.ts";

/** Records to which cases refer without a change, one of each resource, and tags, so that not each case has to look for its own. */
export class KnownRecords {
  readonly #api: VerifiedApi;
  readonly #records = new Map<string, MadeRecord>();
  /** The entity tags that reading showed since the last change. */
  readonly #tags = new Map<string, string>();
  readonly #stories = new Map<string, Stories>();

  constructor(api: VerifiedApi) {
    this.#api = api;
  }

  /** Returns what the cases of one principal know. */
  of(credentials: Credentials = {}): SharedKnowledge {
    const nameOf = (own: string): string => JSON.stringify([own, credentials]);
    const stories = this.#stories.get(nameOf("")) ?? new Stories();
    this.#stories.set(nameOf(""), stories);
    return {
      stories,
      recordOf: (resource) => this.#records.get(nameOf(resource)),
      noteRecord: (record) => void this.#records.set(nameOf(record.resource), record),
      tagAt: (place) => this.#tags.get(nameOf(place)),
      noteTag: (place, tag) => void this.#tags.set(nameOf(place), tag),
    };
  }

  /** Forgets tags that an exchange may have changed, records that it shows to be gone, and all if it may have taken one away. */
  note(exchange: Exchange): void {
    const { operation, request, response } = exchange;
    for (const one of this.#stories.values()) one.forgetIn(exchange);
    const { status = 0 } = response ?? {};
    if (status === 404 || status === 410) this.#forgetIn(request.target);
    const { method } = request;
    const isSuccess = status >= 200 && status <= 299;
    if (status === 412 || (isSuccess && !["GET", "HEAD"].includes(method))) this.#tags.clear();
    if (!isSuccess) return;
    const isChange = ["PUT", "PATCH"].includes(method) && operation !== undefined;
    const mayTakeAway =
      operation === undefined ? method !== "GET" : isDestructive(this.#api, operation);
    if (mayTakeAway && !isChange) this.#records.clear();
  }

  #forgetIn(target: string): void {
    const names = target.split(/[/?]/);
    for (const [name, { key }] of this.#records)
      if (names.includes(encodeURIComponent(key))) this.#records.delete(name);
  }
}
