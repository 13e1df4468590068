import type { ApiModel } from "../../model/api-model.ts";
import { Expression, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimePackage, runtimeType } from "../runtime-symbols.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { compileValidators, type ValidatorNames } from "./compile-validators.ts";

const compiledModule = "contract/src/validators/compiled.js";

/** The compiled validators, their types, and the table that gives each operation its own. */
export function emitValidators(model: ApiModel, { scope }: EmitOptions): EmittedFile[] {
  const { code, exports, operations } = compileValidators(model);
  const path = "contract/src/validators.ts";
  const entries = [...operations];
  const declared = [
    ...entries.map(([operation]) => contractSymbols.validators(operation).name),
    "validators",
  ];
  const names = new ModuleScope(path, scope, declared);
  const constants = entries.map(([operation, own]) => ({
    name: contractSymbols.validators(operation).name,
    type: names.use(runtimeType("", "OperationValidators")),
    docs: documentation(`The validators of \`${operation.id}\`.`),
    value: validatorsOf(names, own),
  }));
  const table = {
    name: "validators",
    docs: documentation("The validators of every operation by its operationId."),
    value: Object.fromEntries(
      entries.map(([operation]): [string, DataValue] => [
        operation.id,
        new Expression(contractSymbols.validators(operation).name),
      ]),
    ),
  };
  return [
    { kind: "printed", path: compiledModule, text: code },
    {
      kind: "printed",
      path: compiledModule.replace(/\.js$/, ".d.ts"),
      text: declarations(exports),
    },
    moduleFile(path, names, [], [...constants, table]),
  ];
}

function declarations(exports: readonly string[]): string {
  const lines = exports.map((name) => `export const ${name}: Validator;`);
  return [`import type { Validator } from "${runtimePackage}";`, "", ...lines, ""].join("\n");
}

function validatorsOf(
  names: ModuleScope,
  { locations, body, responses }: ValidatorNames,
): DataValue {
  const use = (name: string): Expression =>
    new Expression(names.use({ name, module: "./validators/compiled.js", isType: false }));
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
