import type { EmitModel } from "../emit-model.ts";
import type { Expression, DataValue } from "../data.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { contractSymbols } from "../symbols.ts";
import type { ValidatorNames } from "../../compile/compile-validators.ts";
import { compiledFiles } from "./compiled-files.ts";

/** The compiled validators, their types, and the table that gives each operation its own. */
export function emitValidators(model: EmitModel, options: EmitOptions): EmittedFile[] {
  return compiledFiles(options, model.validators, {
    table: "validators",
    type: "Validator",
    operationType: "OperationValidators",
    symbol: contractSymbols.validators,
    docs: ({ id }) => `The validators of \`${id}\`.`,
    value: validatorsOf,
  });
}

function validatorsOf(
  { locations, body, responses }: ValidatorNames,
  use: (name: string) => Expression,
): DataValue {
  const byMediaType = (validators: ReadonlyMap<string, string>): DataValue =>
    Object.fromEntries([...validators].map(([mediaType, name]) => [mediaType, use(name)]));
  const answers = [...responses].filter(([, validators]) => validators.size > 0);
  return {
    ...Object.fromEntries(
      Object.entries(locations).map(([location, name]) => [location, use(name)]),
    ),
    body: body.size === 0 ? undefined : byMediaType(body),
    responses:
      answers.length === 0
        ? undefined
        : Object.fromEntries(
            answers.map(([status, validators]) => [status, byMediaType(validators)]),
          ),
  };
}
