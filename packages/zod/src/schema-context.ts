import {
  isObject,
  referencedName,
  schemaTypeIn,
  subschemas,
  variableName,
  type Json,
  type ModuleScope,
  type NamedSchema,
  type TraitReader,
} from "openapi-packages/emitter";
import type { checkFunctions } from "./check-functions.ts";
import type { ZodCode } from "./zod-code.ts";

/** The module of the schemas that have names. */
export const schemasModule = "zod/src/schemas.ts";

/** The module of the functions that schemas call. */
export const checksModule = "zod/src/checks.ts";

/** The constant with a schema of that name: `petSchema`. */
export const schemaConstant = (typeName: string): string => `${variableName(typeName)}Schema`;

/** The type of that constant: `PetSchema`. */
export const schemaConstantType = (typeName: string): string => `${typeName}Schema`;

/** What the code of a schema depends on: names, and what stands before it. */
export interface SchemaContext {
  readonly scope: ModuleScope;
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** Reads the traits by which alternatives are told apart. */
  readonly traits: TraitReader;
  /** The schemas that stand above, or in another module, by name. */
  readonly declared: ReadonlyMap<string, ZodCode>;
  /** The constants of declared schemas that refuse members that they do not know. */
  readonly closed: ReadonlySet<string>;
  /** The schema that the code is part of, where it has a name. */
  readonly own?: string;
  /** True of code that runs only after all constants are there, such as a getter. */
  readonly isLate: boolean;
}

/** True of the type of a schema that refuses members that it does not know. */
export const isClosed = (type: string): boolean => /z\.core\.\$strict>+$/.test(type);

/** The context of code within a function, or a getter. */
export const late = (context: SchemaContext): SchemaContext => ({ ...context, isLate: true });

/**
 * A schema by its name, within a function where it is declared further down. Compilers give up on types of schemas
 * that refer to each other in large circles, so that a circle is closed by the contract's type; a schema that refers
 * to itself needs none.
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

/** The name of a function of the module of checks. */
export function checkFunction({ scope }: SchemaContext, name: keyof typeof checkFunctions): string {
  return scope.use({ name, module: checksModule, isType: false });
}

/** The names of the schemas that a schema refers to, itself or in a part of it. */
export function referencedSchemas(schema: Json): string[] {
  const names = new Set<string>();
  const stack: Json[] = [schema];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (!isObject(one)) continue;
    const name = referencedName(one);
    if (name !== undefined) names.add(name);
    for (const below of subschemas(one)) stack.push(below.schema);
  }
  return [...names];
}

/** True if a schema refers to one that is declared further down. */
export function refersAhead({ declared, isLate }: SchemaContext, schema: Json): boolean {
  return !isLate && referencedSchemas(schema).some((name) => !declared.has(name));
}
