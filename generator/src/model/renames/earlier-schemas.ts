import { schemaTypeName, typeName } from "../../names.ts";
import { objectMember } from "../../json.ts";
import { operationGroups, type ApiModel, type NamedSchema, type Operation } from "../api-model.ts";
import { standingNames } from "./mark-renames.ts";

/** The parts of the names that schemas of bodies get from their operation. */
const ofOperation = /^(Body|Response)/;

/**
 * Schemas whose types have the earlier names that are still accepted: those that they had themselves, and of bodies
 * that are named after their operation those that the operation had.
 *
 * @param namedByAuthors the names of schemas that authors gave
 */
export function withEarlierSchemas(
  model: ApiModel,
  namedByAuthors: ReadonlySet<string>,
): readonly NamedSchema[] {
  const renamed = operationGroups(model)
    .flatMap((group) => group.operations)
    .filter(({ earlierNames }) => earlierNames.length > 0);
  const written = objectMember(objectMember(model.original, "components"), "schemas") ?? {};
  const taken = new Set(model.schemas.map((one) => one.typeName));
  const schemas = model.schemas.map((schema) => {
    const of = schema.variant?.of ?? schema.name;
    // A variant is called as its schema, with an end of its own.
    const end = schema.name.slice(of.length);
    const own = standingNames(written[of]).flatMap(({ name }) => name ?? []);
    const operations = namedByAuthors.has(of) ? [] : renamed;
    const names = [...own, ...operations.flatMap((one) => namesAfter(one, of))];
    const free = names
      .map((name) => schemaTypeName(name + end))
      .filter((name) => !taken.has(name) && taken.add(name));
    return free.length === 0 ? schema : { ...schema, earlierNames: free };
  });
  return schemas;
}

/** What the schema of a body was called when its operation had its earlier names. */
function namesAfter({ typeName: operation, earlierNames }: Operation, name: string): string[] {
  const end = typeName(name).slice(operation.length);
  if (!name.startsWith(operation) || !ofOperation.test(end)) return [];
  return earlierNames.map((earlier) => earlier.typeName + end);
}
