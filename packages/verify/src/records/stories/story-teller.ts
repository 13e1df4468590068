import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { MadeRecord } from "../made-record.ts";
import type { About, RecordCalls } from "../prepared-input.ts";
import { isTaken, LiveRecord, type StoryContext, type StoryHost } from "./live-record.ts";
import { isAction, recordWriteOf } from "./record-writes.ts";
import { stateMemberOf } from "./state-member.ts";
import { StorySearch, type SearchGoal } from "./story-search.ts";
import type { Step } from "./stories.ts";

/** A request with its answer. */
interface Sent {
  readonly exchange: Exchange;
  readonly input: CallInput;
}

/**
 * Brings records into the states that operations need: an expense is added to a report before that is submitted. What
 * a run has found out is remembered for it.
 */
export class StoryTeller {
  readonly #api: VerifiedApi;
  readonly #calls: RecordCalls;
  readonly #host: StoryHost;
  /** The resources of the records that are brought into a state, for which no other one of theirs is needed. */
  readonly #telling = new Set<string>();

  constructor(api: VerifiedApi, calls: RecordCalls, host: StoryHost) {
    this.#api = api;
    this.#calls = calls;
    this.#host = host;
  }

  /**
   * Looks for a state of its record in which an operation takes what it refused, if that may be about the state: at
   * most 12 requests.
   *
   * @returns the request that succeeded, else the one that was refused
   */
  async retold<Refused extends Sent>(
    operation: VerifiedOperation,
    refused: Refused,
  ): Promise<Refused | Sent> {
    const { status } = refused.exchange.response ?? {};
    const write = recordWriteOf(this.#api, operation);
    const { stories } = this.#calls.known;
    if (write === undefined) return refused;
    // 422 speaks of a body, if the operation is not an action.
    if (status !== 409 && !(status === 422 && isAction(this.#api, write))) return refused;
    if (this.#telling.has(write.resource) || stories.isKnown(operation)) return refused;
    const found = await this.search(write.resource, { name: operation.id, wanted: write });
    stories.giveUp(operation);
    return found ?? refused;
  }

  /** Searches the states of a resource's records. */
  async search(resource: string, goal: SearchGoal): Promise<Sent | undefined> {
    const context = this.contextOf(resource);
    return this.#whileTelling(resource, () => new StorySearch(context, goal).run());
  }

  /** Makes a record and calls all that brings it into a state; `undefined` if one of the calls is refused. */
  async brought(resource: string, steps: readonly Step[]): Promise<LiveRecord | undefined> {
    return this.#whileTelling(resource, async () => {
      const live = await LiveRecord.start(this.contextOf(resource));
      for (const step of steps) {
        const exchange = await live?.take(step);
        if (exchange === undefined || !isTaken(exchange)) return undefined;
      }
      return live;
    });
  }

  async #whileTelling<Result>(resource: string, tell: () => Promise<Result>): Promise<Result> {
    const isNested = this.#telling.has(resource);
    this.#telling.add(resource);
    try {
      return await tell();
    } finally {
      if (!isNested) this.#telling.delete(resource);
    }
  }

  /** Returns what stories of a resource's records need. */
  contextOf(resource: string): StoryContext {
    const state = stateMemberOf(this.#api, resource);
    return { api: this.#api, calls: this.#calls, host: this.#host, resource, state };
  }

  /**
   * Returns a record in a state in which an operation is known to succeed that a new record refuses; `undefined` if
   * none is needed. It is used until something has changed it.
   */
  async recordFor(
    operation: VerifiedOperation,
    resource: string,
    isOwn: boolean,
    about: About,
  ): Promise<MadeRecord | undefined> {
    const { stories } = this.#calls.known;
    const story = stories.of(operation);
    if (story?.resource !== resource || this.#telling.has(resource)) return undefined;
    if (isOwn && about === false) return undefined;
    const known = stories.preparedFor(operation);
    if (known !== undefined) return known;
    const live = await this.brought(resource, story.steps);
    if (live !== undefined) stories.notePrepared(operation, live.record);
    return live?.record;
  }
}
