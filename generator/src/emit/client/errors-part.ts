import { StructureKind, type StatementStructures } from "ts-morph";
import { runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { literal } from "@openapi-packages/description/text/escape";
import { earlierConstant, earlierType } from "../contract/earlier-names.ts";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { ModulePart, WrittenPart } from "../module-parts.ts";
import type { ModuleScope } from "../module-scope.ts";
import { schemaModule } from "../symbols.ts";

/** Declares a class for each error schema, if there are any. */
export function errorParts({ errorClasses: { all } }: EmitModel): ModulePart[] {
  if (all.length === 0) return [];
  const declared = all.flatMap(({ className, earlierNames }) => [className, ...earlierNames]);
  const earlier = all.flatMap(({ className, earlierNames }) =>
    earlierNames.map((name) => ({ name, of: className })),
  );
  const write = (names: ModuleScope): WrittenPart => {
    const base = names.use(runtimeValue("/client", "ApiError"));
    const classes = all.map(({ className, typeName }): StatementStructures => {
      const type = names.use({ name: typeName, module: schemaModule, isType: true });
      return {
        kind: StructureKind.Class,
        name: className,
        isExported: true,
        extends: `${base}<${type}>`,
        docs: documentation(`An error response with a body of the type \`${typeName}\`.`),
        properties: [{ name: "name", hasOverrideKeyword: true, initializer: literal(className) }],
      };
    });
    return {
      statements: [...classes, ...earlier.map(({ name, of }) => earlierType(name, of))],
      data: earlier.map(({ name, of }) => earlierConstant(name, of)),
    };
  };
  return [{ declared, write }];
}
