import {
  codeFile,
  documentation,
  moduleFile,
  moduleScope,
  operationGroups,
  packageFiles,
  packageName,
  packageVersion,
  reexports,
  referencedNames,
  unionReader,
  type ApiModel,
  type EmitOptions,
  type EmittedFile,
  type Emitter,
  type ModuleScope,
  type NamedSchema,
} from "openapi-packages/emitter";
import { checksText } from "./check-functions.ts";
import { inputCode } from "./input-code.ts";
import { readmeFile } from "./readme.ts";
import { schemaCode } from "./schema-code.ts";
import {
  checksModule,
  isClosed,
  schemaConstant,
  schemaConstantType,
  schemasModule,
  type SchemaContext,
} from "./schema-context.ts";
import { inputConstant, inputConstantType, operationsModule } from "./input-names.ts";
import type { ZodCode } from "./zod-code.ts";

/** The versions of Zod that support the generated schemas. */
const zodRange = "^4.6.0";

/**
 * Creates the emitter of Zod schemas: the package `zod` with a schema for each named schema of the description
 * and for the input of each operation. The schemas accept what the contract's validators accept, apart from the
 * differences in the package's README, and `z.infer` of them is the contract's type.
 */
export function zod(): Emitter {
  // Errors of a run contain the name of this function.
  const zodSchemas: Emitter = (model, options) => zodFiles(model, options);
  // A cycle of schemas is typed by the contract.
  zodSchemas.dependencies = ["types"];
  return zodSchemas;
}

/** The part of {@link SchemaContext} that all modules share. */
interface SharedContext extends Omit<SchemaContext, "scope"> {
  /** Receives the code of each schema, by name. */
  readonly declared: Map<string, ZodCode>;
  /** Receives the constants of schemas that reject unknown members. */
  readonly closed: Set<string>;
}

function zodFiles(model: ApiModel, options: EmitOptions): readonly EmittedFile[] {
  const shared: SharedContext = {
    schemas: new Map(model.schemas.map((schema) => [schema.name, schema])),
    unionOf: unionReader(model.document),
    declared: new Map(),
    closed: new Set(),
    isLate: false,
  };
  const schemas = schemasFile(model, options, shared);
  const groups = operationGroups(model).map((group) => {
    const path = operationsModule(group);
    const names = group.operations.flatMap((one) => [inputConstant(one), inputConstantType(one)]);
    const scope = zodScope(path, options, names);
    const statements = group.operations.map((operation) =>
      statement(
        inputConstant(operation),
        inputConstantType(operation),
        inputCode({ ...shared, scope }, operation),
        `The input of \`${operation.id}\`: \`${operation.method} ${operation.path}\`.`,
      ),
    );
    return moduleFile(path, scope, statements);
  });
  const index = "zod/src/index.ts";
  const modules = [...schemas, ...groups].map(({ path }) => path.replace("zod/src/", "./"));
  return [
    ...packageFiles(model, {
      folder: "zod",
      naming: options,
      description: `Zod schemas of ${model.title}`,
      entries: {
        ...(schemas.length === 0 ? {} : { "./schemas": "schemas" }),
        "./operations/*": "operations/*",
        ...(model.webhooks === undefined ? {} : { "./webhooks": "webhooks" }),
      },
      dependencies: schemas.some(importsContract)
        ? { [packageName(options, "contract")]: packageVersion(model) }
        : {},
      peerDependencies: { zod: zodRange },
    }),
    readmeFile(model, options),
    moduleFile(index, moduleScope(index, options), reexports(modules)),
    codeFile(checksModule, checksText),
    ...schemas,
    ...groups,
  ];
}

/** True for a module that imports a type of the contract, for a cycle of schemas. */
const importsContract = (file: EmittedFile): boolean =>
  file.kind === "module" &&
  file.structure.statements.some(
    (one) => typeof one === "string" && /\btyped<[\p{ID_Continue}$]+>\(/u.test(one),
  );

/** Creates the scope of a module that imports Zod as `z`, as Zod's documentation does. */
function zodScope(path: string, options: EmitOptions, declared: readonly string[]): ModuleScope {
  const scope = moduleScope(path, options, declared);
  scope.use({ name: "ZodType", module: "zod", isType: false, namespace: "z" });
  return scope;
}

function schemasFile(model: ApiModel, options: EmitOptions, shared: SharedContext): EmittedFile[] {
  if (model.schemas.length === 0) return [];
  const names = model.schemas.flatMap(({ typeName }) => [
    schemaConstant(typeName),
    schemaConstantType(typeName),
  ]);
  const scope = zodScope(schemasModule, options, names);
  const { schemas, declared, closed } = shared;
  const statements = inOrder(schemas).map(({ name, typeName, json: schema }) => {
    const code = schemaCode({ ...shared, scope, own: name }, schema);
    declared.set(name, code);
    if (isClosed(code.type) || closed.has(code.code)) closed.add(schemaConstant(typeName));
    const docs = `\`${name}\` of the description.`;
    return statement(schemaConstant(typeName), schemaConstantType(typeName), code, docs);
  });
  return [moduleFile(schemasModule, scope, statements)];
}

/** Sorts schemas so that each comes after those that it refers to, except for cycles. */
function inOrder(schemas: ReadonlyMap<string, NamedSchema>): NamedSchema[] {
  const ordered: NamedSchema[] = [];
  const seen = new Set<NamedSchema>();
  const visit = (schema: NamedSchema | undefined): void => {
    if (schema === undefined || seen.has(schema)) return;
    seen.add(schema);
    for (const name of referencedNames(schema.json)) visit(schemas.get(name));
    ordered.push(schema);
  };
  for (const schema of schemas.values()) visit(schema);
  return ordered;
}

/** Declares a constant with an explicit type, so that compilers need not infer it. */
function statement(name: string, typeName: string, { code, type }: ZodCode, docs: string): string {
  const [comment] = documentation(docs);
  return `/** ${comment?.description ?? ""} */
export const ${name}: ${typeName} = ${code};
/** The type of {@link ${name}}. */
export type ${typeName} = ${type};`;
}
