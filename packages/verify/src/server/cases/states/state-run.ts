import type { VerifiedApi } from "../../../description/verified-api.ts";
import { LiveRecord, isTaken } from "../../../records/stories/live-record.ts";
import {
  choicesFor,
  isAction,
  isChoosing,
  type Choice,
} from "../../../records/stories/record-writes.ts";
import type { Step } from "../../../records/stories/stories.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { listedRecords } from "./listed-records.ts";
import { showsNone, type EmptyRule } from "./empty-rules.ts";
import { callIn, hasDone, type Seen, type StateCall } from "./state-call.ts";
import type { StateRule } from "./state-rule.ts";
import { verdictsOf } from "./state-rules.ts";
import type { StateTest, StateTests } from "./state-tests.ts";

/** The most bodies of an operation that are tried in one state. */
const mostChoices = 3;

/** The most states beside that of a new record in which a record that has nothing below it is tried. */
const mostWays = 2;

/** Calls the operations that the description speaks of on records in each of their states. */
export class StateRun {
  readonly #api: VerifiedApi;
  readonly #probe: Probe;
  readonly #resource: string;
  readonly #found: StateTests;
  readonly #visited = new Set<string>();

  constructor(api: VerifiedApi, probe: Probe, resource: string, found: StateTests) {
    this.#api = api;
    this.#probe = probe;
    this.#resource = resource;
    this.#found = found;
  }

  /** Tries a record in the state that it has reached. Returns false if that has used the record up. */
  async visit(live: LiveRecord): Promise<boolean> {
    await live.read();
    const { state } = live;
    if (state === undefined) return true;
    this.#visited.add(state);
    for (const call of await this.#refusedIn(live, state)) {
      const seen = await callIn(this.#probe, this.#found, live, call);
      if (seen === undefined || !isTaken(seen.exchange)) continue;
      if (!hasDone(live, state, call, seen)) return false;
      // A creation beside the record does not move it, so that its state is known without another try.
      if (!call.test.write.isOwn && seen.reading !== undefined && live.state === state)
        this.#report(state, call, seen, live.exchanges);
      else await this.#reportAgain(live, state, call);
      return false;
    }
    return this.#allowedIn(live, state);
  }

  /**
   * Tries records of the list in states that no new record came to, if the service exists for the test alone: 2 requests
   * for a state, and one for each operation.
   */
  async visitListed(): Promise<void> {
    const { state, tests } = this.#found;
    const own = tests.filter(({ about }) => about !== "child");
    const refused = own.flatMap(({ rules }) => verdictsOf(rules, state.values).refused);
    const states = refused.map((one) => one.state).filter((one) => !this.#visited.has(one));
    const wanted = new Set(states);
    if (!this.#probe.isDisposable || wanted.size === 0) return;
    const inStates = { name: state.name, values: states };
    for (const record of await listedRecords(this.#probe, this.#resource, inStates)) {
      const live = new LiveRecord(this.#probe.records.stories.contextOf(this.#resource), record);
      const listed = live.state ?? "";
      const reading = wanted.delete(listed) ? await live.read() : undefined;
      if (reading === undefined || live.state !== listed) continue;
      for (const call of await this.#refusedIn(live, listed)) {
        const seen = await callIn(this.#probe, this.#found, live, call);
        if (seen === undefined || !isTaken(seen.exchange)) continue;
        if (hasDone(live, listed, call, seen)) this.#report(listed, call, seen, [reading]);
        break;
      }
    }
  }

  /**
   * Tries records that show that they have nothing below them, new ones and those in other states to which a call leads: 3
   * requests for a sentence, 4 for each of at most 2 such states, and one more where it is not kept.
   */
  async visitEmpty(): Promise<void> {
    for (const test of this.#found.tests)
      for (const rule of this.#probe.mayCall(test.write.operation) ? test.empty : [])
        for (const steps of [[], ...this.#waysBeside(rule.to ?? [])])
          if (await this.#isTakenEmpty(test, rule, steps)) break;
  }

  /** Returns the calls that lead a new record to other states than some, with nothing below it. */
  #waysBeside(states: readonly string[]): (readonly Step[])[] {
    const { calls } = this.#probe.records.stories.contextOf(this.#resource);
    return [...calls.known.stories.ofResource(this.#resource).nodes.values()]
      .filter(({ state, steps }) => !states.includes(state ?? "") && steps.length === 1)
      .filter(({ steps }) => steps.every(({ write }) => write.isOwn))
      .map(({ steps }) => steps)
      .slice(0, mostWays);
  }

  /** Reports a call that is taken although its record has nothing of a kind. Returns true if it is. */
  async #isTakenEmpty(test: StateTest, rule: EmptyRule, steps: readonly Step[]): Promise<boolean> {
    const live = await this.#probe.records.stories.brought(this.#resource, steps);
    const reading = await live?.read();
    if (live?.state === undefined || !showsNone(reading?.value, live.at, rule.child)) return false;
    const { state } = live;
    const own: StateRule = { kind: "never", states: [state], ...rule };
    const [choice] = await this.#choicesOf(live, test, own);
    const call = choice && { test, choice, rule: own };
    const seen = call && (await callIn(this.#probe, this.#found, live, call));
    if (call === undefined || seen === undefined || !hasDone(live, state, call, seen)) return false;
    const { reading: after } = seen;
    // The call may have brought it.
    if (after && isTaken(after) && !showsNone(after.value, live.at, rule.child)) return false;
    const { status } = seen.exchange.response ?? {};
    const message = `answers ${status} where the ${this.#resource} has no ${rule.child}, and the description says ${JSON.stringify(rule.sentence)}`;
    const exchanges = [reading, seen.exchange, seen.reading].filter((one) => one !== undefined);
    this.#say(test, message, exchanges);
    return true;
  }

  /** Returns the calls that are refused in a state, by what the description says. */
  async #refusedIn(live: LiveRecord, state: string): Promise<StateCall[]> {
    const calls: StateCall[] = [];
    for (const test of this.#found.tests) {
      if (!this.#probe.mayCall(test.write.operation)) continue;
      const { refused } = verdictsOf(test.rules, this.#found.state.values);
      const rules = refused.flatMap((one) => (one.state === state ? [one.rule] : []));
      const general = rules.find(({ to }) => to === undefined);
      for (const rule of general === undefined ? rules : [general])
        for (const choice of await this.#choicesOf(live, test, rule))
          calls.push({ test, choice, rule });
    }
    return calls;
  }

  /** Returns the bodies to try: for an action all that it may be asked for, else one. */
  async #choicesOf(live: LiveRecord, { write }: StateTest, rule: StateRule): Promise<Choice[]> {
    const { state } = this.#found;
    const isFinal = rule.kind === "final";
    const isAct = isAction(this.#api, write);
    const isMove = isAct || isFinal || rule.to !== undefined;
    if (!isChoosing(this.#api, write, state) || !isMove)
      return isAct || !isFinal ? [{ label: "" }] : [];
    const input = await live.inputOf(write);
    const all = input === undefined ? [] : choicesFor(this.#api, write, input, state);
    return all
      .filter(({ value }) => value !== live.state && (isAct || value !== undefined))
      .filter(({ value }) => rule.to === undefined || rule.to.includes(value ?? ""))
      .slice(0, mostChoices);
  }

  /** Reports a call after it was taken with another record, too: some states move by themselves. */
  async #reportAgain(live: LiveRecord, state: string, call: StateCall): Promise<void> {
    const other = await this.#probe.records.stories.brought(this.#resource, live.node.steps);
    if (other === undefined) return;
    await other.read();
    if (other.state !== state) return;
    const seen = await callIn(this.#probe, this.#found, other, call);
    if (seen !== undefined && hasDone(other, state, call, seen))
      this.#report(state, call, seen, other.exchanges);
  }

  #report(
    state: string,
    { test, rule }: StateCall,
    { exchange, reading }: Seen,
    before: readonly Exchange[],
  ): void {
    const { status = 0 } = exchange.response ?? {};
    const message = `answers ${status} ${this.#where(state)}, and the description says ${JSON.stringify(rule.sentence)}`;
    this.#say(test, message, [...before, exchange, ...(reading === undefined ? [] : [reading])]);
  }

  #where(state: string): string {
    const { name } = this.#found.state;
    return `where \`${name}\` of the ${this.#resource} is ${JSON.stringify(state)}`;
  }

  #say({ write }: StateTest, message: string, exchanges: readonly Exchange[]): void {
    const { pointer } = write.operation.model;
    const problem = { check: "described-rule", message, pointer, about: "state" } as const;
    this.#probe.report(problem, write.operation, exchanges);
  }

  /** Calls the actions that are taken in a state by what the description says. Returns false if the record is used up. */
  async #allowedIn(live: LiveRecord, state: string): Promise<boolean> {
    for (const test of this.#found.tests) {
      const { write, rules } = test;
      const { allowed } = verdictsOf(rules, this.#found.state.values);
      const isOther = allowed.includes(state) && allowed.length > 1;
      if (!isOther || !isAction(this.#api, write) || !this.#probe.mayCall(write.operation))
        continue;
      const before = live.steps.findLast((one) => one.write.operation === write.operation);
      if (before === undefined) continue;
      const refused = await live.take(before);
      if (refused === undefined || isTaken(refused)) return true;
      reportAnswer(this.#probe, write.operation, refused);
      if (refused.response?.status !== 409) continue;
      // It may want something new below the record.
      for (const step of live.steps.filter((one) => !one.write.isOwn)) await live.take(step);
      const again = await live.take(before);
      if (again?.response?.status !== 409 || live.state !== state) return true;
      const rule = rules.find(({ states }) => states.includes(state));
      const message = `answers 409 ${this.#where(state)}, took the same record before, and the description says ${JSON.stringify(rule?.sentence)}`;
      this.#say(test, message, [...live.exchanges, again]);
    }
    return true;
  }
}
