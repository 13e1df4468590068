import type { VerifiedApi } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import {
  choosingMember,
  choosingParameter,
  creationsNaming,
  isAction,
  writesOn,
  type RecordWrite,
} from "../../../records/stories/record-writes.ts";
import { stateMemberOf, type StateMember } from "../../../records/stories/state-member.ts";
import { emptyRulesOf, type EmptyRule } from "./empty-rules.ts";
import type { About, StateRule } from "./state-rule.ts";
import { stateRulesOf } from "./state-rules.ts";
import { isAlike } from "./verbs.ts";
import { nameWords, singular, type Vocabulary } from "./state-words.ts";

/** An operation that the description allows in some states of a record alone. */
export interface StateTest {
  readonly write: RecordWrite;
  readonly about: About;
  readonly rules: readonly StateRule[];
  /** What is said of records that have nothing below them. */
  readonly empty: readonly EmptyRule[];
}

/** The tests of the records of a resource. */
export interface StateTests {
  readonly state: StateMember;
  readonly tests: readonly StateTest[];
  /** The operations that bring records into other states. */
  readonly moves: readonly RecordWrite[];
  /** The records that each record has below it, so that operations on those can be tried. */
  readonly beginWith: readonly RecordWrite[];
}

/** Returns what is to be tried with the records of a resource; `undefined` if they have no states that change. */
export function stateTests(api: VerifiedApi, resource: string): StateTests | undefined {
  const state = stateMemberOf(api, resource);
  if (state === undefined) return undefined;
  const writes = writesOn(api, resource);
  const moves = writes.filter(
    (write) => isAction(api, write) || choosingMember(api, write, state) !== undefined,
  );
  if (moves.length === 0) return undefined;
  const makers = writes.filter(({ operation, isOwn }) => {
    const effect = effectOf(api, operation);
    return !isOwn && effect?.kind === "create" && effect.resource !== resource;
  });
  const naming = creationsNaming(api, resource);
  const vocabulary = vocabularyOf(api, resource, state, [...writes, ...naming]);
  const testOf = (write: RecordWrite, about: About): StateTest => {
    const isOwn = about === "record";
    const choices = isOwn ? (choosingMember(api, write, state)?.values ?? []) : [];
    const actions = isOwn ? choosingParameter(api, write)?.values : undefined;
    const subject = { operation: write.operation, vocabulary, about, choices, actions };
    return {
      write,
      about,
      rules: stateRulesOf(subject),
      empty: isOwn ? emptyRulesOf(subject) : [],
    };
  };
  const own = [...writes, ...naming].map((write) =>
    testOf(write, write.isOwn ? "record" : "below"),
  );
  const ofChildren = makers
    .flatMap((maker) => writesBelow(api, maker, state))
    .map((write) => testOf(write, "child"));
  const tests = [...own, ...ofChildren].filter(
    ({ rules, empty }) => rules.length > 0 || empty.length > 0,
  );
  const needed = tests.flatMap(({ about, write }) => (about === "child" ? [write.resource] : []));
  const beginWith = makers.filter(({ operation }) =>
    needed.includes(effectOf(api, operation)?.resource ?? ""),
  );
  return { state, tests, moves, beginWith };
}

/** Returns the writes on what an operation makes below a record, unless that has like states of its own. */
function writesBelow(
  api: VerifiedApi,
  maker: RecordWrite,
  state: StateMember,
): readonly RecordWrite[] {
  const made = effectOf(api, maker.operation)?.resource;
  if (made === undefined) return [];
  const own = stateMemberOf(api, made);
  const isOfLikeStates = own?.values.some((value) => state.values.includes(value)) === true;
  return isOfLikeStates ? [] : writesOn(api, made);
}

function vocabularyOf(
  api: VerifiedApi,
  resource: string,
  state: StateMember,
  writes: readonly RecordWrite[],
): Vocabulary {
  const isWord = (text: string): boolean => /^[\w-]+$/.test(text);
  const parameters = new Set(writes.map(({ key }) => `{${key.name}}`));
  const segments = writes.flatMap(({ operation }) => {
    const path = operation.model.path.split("/");
    return path.filter((_, index) => parameters.has(path[index + 1] ?? ""));
  });
  const names = [resource, ...segments.filter(isWord)].map((one) => singular(nameWords(one)));
  const nouns = new Set(names.flatMap((one) => [one, one.split(" ").at(-1) ?? one]));
  const made = writes.flatMap(({ operation, isOwn }) =>
    isOwn ? [] : [effectOf(api, operation)?.resource ?? ""],
  );
  const below = [...writes, ...made.flatMap((one) => writesOn(api, one))];
  const parts = below.flatMap(({ operation }) => operation.model.path.split("/"));
  const actions = writes
    .flatMap((write) => choosingParameter(api, write)?.values ?? [])
    .filter((one) => !state.values.some((value) => isAlike(one, value)));
  const children = [...made, ...parts, ...actions]
    .filter(isWord)
    .map((one) => singular(nameWords(one)));
  return { state, nouns: [...nouns], children: [...new Set(children)] };
}
