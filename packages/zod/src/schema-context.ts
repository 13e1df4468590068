import {
  referencedNames,
  schemaTypeIn,
  variableName,
  type Json,
  type ModuleScope,
  type NamedSchema,
  type UnionReader,
} from "openapi-packages/emitter";
import type { checkFunctions } from "./check-functions.ts";
import type { ZodCode } from "./zod-code.ts";

/** The module of the named schemas. */
export const schemasModule = "zod/src/schemas.ts";

/** The module of the helper functions. */
export const checksModule = "zod/src/checks.ts";

/** Returns the name of a schema's constant: `petSchema`. */
export const schemaConstant = (typeName: string): string => `${variableName(typeName)}Schema`;

/** Returns the name of that constant's type: `PetSchema`. */
export const schemaConstantType = (typeName: string): string => `${typeName}Schema`;

/** What the code of a schema depends on: names, and the schemas declared before it. */
export interface SchemaContext {
  readonly scope: ModuleScope;
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** Reads how the alternatives of a schema differ. */
  readonly unionOf: UnionReader;
  /** The schemas that are declared above or in another module, by name. */
  readonly declared: ReadonlyMap<string, ZodCode>;
  /** The constants of declared schemas that reject unknown members. */
  readonly closed: ReadonlySet<string>;
  /** The named schema that contains the code, if there is one. */
  readonly own?: string;
  /** True for code that runs after all constants are initialized, such as a getter. */
  readonly isLate: boolean;
}

/** True for the type of a schema that rejects unknown members. */
export const isClosed = (type: string): boolean => /z\.core\.\$strict>+$/.test(type);

/** Returns the context of code within a function or getter. */
export const late = (context: SchemaContext): SchemaContext => ({ ...context, isLate: true });

/**
 * Generates a reference to a named schema, within a function if it is declared later. Compilers cannot infer
 * types of schemas that refer to each other in large cycles, so that a cycle is typed by the contract. A schema
 * that refers to itself needs no type.
 */
export function referenceCode(context: SchemaContext, name: string): ZodCode {
  const { scope, schemas, declared, own, isLate } = context;
  const schema = schemas.get(name);
  if (schema === undefined) throw new Error(`there is no schema ${JSON.stringify(name)}`);
  const { typeName } = schema;
  const use = (symbol: string, isType: boolean): string =>
    scope.use({ name: symbol, module: schemasModule, isType });
  const code = use(schemaConstant(typeName), false);
  if (declared.has(name)) return { code, type: use(schemaConstantType(typeName), true) };
  const reference =
    name === own
      ? { code, type: use(schemaConstantType(typeName), true) }
      : typedCode(context, code, schemaTypeIn(scope, name));
  if (isLate) return reference;
  return { code: `z.lazy(() => ${reference.code})`, type: `z.ZodLazy<${reference.type}>` };
}

const typedCode = (context: SchemaContext, code: string, type: string): ZodCode => ({
  code: `${checkFunction(context, "typed")}<${type}>(${code})`,
  type: `z.ZodType<${type}, ${type}>`,
});

/** Returns the name of a helper function. */
export function checkFunction({ scope }: SchemaContext, name: keyof typeof checkFunctions): string {
  return scope.use({ name, module: checksModule, isType: false });
}

/** True if a schema refers to one that is declared later. */
export function refersAhead({ declared, isLate }: SchemaContext, schema: Json): boolean {
  return !isLate && [...referencedNames(schema)].some((name) => !declared.has(name));
}
