import type { Note, Operation } from "../../../model/api-model.ts";
import type { ClientModel } from "../../client/client-model.ts";
import type { EmitOptions } from "../../emitted-file.ts";
import type { MemberTables } from "./member-rows.ts";
import type { ShownInputs } from "./shown-input.ts";
import type { TypedValues } from "./typed-value.ts";

/** A package of which a page may have code. */
export type ShownPackage = "client" | "server" | "mocks";

/** What all pages of a reference are made from. */
export interface ReferenceContext {
  readonly model: ClientModel;
  readonly options: EmitOptions;
  /** The packages that are generated beside the contract. */
  readonly shown: ReadonlySet<ShownPackage>;
  /** The names of the client's entry that are no types of the description. */
  readonly ownNames: ReadonlySet<string>;
  readonly inputs: ShownInputs;
  readonly values: TypedValues;
  readonly members: MemberTables;
  /** The notes of the description by the first words of their places: an operationId, or a path. */
  readonly notes: ReadonlyMap<string, readonly Note[]>;
  readonly paths: ReadonlyMap<Operation, string>;
}
