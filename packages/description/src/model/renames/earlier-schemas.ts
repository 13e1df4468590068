import { mediaTypeWords } from "../../http/media-types.ts";
import { schemaTypeName, typeName } from "../../names/names.ts";
import { objectMember } from "../../json/json.ts";
import { operationGroups, type ApiModel, type NamedSchema, type Operation } from "../api-model.ts";
import { aliasesIn } from "./renamed-from.ts";

/**
 * Adds to schemas the earlier names of their types: their own, and for bodies named after an
 * operation, those that follow from the operation's earlier names.
 * @param namedByAuthors the names of schemas that the authors chose
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
    // The name of a variant is the name of its schema plus a suffix.
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

/** Returns the names that the schema of a body had under its operation's earlier names. */
function namesAfter(operation: Operation, name: string): string[] {
  const end = typeName(name).slice(operation.typeName.length);
  const isOwn = name.startsWith(operation.typeName);
  if (!isOwn || !bodyNames(operation).some((start) => end.startsWith(start))) return [];
  return operation.earlierNames.map((earlier) => earlier.typeName + end);
}

/**
 * Returns what can follow the operation's name in the names of its body schemas: `Body`, `XmlBody`,
 * `Response`.
 */
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
