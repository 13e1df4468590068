import type { EmitModel } from "../emit-model.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";
import { findRequestTypes, type RequestTypes } from "./request-types.ts";
import { errorClasses, type ErrorClasses } from "./error-classes.ts";

/** The model with what several files of the client need. */
export interface ClientModel extends EmitModel {
  readonly errorClasses: ErrorClasses;
  /** The types of inputs that are other ones for clients. */
  readonly requestTypes: RequestTypes;
  /** The client's symbol in place of one of the contract. */
  readonly redirect: (symbol: ModuleSymbol) => ModuleSymbol;
}

/** Works out of a model what several files of the client need. */
export function clientModel(model: EmitModel): ClientModel {
  const requestTypes = findRequestTypes(model);
  return {
    ...model,
    errorClasses: errorClasses(model),
    requestTypes,
    redirect: (symbol) => requestTypes.input(symbol) ?? model.openTypes.redirect(symbol),
  };
}
