import { mediaTypeWords } from "../../media-types.ts";
import { schemaTypeName, typeName } from "../../names.ts";
import { objectMember } from "../../json.ts";
import { operationGroups, type ApiModel, type NamedSchema, type Operation } from "../api-model.ts";
import { aliasesIn } from "./renamed-from.ts";

/**
 * Schemas whose types have their earlier names: those that they had themselves, and of bodies that are named after
 * their operation those that the operation had.
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
    const own = aliasesIn(written[of], model.version).map(({ name }) => name);
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
function namesAfter(operation: Operation, name: string): string[] {
  const end = typeName(name).slice(operation.typeName.length);
  const isOwn = name.startsWith(operation.typeName);
  if (!isOwn || !bodyNames(operation).some((start) => end.startsWith(start))) return [];
  return operation.earlierNames.map((earlier) => earlier.typeName + end);
}

/** What follows the name of an operation in those of its bodies: `Body`, `XmlBody`, `Response`. */
function bodyNames({ requestBody, responses }: Operation): string[] {
  const bodies = [
    { what: "Body", content: requestBody?.content ?? [] },
    ...responses.map(({ content }) => ({ what: "Response", content })),
  ];
  return bodies.flatMap(({ what, content }) => {
    const names = mediaTypeWords(content.map(({ mediaType }) => mediaType)).values();
    return ["", ...[...names].flatMap(({ words }) => words)].map((word) => word + what);
  });
}
