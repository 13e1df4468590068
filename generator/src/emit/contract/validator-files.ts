import type { CompiledValidators } from "@openapi-packages/compiler/compile/compile-validators";
import type { ValidatorNames } from "@openapi-packages/compiler/compile/validators/validator-compiler";
import { Expression, type DataValue } from "@openapi-packages/compiler/compile/data";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { ModuleScope } from "../module-scope.ts";
import { receivedWebhooks } from "../named-webhooks.ts";
import { moduleFile, reexports } from "../statements.ts";
import { schemaTypeIn } from "../type-text.ts";
import { contractSymbols, schemaValidatorName } from "../symbols.ts";
import { hasCodec, hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import {
  compiledFiles,
  compiledModules,
  declarationScope,
  schemasModule,
  uncheckedModule,
  type CompiledKind,
} from "./compiled-files.ts";
import { validatorsTypeName, validatorTypes } from "./validator-types.ts";

/** Emits the compiled validators, and their table by operation. */
export function emitValidators(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const files = compiledFiles(model, options, validatorKind(model, model.validators));
  return model.validators.schemas.size === 0
    ? files
    : [...files, ...schemaValidators(model, options)];
}

/** Emits the validators that a client checks webhooks with; no file if it receives none. */
export function emitWebhookValidators(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const { webhooks } = model;
  if (webhooks === undefined || receivedWebhooks(model).length === 0) return [];
  return compiledModules([webhooks], options, validatorKind(model, model.webhookValidators));
}

const validatorKind = (
  model: EmitModel,
  { operations, parts }: CompiledValidators,
): CompiledKind => ({
  table: "validators",
  entry: "/validation",
  parts,
  symbol: contractSymbols.validators,
  value: (operation, use) => operationValidators(operations.get(operation), use),
  type: (names, group, operation) =>
    validatorTypes(names, group, operation, operations.get(operation), hasCodec(model, operation)),
  declares: (operation) => [
    contractSymbols.validators(operation).name,
    validatorsTypeName(operation),
  ],
});

/**
 * Emits a validator for each named schema. Each is a separate constant, so bundlers drop the unused
 * ones.
 */
function schemaValidators(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const module = "contract/src/validators/schema-validators";
  const schemas = schemasModule({ table: "validators" }, options);
  const named = model.schemas.flatMap((schema) => {
    const check = model.validators.schemas.get(schema.typeName);
    if (check === undefined) return [];
    const earlier = schema.earlierNames.map((typeName) => ({ ...schema, typeName }));
    return [schema, ...earlier].map((one) => ({
      name: schemaValidatorName(one),
      schema: schema.name,
      check,
      docs: one === schema ? "" : `/** @deprecated Use \`${schemaValidatorName(schema)}\`. */\n`,
    }));
  });
  const declared = named.map(({ name }) => name);
  const jsonType = (scope: ModuleScope, schema: string): string => {
    const own = schemaTypeIn(scope, schema);
    return hasCodecs(model) ? `${scope.use(runtimeType("", "JsonOf"))}<${own}>` : own;
  };
  const path = "contract/src/schema-validators.ts";
  const reexport = (file: string): EmittedFile =>
    moduleFile(path, new ModuleScope(path, options, []), reexports([file]));
  if (options.layout === "folder") {
    const names = new ModuleScope(`${module}.ts`, options, declared);
    const make = names.use(runtimeValue("/validation", "validator"));
    const type = names.use(runtimeType("", "SchemaValidator"));
    const constants = named.map(({ name, schema, check, docs }) => {
      const local = names.use({ name: check, module: schemas, isType: false });
      const checked = `${type}<${jsonType(names, schema)}>`;
      return `${docs}export const ${name}: ${checked} = /* @__PURE__ */ ${make}(${local});`;
    });
    return [
      uncheckedModule(`${module}.ts`, names, [constants.join("\n")]),
      reexport("./validators/schema-validators.ts"),
    ];
  }
  const code = new ModuleScope(`${module}.js`, options, declared);
  const types = declarationScope(`${module}.d.ts`, options, declared);
  const make = code.use(runtimeValue("/validation", "validator"));
  const constants = named.map(({ name, check }) => {
    const local = code.use({ name: check, module: schemas, isType: false });
    return `export const ${name} = /* @__PURE__ */ ${make}(${local});`;
  });
  const type = types.use(runtimeType("", "SchemaValidator"));
  const declarations = named.map(
    ({ name, schema, docs }) => `${docs}export const ${name}: ${type}<${jsonType(types, schema)}>;`,
  );
  return [
    moduleFile(`${module}.js`, code, [constants.join("\n")]),
    moduleFile(`${module}.d.ts`, types, [declarations.join("\n")]),
    reexport("./validators/schema-validators.js"),
  ];
}

function operationValidators(
  names: ValidatorNames | undefined,
  use: (name: string) => string,
): DataValue {
  // Bundlers drop an unused validator if its call is marked as pure.
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
