import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { RuleKind } from "./readings.ts";
import type { Vocabulary } from "./state-words.ts";

/** A rule for an operation on records in some states, as a sentence of the description has it. */
export interface StateRule {
  readonly kind: RuleKind;
  readonly states: readonly string[];
  readonly sentence: string;
  /** True if the description of the answer 409 says it: any other answer breaks the description, whatever it has done. */
  readonly isOfConflict?: true;
  /** The states to which it is refused to go from these, or the actions that are refused. Default: it is about the operation, whatever it is asked for. */
  readonly to?: readonly string[];
}

/** The subject of an operation: the record, a new record below it, or one that is there below it. */
export type About = "record" | "below" | "child";

/** The operation and the states for which a clause is read. */
export interface Subject {
  readonly operation: VerifiedOperation;
  readonly vocabulary: Vocabulary;
  readonly about: About;
  /** The states that a body of the operation asks for. */
  readonly choices: readonly string[];
  /** What the path of the operation asks for, where that says what is done with the record: `ship`, `cancel`. */
  readonly actions?: readonly string[] | undefined;
}
