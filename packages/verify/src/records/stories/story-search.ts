import type { CallInput } from "@openapi-packages/runtime/client";
import { sentencesOf } from "../../description/said.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { isTaken, LiveRecord, type StoryContext } from "./live-record.ts";
import { choicesFor, isAction, isChoosing, writesOn, type RecordWrite } from "./record-writes.ts";
import {
  edgeOf,
  stepKey,
  type Edge,
  type ResourceStories,
  type Step,
  type StoryNode,
} from "./stories.ts";

/** The most calls between the creation of a record and the state that is looked for. */
const mostSteps = 6;

/** The most things that are made below a record for one story. */
const mostBelow = 2;

/** The goal of a search. */
export interface SearchGoal {
  /** Under which its requests are counted. */
  readonly name: string;
  /** The operation that is to succeed. Default: all states are looked for. */
  readonly wanted?: RecordWrite;
  /** The records that each record of the search has below it. */
  readonly beginWith?: readonly RecordWrite[];
  /** Called when a record is in a state for the first time. Returns false if that has used the record up. */
  readonly visit?: (live: LiveRecord) => Promise<boolean>;
}

/** A search through the states of records, which begins with new records and calls what may be called on them. */
export class StorySearch {
  readonly #context: StoryContext;
  readonly #known: ResourceStories;
  readonly #writes: readonly RecordWrite[];
  readonly #visited = new Set<string | undefined>();
  /** Nodes to which no new record could be brought. */
  readonly #lost = new Set<string>();
  readonly #goal: SearchGoal;
  #isSpent = false;
  #success: { readonly exchange: Exchange; readonly input: CallInput } | undefined;

  constructor(context: StoryContext, goal: SearchGoal) {
    this.#context = context;
    this.#goal = goal;
    const { api, calls, resource } = context;
    this.#known = calls.known.stories.ofResource(resource);
    this.#writes = writesOn(api, resource).filter(
      ({ operation }) =>
        (operation.model.method !== "DELETE" || operation === goal.wanted?.operation) &&
        calls.mayCall(operation),
    );
  }

  /** Searches, and returns the first success of the wanted operation; `undefined` if there was none. */
  async run(): Promise<{ readonly exchange: Exchange; readonly input: CallInput } | undefined> {
    const isNew = this.#known.nodes.size === 0 || this.#goal.wanted === undefined;
    let live = isNew ? await this.#start([]) : await this.#elsewhere(true);
    while (live !== undefined && this.#success === undefined && !this.#isSpent) {
      await this.#findChoices(live);
      const step = this.#stepAt(live.node);
      if (step !== undefined) {
        if (!(await this.#take(live, step))) live = await this.#elsewhere(true);
        continue;
      }
      const { node } = live;
      const other = await this.#elsewhere(false);
      const [content] = other === undefined ? this.#contentsAt(node) : [];
      if (content !== undefined && (await this.#take(live, content))) continue;
      live = other ?? (await this.#elsewhere(true));
    }
    return this.#success;
  }

  /** Makes a record and brings it to a node; `undefined` if that fails, or enough was tried. */
  async #start(steps: readonly Step[]): Promise<LiveRecord | undefined> {
    if (!this.#mayTry()) return undefined;
    const live = await LiveRecord.start(this.#context);
    if (live === undefined) return undefined;
    for (const write of this.#goal.beginWith ?? []) {
      if (!this.#mayTry()) return undefined;
      await live.take({ write, choice: { label: "" } });
    }
    if (!(await this.#arrive(live))) return undefined;
    for (const step of steps) {
      const isThere = live.steps.some((one) => isSame(one, step) && !step.write.isOwn);
      if (!isThere && !(await this.#take(live, step))) return undefined;
    }
    return live;
  }

  /** Takes a step. Returns false if the record is of no use any more. */
  async #take(live: LiveRecord, step: Step): Promise<boolean> {
    if (!this.#mayTry()) return false;
    const from = live.node;
    const edge = edgeOf(from, step);
    const input = await live.inputOf(step.write, step.choice);
    if (input === undefined) {
      this.#known.edges.set(edge, { isTaken: false, state: undefined });
      return true;
    }
    const { operation } = step.write;
    const { calls, resource } = this.#context;
    const exchange = await calls.send(operation, input);
    const isDone = isTaken(exchange);
    if (isDone) await live.moved(step, exchange, input);
    const state = isDone ? live.state : undefined;
    this.#known.edges.set(edge, { isTaken: isDone, state });
    if (!isDone) return true;
    const { choice } = step;
    if (from.steps.length > 0)
      calls.known.stories.note(operation, { resource, steps: from.steps, choice });
    if (operation === this.#goal.wanted?.operation) this.#success = { exchange, input };
    return this.#arrive(live);
  }

  /** Notes where a record is. Returns false if its visit has used it up. */
  async #arrive(live: LiveRecord): Promise<boolean> {
    const { node } = live;
    if (!this.#known.nodes.has(node.key)) this.#known.nodes.set(node.key, node);
    if (this.#visited.has(node.state)) return true;
    this.#visited.add(node.state);
    if (this.#goal.visit === undefined) return true;
    if (!(await this.#goal.visit(live))) return false;
    return live.state === node.state || this.#arrive(live);
  }

  /** Brings a new record to a node at which something is left to try. */
  async #elsewhere(withContents: boolean): Promise<LiveRecord | undefined> {
    const nodes = [...this.#known.nodes.values()].toSorted(
      (one, other) =>
        Number(this.#isAsked(one)) - Number(this.#isAsked(other)) ||
        one.steps.length - other.steps.length,
    );
    for (const node of nodes) {
      const isOpen =
        this.#stepAt(node) !== undefined || (withContents && this.#contentsAt(node).length > 0);
      if (this.#lost.has(node.key) || !isOpen || this.#success !== undefined) continue;
      const live = await this.#start(node.steps);
      if (live?.node.key === node.key) return live;
      this.#lost.add(node.key);
      if (this.#isSpent) return undefined;
    }
    return undefined;
  }

  /** True if the wanted operation was tried in the state of a node, with whatever below the record. */
  #isAsked({ state }: StoryNode): boolean {
    const id = this.#goal.wanted?.operation.id;
    const start = JSON.stringify([state]).slice(0, -1);
    return [...this.#known.edges.keys()].some(
      (key) => key.startsWith(start) && key.includes(` ${id} `),
    );
  }

  /** Finds out with which bodies writes are tried. */
  async #findChoices(live: LiveRecord): Promise<void> {
    for (const write of this.#writes) {
      if (this.#known.choices.has(write.operation.id)) continue;
      const { api, state } = this.#context;
      const input = isChoosing(api, write, state) ? await live.inputOf(write) : {};
      const all = input === undefined ? [] : choicesFor(api, write, input, state);
      this.#known.choices.set(write.operation.id, all);
    }
  }

  get #steps(): Step[] {
    return this.#writes.flatMap((write) =>
      (this.#known.choices.get(write.operation.id) ?? []).map((choice) => ({ write, choice })),
    );
  }

  /** Returns what is to be tried at a node; `undefined` if nothing is left but to make something below the record. */
  #stepAt(node: StoryNode): Step | undefined {
    const { wanted } = this.#goal;
    const all = this.#steps;
    const asked = all.find(
      (step) => step.write.operation === wanted?.operation && this.#edge(node, step) === undefined,
    );
    if (asked !== undefined || node.steps.length >= mostSteps) return asked;
    const content = this.#contentsAt(node).find(
      (step) => this.#isNamed(step) || this.#isNeeded(node, step),
    );
    if (wanted !== undefined && content !== undefined) return content;
    const moves = all.filter((step) => this.#isMove(step) && this.#isOpen(node, step));
    const known = moves.find((step) => this.#edge(node, step)?.isTaken === true);
    return known ?? moves.find((step) => this.#leadsToNamed(step)) ?? moves[0];
  }

  /** True if the description of the wanted operation speaks of what a step makes. */
  #isNamed({ write }: Step): boolean {
    const { description = "", summary = "" } = this.#goal.wanted?.operation.model ?? {};
    const words = `${summary} ${description}`.toLowerCase();
    return words.includes(lastSegment(write.operation.model.path).toLowerCase());
  }

  /** True if the description of the wanted operation names the state that a step asks for. */
  #leadsToNamed({ choice }: Step): boolean {
    const { description = "" } = this.#goal.wanted?.operation.model ?? {};
    return choice.value !== undefined && hasWord(description, choice.value);
  }

  /** True if the description of a move that was refused speaks of what a step makes: "without audio it cannot be published". */
  #isNeeded(node: StoryNode, { write }: Step): boolean {
    const word = lastSegment(write.operation.model.path);
    const refused = this.#steps.filter(
      (step) => this.#leadsToNamed(step) && this.#edge(node, step)?.isTaken === false,
    );
    return refused.some(({ write: move, choice }) =>
      sentencesOf(move.operation.model.description).some(
        (one) => hasWord(one, word) && hasWord(one, choice.value ?? ""),
      ),
    );
  }

  /** True if a step moves the record, rather than that it makes something below it. */
  #isMove({ write, choice }: Step): boolean {
    return isAction(this.#context.api, write) || choice.value !== undefined;
  }

  /** True if it is worthwhile to take a step at a node. */
  #isOpen(node: StoryNode, step: Step): boolean {
    const { wanted } = this.#goal;
    const { state } = this.#context;
    const edge = this.#edge(node, step);
    if (edge?.isTaken === false) return false;
    if (wanted !== undefined) return edge === undefined && step.choice.value !== node.state;
    if (edge !== undefined) return !this.#visited.has(edge.state);
    const { value } = step.choice;
    if (value !== undefined && state?.values.includes(value) === true)
      return !this.#visited.has(value);
    const led = [...this.#known.edges].find(
      ([key, one]) => one.isTaken && key.endsWith(stepKey(step)),
    );
    return led === undefined || !this.#visited.has(led[1].state);
  }

  /** Returns what can be made below the record, once something was refused without it. */
  #contentsAt(node: StoryNode): Step[] {
    const { wanted } = this.#goal;
    const all = this.#steps;
    const made = node.steps.filter(({ write }) => !write.isOwn);
    const isRefusing = all.some((step) => this.#edge(node, step)?.isTaken === false);
    const isIncomplete =
      wanted !== undefined ||
      (this.#context.state?.values ?? []).some((value) => !this.#visited.has(value));
    if (made.length >= mostBelow || node.steps.length >= mostSteps) return [];
    if (!isRefusing || !isIncomplete) return [];
    return all.filter(
      (step) =>
        !step.write.isOwn &&
        step.choice.value === undefined &&
        step.write.operation !== wanted?.operation &&
        !made.some((one) => isSame(one, step)) &&
        (wanted === undefined
          ? this.#edge(node, step)?.isTaken !== false
          : this.#edge(node, step) === undefined),
    );
  }

  #edge(node: StoryNode, step: Step): Edge | undefined {
    return this.#known.edges.get(edgeOf(node, step));
  }

  #mayTry(): boolean {
    const { name, wanted } = this.#goal;
    const most = wanted === undefined ? 24 : 12;
    const may = this.#context.calls.known.stories.mayTry(name, most);
    if (!may) this.#isSpent = true;
    return may;
  }
}

const isSame = (one: Step, other: Step): boolean => stepKey(one) === stepKey(other);

const hasWord = (text: string, word: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .includes(word.toLowerCase());

const lastSegment = (path: string): string =>
  path.split("/").findLast((one) => !one.includes("{")) ?? "";
