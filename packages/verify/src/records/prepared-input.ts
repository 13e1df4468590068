import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { MadeRecord } from "./made-record.ts";
import type { LearnedReferences } from "./references.ts";
import type { RefusedCreations } from "./refused-creations.ts";
import type { Stories } from "./stories/stories.ts";

/** Something that an operation needs and verification lacks, and how the user can provide it. */
export interface Missing {
  readonly what: string;
  readonly how: string;
  /** True if it is only needed for a success, and therefore not missing after one. */
  readonly isForSuccess?: boolean;
}

/** An input that should succeed: the records that it refers to exist, as far as verification can tell. */
export interface PreparedInput {
  /** `undefined` if a required part has no value. */
  readonly input: CallInput | undefined;
  readonly missing: readonly Missing[];
}

/** What cases know of records from those before them. */
export interface SharedKnowledge {
  /** Returns the record that earlier cases referred to; `undefined` if there is none. */
  readonly recordOf: (resource: string) => MadeRecord | undefined;
  /** Lets later cases refer to a record. */
  readonly noteRecord: (record: MadeRecord) => void;
  /** Returns the entity tag at a place, if nothing was changed since it was read. */
  readonly tagAt: (place: string) => string | undefined;
  readonly noteTag: (place: string, tag: string) => void;
  /** The states of records, as far as the run has learned them. */
  readonly stories: Stories;
}

/** How a run calls the operations that records depend on. */
export interface RecordCalls {
  readonly send: (operation: VerifiedOperation, input: CallInput) => Promise<Exchange>;
  /** True if an operation may be called. */
  readonly mayCall: (operation: VerifiedOperation) => boolean;
  /** What the run has learned of members that name records. */
  readonly learned: LearnedReferences;
  /** The creations that the run has seen refused. */
  readonly refused: RefusedCreations;
  /** Another text for each principal. */
  readonly principal: string;
  /** What the cases of this principal share. */
  readonly known: SharedKnowledge;
  /** Reports what is wrong with an answer that a search for states has met. */
  readonly judge: (exchange: Exchange) => void;
}

/** The record that an input is about: a given one, a new one with a key of its own, one made before, or any. */
export type About = MadeRecord | "new" | boolean;
