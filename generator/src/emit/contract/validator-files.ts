import type { ValidatorNames } from "../../compile/validators/validator-compiler.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { contractSymbols } from "../symbols.ts";
import { compiledFiles, type CompiledMembers, type CompiledValue } from "./compiled-files.ts";

/** The compiled validators, and the table that gives each operation its own. */
export function emitValidators(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const { operations, parts } = model.validators;
  return compiledFiles(model, options, {
    table: "validators",
    entry: "/validation",
    operationType: "OperationValidators",
    parts,
    symbol: contractSymbols.validators,
    value: (operation) => operationValidators(operations.get(operation)),
  });
}

function operationValidators(names: ValidatorNames | undefined): CompiledValue {
  if (names === undefined) return { members: {}, helpers: [], calls: [] };
  const calls: string[] = [];
  const validator = (name: string): string => {
    calls.push(name);
    return `/* @__PURE__ */ validator(${name})`;
  };
  const byMediaType = (own: ReadonlyMap<string, string>): CompiledMembers =>
    Object.fromEntries([...own].map(([mediaType, name]) => [mediaType, validator(name)]));
  const { locations, body, responses } = names;
  const answers = [...responses].filter(([, own]) => own.size > 0);
  const members = {
    ...Object.fromEntries(
      Object.entries(locations).map(([location, name]) => [location, validator(name)]),
    ),
    ...(body.size === 0 ? {} : { body: byMediaType(body) }),
    ...(answers.length === 0
      ? {}
      : {
          responses: Object.fromEntries(answers.map(([status, own]) => [status, byMediaType(own)])),
        }),
  };
  return { members, helpers: calls.length === 0 ? [] : ["validator"], calls };
}
