import { isObject, stringMember } from "../../json.ts";
import type { ApiModel, Operation, SchemaPlace } from "../../model/api-model.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";

/** The module of the classes of errors. */
export const errorModule = "client/src/errors.ts";

/** A schema of errors and the class of what is thrown for it. */
export interface ErrorClass {
  readonly className: string;
  readonly typeName: string;
  /** The names that it had. */
  readonly earlierNames: readonly string[];
}

/** The classes of what a client throws for answers that are no success: one for each schema with a name. */
export interface ErrorClasses {
  /** In the order of the description. */
  readonly all: readonly ErrorClass[];
  /** The class of the errors that any operation may answer with (`x-common-errors`). */
  readonly common: ModuleSymbol | undefined;
  /** The classes of the errors that an operation documents itself, by status as the description writes it. */
  readonly byOperation: ReadonlyMap<Operation, ReadonlyMap<string, ModuleSymbol>>;
}

/** Finds the classes of errors of a description. */
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

/** The names of classes for schemas. */
class ClassNames {
  readonly #byPointer: ReadonlyMap<string, string>;
  readonly #typeNames: ReadonlySet<string>;

  constructor({ schemas }: ApiModel) {
    this.#byPointer = new Map(schemas.map(({ pointer, typeName }) => [pointer, typeName]));
    this.#typeNames = new Set(this.#byPointer.values());
  }

  classOf({ schema }: SchemaPlace): ModuleSymbol | undefined {
    const reference = isObject(schema) ? stringMember(schema, "$ref") : undefined;
    const typeName = reference && this.#byPointer.get(reference.slice(1));
    if (typeName === undefined) return undefined;
    return { name: this.className(typeName), module: errorModule, isType: false };
  }

  /** `ClientApiError` for `ClientError`, `ProblemApiError` for `Problem`. */
  className(typeName: string): string {
    const stem = typeName.replace(/Error$/, "");
    const isFree = stem !== "" && !this.#typeNames.has(stem);
    return `${isFree ? stem : typeName}ApiError`;
  }
}
