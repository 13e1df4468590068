import type { ValidatorNames } from "../../compile/validators/validator-compiler.ts";
import { Expression, type DataValue } from "../data.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { contractSymbols } from "../symbols.ts";
import { compiledFiles } from "./compiled-files.ts";

/** The compiled validators, and the table that gives each operation its own. */
export function emitValidators(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const { operations, parts } = model.validators;
  return compiledFiles(model, options, {
    table: "validators",
    entry: "/validation",
    operationType: "OperationValidators",
    parts,
    symbol: contractSymbols.validators,
    value: (operation, use) => operationValidators(operations.get(operation), use),
  });
}

function operationValidators(
  names: ValidatorNames | undefined,
  use: (name: string) => string,
): DataValue {
  // Bundlers leave out an unused validator if this call is marked as free of effects.
  const validator = (name: string): DataValue =>
    new Expression(`/* @__PURE__ */ ${use("validator")}`, [new Expression(use(name))]);
  const byMediaType = (own: ReadonlyMap<string, string>): DataValue =>
    Object.fromEntries([...own].map(([mediaType, name]) => [mediaType, validator(name)]));
  const { locations = {}, body = new Map(), responses = new Map() } = names ?? {};
  const answers = [...responses].filter(([, own]) => own.size > 0);
  return {
    ...Object.fromEntries(
      Object.entries(locations).map(([location, name]) => [location, validator(name)]),
    ),
    body: body.size === 0 ? undefined : byMediaType(body),
    responses:
      answers.length === 0
        ? undefined
        : Object.fromEntries(answers.map(([status, own]) => [status, byMediaType(own)])),
  };
}
