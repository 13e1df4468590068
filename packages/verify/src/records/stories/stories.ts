import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { MadeRecord } from "../made-record.ts";
import type { Choice, RecordWrite } from "./record-writes.ts";

/** One call of a story. */
export interface Step {
  readonly write: RecordWrite;
  readonly choice: Choice;
}

/** Where a story has led: the state of the record, and the calls from its creation to it. */
export interface StoryNode {
  readonly key: string;
  /** `undefined` if records of the resource show no state. */
  readonly state: string | undefined;
  readonly steps: readonly Step[];
}

/** How an operation that a new record refuses was found to succeed. */
export interface Story {
  readonly resource: string;
  readonly steps: readonly Step[];
  /** The body with which it succeeded. */
  readonly choice: Choice;
}

/** The outcome of a call at a node. */
export interface Edge {
  readonly isTaken: boolean;
  /** The state that it led to. */
  readonly state: string | undefined;
}

/** The knowledge of a run about the records of one resource. */
export interface ResourceStories {
  readonly nodes: Map<string, StoryNode>;
  readonly edges: Map<string, Edge>;
  /** The bodies of writes, by the operations' identifiers. */
  readonly choices: Map<string, readonly Choice[]>;
}

/** Names a step at a node. */
export const edgeOf = (node: StoryNode, step: Step): string => node.key + stepKey(step);

/** Names a step, wherever it is taken. */
export const stepKey = ({ write, choice }: Step): string =>
  ` ${write.operation.id} ${choice.label}`;

/** The most requests of a run that look for states. */
const mostRequests = 60;

/** The calls that lead records from state to state, as a run has learned them for one principal. */
export class Stories {
  readonly #resources = new Map<string, ResourceStories>();
  readonly #found = new Map<string, Story>();
  readonly #prepared = new Map<string, MadeRecord>();
  readonly #spent = new Map<string, number>();
  #requests = 0;

  ofResource(resource: string): ResourceStories {
    const known = this.#resources.get(resource) ?? {
      nodes: new Map(),
      edges: new Map(),
      choices: new Map(),
    };
    this.#resources.set(resource, known);
    return known;
  }

  /** Returns the calls after which an operation succeeds that a new record refuses; `undefined` if none are known. */
  of({ id }: VerifiedOperation): Story | undefined {
    return this.#found.get(id);
  }

  /** True if a success of an operation was looked for. */
  isKnown({ id }: VerifiedOperation): boolean {
    return this.#found.has(id) || (this.#spent.get(id) ?? 0) > 0;
  }

  note({ id }: VerifiedOperation, story: Story): void {
    if (!this.#found.has(id)) this.#found.set(id, story);
  }

  /**
   * True if another request may look for a success of an operation, or for states. It is counted.
   *
   * @param most the most requests of this name
   */
  mayTry(name: string, most: number): boolean {
    const own = this.#spent.get(name) ?? 0;
    if (own >= most || this.#requests >= mostRequests) return false;
    this.#spent.set(name, own + 1);
    this.#requests += 1;
    return true;
  }

  /** Returns a record that was prepared for an operation and that nothing has changed since; `undefined` if there is none. */
  preparedFor({ id }: VerifiedOperation): MadeRecord | undefined {
    return this.#prepared.get(id);
  }

  notePrepared({ id }: VerifiedOperation, record: MadeRecord): void {
    this.#prepared.set(id, record);
  }

  /** Forgets the prepared records that an exchange may have changed. */
  forgetIn({ request: { method, target }, response }: Exchange): void {
    const { status = 0 } = response ?? {};
    const isSuccess = status >= 200 && status <= 299;
    if (!isSuccess || ["GET", "HEAD"].includes(method)) return;
    const names = target.split(/[/?]/);
    for (const [id, { key }] of this.#prepared)
      if (method === "DELETE" || names.includes(encodeURIComponent(key))) this.#prepared.delete(id);
  }

  /** Ends the search for a success of an operation. */
  giveUp({ id }: VerifiedOperation): void {
    this.#spent.set(id, Infinity);
  }
}
