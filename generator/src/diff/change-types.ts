import type { SourceLocation } from "../diagnostics.ts";
import type { ApiModel, Operation, OperationGroup } from "../model/api-model.ts";
import type { ChangeCode, Verdicts } from "./change-kinds.ts";

/** A description as far as it is compared. */
export interface ComparedDescription {
  readonly model: ApiModel;
  /** The place in the source of a JSON pointer into `model.document`. */
  locate(pointer: string): SourceLocation;
}

/** What generated code calls the things that a change touches; names of both descriptions where these differ. */
export interface TouchedNames {
  /** Types of the contract and the server. */
  readonly types: readonly string[];
  /** Methods of the client: `pets.createPet`. */
  readonly methods: readonly string[];
  /** Handlers of the server: `pets.createPet`. */
  readonly handlers: readonly string[];
  /** Operations by the names that overrides of mocks have: `CreatePet`. */
  readonly mocks: readonly string[];
  /** Modules of the packages: `client/pets`. */
  readonly modules: readonly string[];
}

/** One change between two descriptions. */
export interface Change {
  readonly code: ChangeCode;
  readonly verdicts: Verdicts;
  /** What has changed, in a sentence without its full stop. */
  readonly message: string;
  /** Its place in the earlier description; `undefined` of what was added. */
  readonly base: SourceLocation | undefined;
  /** Its place in the later description; `undefined` of what is gone. */
  readonly head: SourceLocation | undefined;
  readonly touches: TouchedNames;
}

/** An operation and the group that it belongs to. */
export interface GroupedOperation {
  readonly operation: Operation;
  readonly group: OperationGroup;
}

/** An operation of both descriptions, or of one. */
export interface OperationPair {
  readonly base: GroupedOperation | undefined;
  readonly head: GroupedOperation | undefined;
}

/** A change as it is found: with JSON pointers into both documents. */
export interface FoundChange {
  readonly code: ChangeCode;
  readonly message: string;
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  /** The operations it is found in. */
  readonly operations?: readonly OperationPair[];
  /** The part of these operations; left out: all of them. */
  readonly part?: "input" | "result";
  /** Names of schemas that it is found in, of either description. */
  readonly schemas?: readonly string[];
  /** What a property, a parameter or a schema is called, where that is what has changed. */
  readonly renamed?: RenamedName | undefined;
}

/** An earlier name and the later one, as descriptions have them. */
export interface RenamedName {
  readonly from: string;
  readonly to: string;
}
