import type { ApiModel, Operation } from "./api-model.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Reports names that the output cannot have: too long ones, and types that would be one. Names of the
 * description have been told apart before; here it is about those that are made of them, as a
 * `ListPetsOperationInput` is where a schema is called `ListPetsInput`.
 */
export function checkNames(
  context: ModelContext,
  model: ApiModel,
  operations: readonly Operation[],
): void {
  const types = new NameTable(context);
  if (model.commonErrors !== undefined)
    types.claim("CommonError", "type of x-common-errors", "/x-common-errors");
  for (const { name, typeName, pointer } of model.schemas)
    types.claim(typeName, `schema ${name}`, pointer);
  for (const { id, pointer, inputTypeName, resultTypeName } of operations) {
    if (!types.isShort(id, `operation ${id}`, pointer)) continue;
    for (const name of [inputTypeName, resultTypeName])
      types.claim(name, `type ${name} of operation ${id}`, pointer);
  }
  // Names of files are cut where they are long.
  for (const { tag, name, operations: members } of model.groups)
    types.isShort(name, `tag ${tag}`, members[0]?.pointer ?? "/paths");
}

/** Characters. Longer names are of use to no reader, and they stand in the output a hundred times. */
const longestName = 500;

class NameTable {
  readonly #context: ModelContext;
  readonly #claims = new Map<string, { readonly what: string; readonly pointer: string }>();

  constructor(context: ModelContext) {
    this.#context = context;
  }

  /** Takes a name, or reports the places of both that want it. */
  claim(name: string, what: string, pointer: string): void {
    if (!this.isShort(name, what, pointer)) return;
    const first = this.#claims.get(name);
    if (first === undefined) {
      this.#claims.set(name, { what, pointer });
      return;
    }
    const message = `${what} and ${first.what} get the same name`;
    const hint = "rename one of them, or give it an x-name";
    this.#context.report("type-name-collision", message, pointer, hint, [first.pointer]);
  }

  /** True if a name is not too long, which is reported. */
  isShort(name: string, what: string, pointer: string): boolean {
    if (name.length <= longestName) return true;
    const hint = `a name has at most ${longestName} characters`;
    this.#context.report("name-too-long", `${what} is too long for a name`, pointer, hint);
    return false;
  }
}
