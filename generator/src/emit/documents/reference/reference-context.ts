import type { Note, Operation } from "@openapi-packages/description/model/api-model";
import type { EmitModel } from "../../emit-model.ts";
import type { EmitOptions } from "../../emitted-file.ts";
import type { MemberTables } from "./member-rows.ts";
import type { ShownInputs } from "./shown-input.ts";
import type { TypedValues } from "./typed-value.ts";

/** A package that pages show code for. */
export type ShownPackage = "client" | "server" | "mocks";

/** The context that all pages of a reference share. */
export interface ReferenceContext {
  readonly model: EmitModel;
  readonly options: EmitOptions;
  /** The packages that are generated besides the contract. */
  readonly shown: ReadonlySet<ShownPackage>;
  /** The exported names of the client that are no types of the description. */
  readonly ownNames: ReadonlySet<string>;
  readonly inputs: ShownInputs;
  readonly values: TypedValues;
  readonly members: MemberTables;
  /** The notes of the description by the first word of their place: an operationId or a path. */
  readonly notes: ReadonlyMap<string, readonly Note[]>;
  readonly paths: ReadonlyMap<Operation, string>;
}
