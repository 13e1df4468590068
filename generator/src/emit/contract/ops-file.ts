import { StructureKind, type StatementStructures } from "ts-morph";
import { propertyKey } from "@openapi-packages/description/text/escape";
import { operationGroups, type ApiModel } from "@openapi-packages/description/model/api-model";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { documentation, renamedDocumentation } from "../documentation.ts";
import type { EmittedFile, EmitOptions } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/** The name of the interface with the types of all operations. */
export const opsName = "ops";

/**
 * Emits a module of the interface with the types of each operation.
 *
 * @param folder the package that contains the module
 * @param redirect maps a symbol of the contract to the package's own
 */
export function opsFile(
  model: ApiModel,
  options: EmitOptions,
  folder: "contract" | "client",
  redirect?: (symbol: ModuleSymbol) => ModuleSymbol,
): EmittedFile {
  const path = `${folder}/src/${folder === "client" ? "types/" : ""}ops.ts`;
  const names = new ModuleScope(path, options, [opsName], redirect);
  return moduleFile(path, names, [opsInterface(names, model)]);
}

/**
 * Returns the interface with the types of each operation, by `operationId`. It only contains names of
 * types, which the compiler resolves on use.
 */
export function opsInterface(names: ModuleScope, model: ApiModel): StatementStructures {
  const properties = operationGroups(model).flatMap((group) =>
    group.operations.flatMap((operation) => {
      const symbols = [
        contractSymbols.input(group, operation),
        contractSymbols.result(group, operation),
      ];
      const given = symbols.map((symbol) => names.use(symbol)).join(", ");
      const type = `${names.use(runtimeType("", "OperationTypes"))}<${given}>`;
      const earlier = operation.earlierNames.map((one) => ({
        name: propertyKey(one.id),
        type,
        docs: renamedDocumentation(operation.id),
      }));
      return [{ name: propertyKey(operation.id), type }, ...earlier];
    }),
  );
  const docs = documentation(
    'The types of each operation, by `operationId`: `ops["GetPet"]["request"]`, `ops["GetPet"]["response"][200]`.',
  );
  return { kind: StructureKind.Interface, name: opsName, isExported: true, docs, properties };
}
