import type { EmitModel } from "../emit-model.ts";
import { errorClasses, type ErrorClasses } from "./error-classes.ts";

/** The model with what several files of the client need. */
export interface ClientModel extends EmitModel {
  readonly errorClasses: ErrorClasses;
}

/** Computes what several files of the client need. */
export const clientModel = (model: EmitModel): ClientModel => ({
  ...model,
  errorClasses: errorClasses(model),
});
