import { earlierSchemaTypes, earlierType } from "../contract/earlier-names.ts";
import { inputType } from "../contract/operation-types.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { declareTypes } from "../schema-types/declare-types.ts";
import { moduleFile } from "../statements.ts";
import { schemaTypeIn } from "../type-text.ts";
import type { ClientModel } from "./client-model.ts";
import { requestModule } from "./request-types.ts";

/** The module of the types of requests that have earlier names; none where all types are the contract's. */
export function requestTypesFile(model: ClientModel, options: EmitOptions): EmittedFile[] {
  const { requestTypes, groups } = model;
  const { schemas, names: own } = requestTypes;
  const operations = groups.flatMap((group) => group.operations.filter(requestTypes.isOwn));
  if (operations.length === 0) return [];
  const renamed = model.schemas.filter(({ typeName }) => own.has(typeName));
  const declared = [
    ...renamed.flatMap(({ typeName, earlierNames }) => [typeName, ...earlierNames]),
    ...operations.flatMap(({ inputTypeName, earlierNames }) => [
      inputTypeName,
      ...earlierNames.map((one) => one.inputTypeName),
    ]),
  ];
  const names = new ModuleScope(requestModule, options, declared, requestTypes.redirect);
  const nameOf = (schema: string): string => schemaTypeIn(names, schema);
  const variant = { nameOf, isOpen: false, earlier: { of: "requests", schemas } } as const;
  const bodies =
    renamed.length === 0 ? [] : [declareTypes(schemas, variant) + earlierSchemaTypes(renamed)];
  const inputs = operations.flatMap((operation) => [
    inputType(names, operation, true),
    ...operation.earlierNames.map((one) => earlierType(one.inputTypeName, operation.inputTypeName)),
  ]);
  return [moduleFile(requestModule, names, [...bodies, ...inputs])];
}
