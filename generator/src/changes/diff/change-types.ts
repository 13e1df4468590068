import type { stabilityLevels } from "@openapi-packages/cli/options/choices";
import type { SourceLocation } from "@openapi-packages/description/diagnostics/diagnostics";
import type {
  ApiModel,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import type { ChangeCode, Verdicts } from "./change-kinds.ts";

/** A description to compare: its model and the locations in its source. */
export interface ComparedDescription {
  readonly model: ApiModel;
  /** Returns the source location of a JSON pointer into `model.document`. */
  locate(pointer: string): SourceLocation;
}

/** The names in generated code that a change affects. Where a name differs between the descriptions, both are listed. */
export interface TouchedNames {
  /** Types of the contract and the server. */
  readonly types: readonly string[];
  /** Methods of the client: `pets.createPet`. */
  readonly methods: readonly string[];
  /** Handlers of the server: `pets.createPet`. */
  readonly handlers: readonly string[];
  /** Operations by the names that mock overrides use: `CreatePet`. */
  readonly mocks: readonly string[];
  /** Modules of the packages: `client/pets`. */
  readonly modules: readonly string[];
}

/** How much a part of a description promises. */
export type StabilityLevel = (typeof stabilityLevels)[number];

/** How little the earlier description promised of what changed; empty for what is stable and stays. */
export interface Promised {
  /** The level of what changed, if it was not stable. */
  readonly stability?: Exclude<StabilityLevel, "stable">;
  /** True if it is gone and was deprecated. */
  readonly wasDeprecated?: true;
}

/** One change between two descriptions. */
export interface Change extends Promised {
  readonly code: ChangeCode;
  readonly verdicts: Verdicts;
  /** Says what has changed, in a sentence without a full stop. */
  readonly message: string;
  /** The location in the earlier description; `undefined` for an addition. */
  readonly base: SourceLocation | undefined;
  /** The location in the later description; `undefined` for a removal. */
  readonly head: SourceLocation | undefined;
  readonly touches: TouchedNames;
}

/** An operation and its group. */
export interface GroupedOperation {
  readonly operation: Operation;
  readonly group: OperationGroup;
}

/** An operation as it is in each description; `undefined` on the side that does not have it. */
export interface OperationPair {
  readonly base: GroupedOperation | undefined;
  readonly head: GroupedOperation | undefined;
}

/** A change before its pointers into both documents are resolved to source locations. */
export interface FoundChange {
  readonly code: ChangeCode;
  readonly message: string;
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  /** The operations that the change affects. */
  readonly operations?: readonly OperationPair[];
  /** The part of the operations that changed; without it, the whole operation. */
  readonly part?: "input" | "result";
  /** The names of the schemas that changed, from either description. */
  readonly schemas?: readonly string[];
  /** Both names of a renamed property, parameter or schema. */
  readonly renamed?: RenamedName | undefined;
}

/** The earlier and the later name of something, as they are written in the descriptions. */
export interface RenamedName {
  readonly from: string;
  readonly to: string;
}
