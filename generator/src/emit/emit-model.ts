import {
  compileSerializers,
  type CompiledSerializers,
} from "../compile/serializers/compile-serializers.ts";
import { compileValidators, type CompiledValidators } from "../compile/compile-validators.ts";
import type { ApiModel } from "../model/api-model.ts";
import { findOpenTypes, type OpenTypes } from "./client/open-types.ts";

/** The model with what several emitters need, each worked out once. */
export interface EmitModel extends ApiModel {
  /** The types of answers that are other ones for clients. */
  readonly openTypes: OpenTypes;
  readonly validators: CompiledValidators;
  readonly serializers: CompiledSerializers;
}

/** Works out of a model what several emitters need. */
export function emitModel(model: ApiModel): EmitModel {
  return {
    ...model,
    openTypes: findOpenTypes(model),
    validators: compileValidators(model),
    serializers: compileSerializers(model),
  };
}
