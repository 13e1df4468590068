import { StructureKind, type StatementStructures } from "ts-morph";
import { namedSchemes, type NamedScheme } from "@openapi-packages/description/model/named-schemes";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { apiTypeNames, apiTypes } from "./api-types.ts";
import { securityNote, securityTypeNames, securityTypes } from "./security-types.ts";

const path = "server/src/core.ts";

/** Creates a symbol of the module that contains no operations. */
export const coreSymbol = (name: string, isType: boolean): ModuleSymbol => ({
  name,
  module: path,
  isType,
});

/** The symbol of the function that creates a server from routes. */
export const createServerFromRoutes = coreSymbol("createServerFromRoutes", false);

/** Returns the names of the types that the module exports. */
export function coreTypeNames(schemes: readonly NamedScheme[]): string[] {
  return [...apiTypeNames, ...(schemes.length === 0 ? [] : securityTypeNames)];
}

/**
 * Emits a server's part for the whole description, separate from operations, so that only some tags can be
 * served.
 */
export function coreFile(model: EmitModel, options: EmitOptions): EmittedFile {
  const schemes = namedSchemes(model, model.groups);
  const declared = [createServerFromRoutes.name, ...coreTypeNames(schemes)];
  const names = new ModuleScope(path, options, declared);
  const context = names.use(runtimeType("/server", "RequestContext"));
  return moduleFile(path, names, [
    ...securityTypes(names, schemes, context),
    ...apiTypes(names, model),
    createFunction(names, model, context, schemes),
  ]);
}

function createFunction(
  names: ModuleScope,
  model: EmitModel,
  context: string,
  schemes: readonly NamedScheme[],
): StatementStructures {
  const scheme = schemes.length === 0 ? "never" : "SecurityScheme";
  const options = names.use(runtimeType("/server", "ServerArguments"));
  const create = names.use(runtimeValue("/server", "createServerCore"));
  return {
    kind: StructureKind.Function,
    name: createServerFromRoutes.name,
    isExported: true,
    docs: documentation(
      `Creates a server of some tags of ${model.title} from their routes. It loads, and a bundle has, the validators and serializers of these alone; any other path gets a 404.`,
      securityNote(schemes),
    ),
    typeParameters: [{ name: "Context", default: context }],
    parameters: [
      { name: "routes", type: `readonly ${names.use(runtimeType("/server", "Route"))}<Context>[]` },
      {
        name: "options",
        type: `${options}<Context, ${scheme}, ServerApi>`,
        isRestParameter: true,
      },
    ],
    returnType: names.use(runtimeType("/server", "Server")),
    statements: [
      `return ${create}<Context, ${scheme}, ServerApi>(${names.use(contractSymbols.api)}, routes, ...options);`,
    ],
  };
}
