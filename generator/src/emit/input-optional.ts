import type { Operation } from "../model/api-model.ts";

/** True if a call needs no input: nothing is required. */
export function isInputOptional({ parameters, requestBody }: Operation): boolean {
  return !parameters.some((parameter) => parameter.required) && requestBody?.required !== true;
}
