import { StructureKind, type ExportDeclarationStructure } from "ts-morph";
import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import { fileName, typeName } from "@openapi-packages/description/names/names";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { interfaceName } from "./group-symbols.ts";

/** Files of the client that do not belong to a group. No tag could have had one of these names. */
const otherFiles: ReadonlySet<string> = new Set([
  "index",
  "core",
  "errors",
  "http",
  "oauth",
  "shared",
]);

/** The module of a group under an earlier name of its tag (`x-renamed-from`). */
interface EarlierModule {
  readonly group: OperationGroup;
  readonly fileName: string;
  readonly typeName: string;
}

/** Returns the modules of groups under their earlier names, except names that another module has now. */
export function earlierModules(groups: readonly OperationGroup[]): EarlierModule[] {
  const taken = new Set([...otherFiles, ...groups.map((group) => group.fileName.toLowerCase())]);
  return groups.flatMap((group) =>
    group.earlierNames.flatMap((name): EarlierModule[] => {
      const file = fileName(name);
      if (taken.has(file.toLowerCase())) return [];
      taken.add(file.toLowerCase());
      return [{ group, fileName: file, typeName: typeName(name) }];
    }),
  );
}

/**
 * Emits the {@link earlierModules}. Each re-exports the group's current module, with its types by their
 * earlier names.
 */
export function earlierGroupFiles(
  groups: readonly OperationGroup[],
  naming: EmitOptions,
): EmittedFile[] {
  return earlierModules(groups).map(({ group, fileName: file, typeName: earlier }) => {
    const path = `client/src/${file}.ts`;
    const moduleSpecifier = `./${group.fileName}.ts`;
    const alias: ExportDeclarationStructure = {
      kind: StructureKind.ExportDeclaration,
      isTypeOnly: true,
      moduleSpecifier,
      namedExports: [{ name: interfaceName(group), alias: `${earlier}Client` }],
    };
    return moduleFile(path, new ModuleScope(path, naming, []), [
      { kind: StructureKind.ExportDeclaration, moduleSpecifier },
      alias,
    ]);
  });
}
