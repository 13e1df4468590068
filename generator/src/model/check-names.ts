import { arrayMember, stringMember, toPointer } from "../load/json.ts";
import type { ApiModel, OperationGroup } from "./api-model.ts";
import type { TaggedOperation } from "./build-operations.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Reports names that would collide in the output: the same operationId twice, ids or schemas that
 * differ in nothing an identifier can hold, groups whose files a file system may see as one.
 */
export function checkNames(
  context: ModelContext,
  model: ApiModel,
  operations: readonly TaggedOperation[],
): void {
  const types = new NameTable(context, "name-collision", "rename one of them");
  if (model.commonErrors !== undefined)
    types.claim("CommonError", "type of x-common-errors", "/x-common-errors");
  for (const { name, typeName, pointer } of model.schemas)
    types.claim(typeName, `schema ${name}`, pointer);
  checkOperations(context, operations, types);
  const files = new NameTable(
    context,
    "tag-collision",
    "rename one of the tags, or give it an x-name",
  );
  for (const group of model.groups) {
    const pointer = tagPointer(context, group.tag, operations);
    if (isReserved(group))
      context.report(
        "tag-reserved",
        `tag ${group.tag} takes a name that the packages need themselves`,
        pointer,
        "give it an x-name",
      );
    // Names of files are cut where they are long.
    const claimed = group.name.length > longestName ? group.name : group.fileName;
    files.claim(claimed, `tag ${group.tag}`, pointer);
  }
}

/** Characters. Nobody reads longer names, and they stand in the output a hundred times. */
const longestName = 500;

/** A client has `http` beside its groups, and each package an index beside their files. */
function isReserved({ name, fileName }: OperationGroup): boolean {
  return name === "http" || fileName === "index";
}

function checkOperations(
  context: ModelContext,
  operations: readonly TaggedOperation[],
  types: NameTable,
): void {
  const ids = new NameTable(
    context,
    "operation-id-duplicate",
    "every operationId names one operation",
  );
  const names = new NameTable(context, "name-collision", "change one of the operationIds");
  const mocks = new NameTable(context, "name-collision", "change one of the operationIds");
  for (const { operation } of operations) {
    const place = `${operation.pointer}/operationId`;
    if (!ids.claim(operation.id, `operationId ${operation.id}`, place)) continue;
    if (!names.claim(operation.methodName.toLowerCase(), `operation ${operation.id}`, place))
      continue;
    for (const name of [operation.inputTypeName, operation.resultTypeName]) {
      types.claim(name, `type ${name} of operation ${operation.id}`, place);
    }
    mocks.claim(`mock${operation.typeName}`, `the mock of operation ${operation.id}`, place);
    mocks.claim(`${operation.methodName}Example`, `the example of ${operation.id}`, place);
  }
}

function tagPointer(
  context: ModelContext,
  tag: string,
  operations: readonly TaggedOperation[],
): string {
  const tags = arrayMember(context.document, "tags");
  const index = tags.findIndex((entry) => stringMember(entry, "name") === tag);
  if (index >= 0) return toPointer(["tags", index]);
  return operations.find((operation) => operation.tag === tag)?.operation.pointer ?? "/paths";
}

class NameTable {
  readonly #context: ModelContext;
  readonly #code: string;
  readonly #hint: string;
  readonly #claims = new Map<string, { readonly what: string; readonly pointer: string }>();

  constructor(context: ModelContext, code: string, hint: string) {
    this.#context = context;
    this.#code = code;
    this.#hint = hint;
  }

  /** Takes a name; answers false, and reports both places, where it was taken before. */
  claim(name: string, what: string, pointer: string): boolean {
    if (name.length > longestName) {
      const hint = `a name has at most ${longestName} characters`;
      this.#context.report("name-too-long", `${what} is too long for a name`, pointer, hint);
      return false;
    }
    const first = this.#claims.get(name);
    if (first === undefined) {
      this.#claims.set(name, { what, pointer });
      return true;
    }
    const message =
      first.what === what ? `${what} stands twice` : `${what} and ${first.what} get the same name`;
    this.#context.report(this.#code, message, pointer, this.#hint, [first.pointer]);
    return false;
  }
}
