import type { ApiModel, Operation } from "../../model/api-model.ts";
import { literalKey } from "../../print/escape.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimePackage, runtimeType } from "../runtime-symbols.ts";
import { exportedConst, moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { compileValidators, type ValidatorNames } from "./compile-validators.ts";

const compiledModule = "contract/src/validators/compiled.js";

/** The compiled validators, their types, and the table that gives each operation its own. */
export function validatorFiles(model: ApiModel, { scope }: EmitOptions): EmittedFile[] {
  const { code, exports, operations } = compileValidators(model);
  const path = "contract/src/validators.ts";
  const entries = [...operations];
  const declared = [
    ...entries.map(([operation]) => contractSymbols.validators(operation).name),
    "validators",
  ];
  const names = new ModuleScope(path, scope, declared);
  const type = names.use(runtimeType("", "OperationValidators"));
  const statements = entries.map(([operation, own]) =>
    exportedConst(contractSymbols.validators(operation).name, validatorsText(names, own), {
      type,
      docs: documentation(`The validators of \`${operation.id}\`.`),
    }),
  );
  const table = exportedConst("validators", tableText(entries), {
    docs: documentation("The validators of every operation by its operationId."),
  });
  return [
    { kind: "printed", path: compiledModule, text: code },
    {
      kind: "printed",
      path: compiledModule.replace(/\.js$/, ".d.ts"),
      text: declarations(exports),
    },
    moduleFile(path, names, [...statements, table]),
  ];
}

function declarations(exports: readonly string[]): string {
  const lines = exports.map((name) => `export const ${name}: Validator;`);
  return [`import type { Validator } from "${runtimePackage}";`, "", ...lines, ""].join("\n");
}

function validatorsText(
  names: ModuleScope,
  { locations, body, responses }: ValidatorNames,
): string {
  const use = (name: string): string =>
    names.use({ name, module: "./validators/compiled.js", isType: false });
  const byMediaType = (validators: ReadonlyMap<string, string>): string =>
    `{ ${[...validators].map(([mediaType, name]) => `${literalKey(mediaType)}: ${use(name)}`).join(", ")} }`;
  const answers = [...responses].filter(([, validators]) => validators.size > 0);
  const members = [
    ...Object.entries(locations).map(([location, name]) => `${location}: ${use(name)}`),
    ...(body.size === 0 ? [] : [`body: ${byMediaType(body)}`]),
    ...(answers.length === 0
      ? []
      : [
          `responses: { ${answers.map(([status, validators]) => `${literalKey(status)}: ${byMediaType(validators)}`).join(", ")} }`,
        ]),
  ];
  return `{ ${members.join(", ")} }`;
}

function tableText(entries: readonly (readonly [Operation, ValidatorNames])[]): string {
  const rows = entries.map(
    ([operation]) => `${literalKey(operation.id)}: ${contractSymbols.validators(operation).name}`,
  );
  return `{\n${rows.join(",\n")}\n}`;
}
