import { isObject, stringMember } from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  Operation,
  SchemaPlace,
} from "@openapi-packages/description/model/api-model";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";

/** The module of the error classes. */
export const errorModule = "client/src/errors.ts";

/** An error schema, with the class that is thrown for it. */
export interface ErrorClass {
  readonly className: string;
  readonly typeName: string;
  /** Its earlier names. */
  readonly earlierNames: readonly string[];
}

/** The classes that a client throws for error responses, one for each named schema. */
export interface ErrorClasses {
  /** All classes, in document order. */
  readonly all: readonly ErrorClass[];
  /** The class of the error that any operation may return (`x-common-errors`). */
  readonly common: ModuleSymbol | undefined;
  /** The classes of the errors that each operation documents, by status as in the description. */
  readonly byOperation: ReadonlyMap<Operation, ReadonlyMap<string, ModuleSymbol>>;
}

/** Finds the error classes of a description. */
export function errorClasses(model: ApiModel): ErrorClasses {
  const names = new ClassNames(model);
  const { commonErrors } = model;
  const common = commonErrors && names.classOf(commonErrors.schema);
  const operations = model.groups.flatMap((group) => group.operations);
  const byOperation = new Map(
    operations.map((operation) => [operation, documentedClasses(names, operation)]),
  );
  const documented = [...byOperation.values()].flatMap((classes) => [...classes.values()]);
  const used = new Set([...documented, ...(common ? [common] : [])].map(({ name }) => name));
  const all = model.schemas.flatMap((schema) => {
    const { typeName } = schema;
    const className = names.className(typeName);
    const earlierNames = schema.earlierNames.map((name) => names.className(name));
    return used.has(className) ? [{ className, typeName, earlierNames }] : [];
  });
  return { all, common, byOperation };
}

function documentedClasses(
  names: ClassNames,
  { responses }: Operation,
): ReadonlyMap<string, ModuleSymbol> {
  const classes = new Map<string, ModuleSymbol>();
  for (const { status, content } of responses) {
    const [media] = content;
    if (/^[123]/.test(status) || content.length !== 1 || media?.kind !== "json") continue;
    const symbol = media.schema && names.classOf(media.schema);
    if (symbol !== undefined) classes.set(status, symbol);
  }
  return classes;
}

/** Names the error classes of schemas. */
class ClassNames {
  readonly #byPointer: ReadonlyMap<string, string>;
  readonly #typeNames: ReadonlySet<string>;

  constructor({ schemas }: ApiModel) {
    this.#byPointer = new Map(schemas.map(({ pointer, typeName }) => [pointer, typeName]));
    this.#typeNames = new Set(this.#byPointer.values());
  }

  classOf({ json: schema }: SchemaPlace): ModuleSymbol | undefined {
    const reference = isObject(schema) ? stringMember(schema, "$ref") : undefined;
    const typeName = reference && this.#byPointer.get(reference.slice(1));
    if (typeName === undefined) return undefined;
    return { name: this.className(typeName), module: errorModule, isType: false };
  }

  /** Returns the name of a class: `ClientApiError` for `ClientError`, `ProblemApiError` for `Problem`. */
  className(typeName: string): string {
    const stem = typeName.replace(/Error$/, "");
    const isFree = stem !== "" && !this.#typeNames.has(stem);
    return `${isFree ? stem : typeName}ApiError`;
  }
}
