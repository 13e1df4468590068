import { ExampleInputs } from "@openapi-packages/compiler/mock/answers/example-input";
import type { Note, Operation } from "@openapi-packages/description/model/api-model";
import type { EmitModel } from "../../emit-model.ts";
import type { EmitOptions } from "../../emitted-file.ts";
import type { MemberTables } from "./member-rows.ts";
import { ShownInputs } from "./shown-input.ts";
import { TypedValues } from "./typed-value.ts";

/** A package that pages show code for. */
export type ShownPackage = "client" | "server" | "mocks";

/** What code for operations is made of. */
export interface CodeContext {
  readonly model: EmitModel;
  readonly options: EmitOptions;
  readonly inputs: ShownInputs;
  readonly values: TypedValues;
}

/** Creates a context for code, where the address of calls is that of the options if they name one. */
export function codeContext(given: EmitModel, options: EmitOptions): CodeContext {
  const { baseUrl } = options.client ?? {};
  const model = baseUrl === undefined ? given : { ...given, servers: [baseUrl] };
  return {
    model,
    options,
    inputs: new ShownInputs(model, new ExampleInputs(model)),
    values: new TypedValues(model.types),
  };
}

/** The context that all pages of a reference share. */
export interface ReferenceContext extends CodeContext {
  /** The packages that are generated besides the contract. */
  readonly shown: ReadonlySet<ShownPackage>;
  /** The exported names of the client that are no types of the description. */
  readonly ownNames: ReadonlySet<string>;
  readonly members: MemberTables;
  /** The notes of the description by the first word of their place: an operationId or a path. */
  readonly notes: ReadonlyMap<string, readonly Note[]>;
  readonly paths: ReadonlyMap<Operation, string>;
}
