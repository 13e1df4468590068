import type { ApiModel, Operation } from "./api-model.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Reports names that cannot be generated: names that are too long, and two types of the same name.
 * Names in the description are distinct already; this checks the names made from them, such as
 * `ListPetsOperationInput` where a schema is called `ListPetsInput`.
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
  // Long file names are cut elsewhere.
  for (const { tag, name, operations: members } of model.groups)
    types.isShort(name, `tag ${tag}`, members[0]?.pointer ?? "/paths");
}

/**
 * The limit in characters. A longer name helps no reader, and the output repeats it a hundred
 * times.
 */
const longestName = 500;

class NameTable {
  readonly #context: ModelContext;
  readonly #claims = new Map<string, { readonly what: string; readonly pointer: string }>();

  constructor(context: ModelContext) {
    this.#context = context;
  }

  /** Takes a name, or reports it if another place has taken it. */
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

  /** Returns true if a name is short enough; reports it if not. */
  isShort(name: string, what: string, pointer: string): boolean {
    if (name.length <= longestName) return true;
    const hint = `a name has at most ${longestName} characters`;
    this.#context.report("name-too-long", `${what} is too long for a name`, pointer, hint);
    return false;
  }
}
