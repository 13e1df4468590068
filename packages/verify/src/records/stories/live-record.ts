import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { withOwnKey } from "../own-key.ts";
import { timesAfter } from "../later-times.ts";
import { effectOf, operationsOn } from "../effects.ts";
import type { MadeRecord } from "../made-record.ts";
import type { About, PreparedInput, RecordCalls } from "../prepared-input.ts";
import { recordIn } from "../record-keys.ts";
import { readInList } from "./read-in-list.ts";
import { stateIn, type StateMember } from "./state-member.ts";
import type { Choice, RecordWrite } from "./record-writes.ts";
import { edgeOf, type Step, type StoryNode } from "./stories.ts";

/** Makes records, and the inputs of operations on them. */
export interface StoryHost {
  make(resource: string): Promise<MadeRecord | undefined>;
  inputFor(operation: VerifiedOperation, about: About): Promise<PreparedInput>;
  /** Runs something while inputs refer to a record. */
  beside<Result>(record: MadeRecord, run: () => Promise<Result>): Promise<Result>;
}

/** The surroundings of a story. */
export interface StoryContext {
  readonly api: VerifiedApi;
  readonly host: StoryHost;
  readonly calls: RecordCalls;
  readonly resource: string;
  readonly state: StateMember | undefined;
}

/** A record on its way through a story. */
export class LiveRecord {
  readonly record: MadeRecord;
  readonly #context: StoryContext;
  /** The calls since its creation. */
  readonly steps: Step[] = [];
  /** The records that were made below it, the newest last. */
  readonly below: MadeRecord[] = [];
  /** The successful calls. */
  readonly exchanges: Exchange[] = [];
  state: string | undefined;
  /** The place of the record in what reading answers. */
  at = "";
  /** Its value when it was last read. */
  seen: unknown;
  /** Its value when it was read before that. */
  before: unknown;
  #count = 0;

  constructor(context: StoryContext, record: MadeRecord) {
    this.#context = context;
    this.record = record;
    const { state } = context;
    this.state = state && stateIn(state, record.value, record.at ?? "");
  }

  /** Makes a record; `undefined` if the service refuses. */
  static async start(context: StoryContext): Promise<LiveRecord | undefined> {
    const record = await context.host.make(context.resource);
    if (record === undefined) return undefined;
    const live = new LiveRecord(context, record);
    if (context.state !== undefined && live.state === undefined) await live.read();
    return live;
  }

  get node(): StoryNode {
    const steps = [...this.steps];
    const below = steps.flatMap(({ write }) => (write.isOwn ? [] : [write.operation.id]));
    const key = JSON.stringify([this.state, [...new Set(below)].toSorted()]);
    return { key, state: this.state, steps };
  }

  /** Returns the input of a write on the record; `undefined` if there is none. */
  async inputOf(write: RecordWrite, choice?: Choice): Promise<CallInput | undefined> {
    const { api, host, calls, resource } = this.#context;
    const { operation, key: named } = write;
    const { input } =
      effectOf(api, operation)?.resource === resource
        ? await host.inputFor(operation, this.record)
        : await host.beside(this.record, () => host.inputFor(operation, "new"));
    if (input === undefined) return undefined;
    const above = Object.entries(this.record.path).filter(
      ([name]) => getMember(input.path, name) !== undefined,
    );
    const own = { [named.name]: this.record.key };
    const { parameter, value, body } = choice ?? {};
    const path = {
      ...input.path,
      ...Object.fromEntries(above),
      ...(named.in === "path" && own),
      ...(parameter !== undefined && { [parameter]: value }),
    };
    const given = body ?? input.body;
    const whole = named.in === "body" && isObject(given) ? { ...given, ...own } : given;
    this.#count += 1;
    const key = `verify-${this.record.key}-${this.#count}`.slice(0, 60);
    const sent = { ...input, path, ...(whole !== undefined && { body: whole }) };
    const isAfter = calls.learned.takesTimesAfter(operation) === true;
    const timed = isAfter ? timesAfter(api, operation, sent, this.record) : undefined;
    return withOwnKey(operation, timed ?? sent, key);
  }

  /** Calls a write on the record, and notes what became of the record; `undefined` if it has no input. */
  async take(step: Step): Promise<Exchange | undefined> {
    const input = await this.inputOf(step.write, step.choice);
    if (input === undefined) return undefined;
    const exchange = await this.#context.calls.send(step.write.operation, input);
    if (isTaken(exchange)) await this.moved(step, exchange, input);
    return exchange;
  }

  /** Notes a write that was refused where the record is. */
  noteRefusal(step: Step): void {
    const { calls, resource } = this.#context;
    const { edges } = calls.known.stories.ofResource(resource);
    edges.set(edgeOf(this.node, step), { isTaken: false, state: undefined });
  }

  /** Notes a write that succeeded. */
  async moved(step: Step, exchange: Exchange, input: CallInput): Promise<void> {
    const { api, state, resource, calls } = this.#context;
    calls.judge(exchange);
    this.steps.push(step);
    this.exchanges.push(exchange);
    const { operation } = step.write;
    const effect = effectOf(api, operation);
    if (!step.write.isOwn) {
      const made = recordIn(api, operation, exchange, input);
      if (made !== undefined && made.resource !== resource) this.below.push(made);
    }
    if (state === undefined) return;
    const isShown = effect?.resource === resource && effect.at !== undefined;
    const shown = isShown ? stateIn(state, exchange.value, effect.at ?? "") : undefined;
    // What is made below a record moves it where the description of that names a state.
    const { description } = operation.model;
    const mayMove =
      step.write.isOwn ||
      step.choice.value !== undefined ||
      state.values.some((one) => one !== this.state && description.includes(`\`${one}\``));
    if (shown !== undefined) this.state = shown;
    else if (mayMove) await this.read();
  }

  /** Reads the record, by itself or in a list; `undefined` if no operation shows it. */
  async read(): Promise<Exchange | undefined> {
    const { api, resource, host, calls } = this.#context;
    const found = operationsOn(api, resource).find(
      (one) => one.state.kind === "read" && one.operation.model.method === "GET",
    );
    if (found === undefined) {
      const listed = await readInList(
        api,
        this.record,
        (...asked) => host.inputFor(...asked),
        calls,
      );
      return listed && this.#saw(listed, "");
    }
    const { input } = await host.inputFor(found.operation, this.record);
    if (input === undefined) return undefined;
    const exchange = await calls.send(found.operation, input);
    if (!isTaken(exchange)) return exchange;
    calls.judge(exchange);
    return this.#saw(exchange, found.state.at ?? "");
  }

  #saw(exchange: Exchange, at: string): Exchange {
    const { state } = this.#context;
    this.before = this.seen;
    this.seen = exchange.value;
    this.at = at;
    if (state !== undefined) this.state = stateIn(state, exchange.value, at) ?? this.state;
    return exchange;
  }
}

/** True if something was done immediately. 202 only promises it (RFC 9110, section 15.3.3). */
export const isTaken = ({ response }: Exchange): boolean =>
  response !== undefined &&
  response.status >= 200 &&
  response.status < 300 &&
  response.status !== 202;
