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
  unionTagReader,
  type ApiModel,
  type EmitOptions,
  type EmittedFile,
  type Emitter,
  type ModuleScope,
  type NamedSchema,
  type UnionTagReader,
} from "openapi-packages/emitter";
import { checksText } from "./check-functions.ts";
import { inputCode } from "./input-code.ts";
import { readmeFile } from "./readme.ts";
import { schemaCode } from "./schema-code.ts";
import {
  checksModule,
  isClosed,
  referencedSchemas,
  schemaConstant,
  schemaConstantType,
  schemasModule,
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

function zodFiles(model: ApiModel, options: EmitOptions): readonly EmittedFile[] {
  const declared = new Map<string, ZodCode>();
  const closed = new Set<string>();
  const tagOf = unionTagReader(model.document);
  const schemas = schemasFile(model, options, tagOf, declared, closed);
  const groups = operationGroups(model).map((group) => {
    const path = operationsModule(group);
    const names = group.operations.flatMap((one) => [inputConstant(one), inputConstantType(one)]);
    const scope = zodScope(path, options, names);
    const context = { scope, schemas: byName(model), tagOf, declared, closed, isLate: false };
    const statements = group.operations.map((operation) =>
      statement(
        inputConstant(operation),
        inputConstantType(operation),
        inputCode(context, operation),
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

const byName = ({ schemas }: ApiModel): ReadonlyMap<string, NamedSchema> =>
  new Map(schemas.map((schema) => [schema.name, schema]));

/** Creates the scope of a module that imports Zod as `z`, as Zod's documentation does. */
function zodScope(path: string, options: EmitOptions, declared: readonly string[]): ModuleScope {
  const scope = moduleScope(path, options, declared);
  scope.use({ name: "ZodType", module: "zod", isType: false, namespace: "z" });
  return scope;
}

/**
 * @param declared receives the code of each schema, by name
 * @param closed receives the constants of schemas that reject unknown members
 */
function schemasFile(
  model: ApiModel,
  options: EmitOptions,
  tagOf: UnionTagReader,
  declared: Map<string, ZodCode>,
  closed: Set<string>,
): EmittedFile[] {
  if (model.schemas.length === 0) return [];
  const names = model.schemas.flatMap(({ typeName }) => [
    schemaConstant(typeName),
    schemaConstantType(typeName),
  ]);
  const scope = zodScope(schemasModule, options, names);
  const schemas = byName(model);
  const statements = inOrder(model.schemas, schemas).map(({ name, typeName, schema }) => {
    const context = { scope, schemas, tagOf, declared, closed, own: name, isLate: false };
    const code = schemaCode(context, schema);
    declared.set(name, code);
    if (isClosed(code.type) || closed.has(code.code)) closed.add(schemaConstant(typeName));
    const docs = `\`${name}\` of the description.`;
    return statement(schemaConstant(typeName), schemaConstantType(typeName), code, docs);
  });
  return [moduleFile(schemasModule, scope, statements)];
}

/** Sorts schemas so that each comes after those that it refers to, except for cycles. */
function inOrder(
  all: readonly NamedSchema[],
  schemas: ReadonlyMap<string, NamedSchema>,
): NamedSchema[] {
  const ordered: NamedSchema[] = [];
  const seen = new Set<NamedSchema>();
  const visit = (schema: NamedSchema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const name of referencedSchemas(schema.schema)) {
      const other = schemas.get(name);
      if (other !== undefined) visit(other);
    }
    ordered.push(schema);
  };
  all.forEach(visit);
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
