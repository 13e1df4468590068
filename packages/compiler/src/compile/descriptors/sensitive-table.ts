import { stringMember } from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  MediaType,
  Operation,
  Parameter,
} from "@openapi-packages/description/model/api-model";
import type { DataObject } from "../data.ts";
import { SecretPlaces } from "./secret-places.ts";
import { valueShape } from "../value-shape.ts";

/** Returns the runtime's `SensitiveTable`; `undefined` if nothing is secret. */
export function sensitiveTable(model: ApiModel): DataObject | undefined {
  const places = new SecretPlaces(model.document);
  const keys = Object.values(model.securitySchemes).filter(
    (scheme) => stringMember(scheme, "type") === "apiKey",
  );
  const named = (location: string): string[] =>
    keys.flatMap((scheme) => {
      const name = stringMember(scheme, "name");
      return stringMember(scheme, "in") === location && name !== undefined ? [name] : [];
    });
  const operations = model.groups.flatMap((group) =>
    group.operations.flatMap((operation): [string, DataObject][] => {
      const parts = sensitiveParts(model, places, operation);
      return parts === undefined ? [] : [[operation.id, parts]];
    }),
  );
  return filled({
    header: list(named("header").map((name) => name.toLowerCase())),
    query: list(named("query")),
    errors: list(places.of(model.commonErrors?.schema.json)),
    operations: operations.length === 0 ? undefined : Object.fromEntries(operations),
  });
}

function sensitiveParts(
  model: ApiModel,
  places: SecretPlaces,
  { parameters, requestBody, responses }: Operation,
): DataObject | undefined {
  const isSecret = ({ schema }: Parameter): boolean => places.of(schema.json).length > 0;
  const secret = (location: Parameter["in"]): Parameter[] =>
    parameters.filter((parameter) => parameter.in === location && isSecret(parameter));
  const headers = [
    ...secret("header"),
    ...responses.flatMap((response) => response.headers.filter(isSecret)),
  ];
  const inResponses = responses.flatMap(({ status, content }): [string, readonly string[]][] => {
    const found = placesOf(places, content);
    return found.length === 0 ? [] : [[status, found]];
  });
  return filled({
    path: list(secret("path").map(({ name }) => name)),
    query: list(secret("query").flatMap((parameter) => queryNames(model, parameter))),
    header: list(headers.map(({ name }) => name.toLowerCase())),
    body: list(placesOf(places, requestBody?.content ?? [])),
    responses: inResponses.length === 0 ? undefined : Object.fromEntries(inResponses),
  });
}

/** Returns the secret places of bodies. Streams are skipped, since they are not logged. */
function placesOf(places: SecretPlaces, content: readonly MediaType[]): readonly string[] {
  return content.flatMap(({ stream, schema }) =>
    stream === undefined ? places.of(schema?.json) : [],
  );
}

/**
 * Returns the query names that a parameter may use. An exploded object has one per member (OpenAPI
 * 3.1, "Style Values").
 */
function queryNames({ types }: ApiModel, parameter: Parameter): readonly string[] {
  const { name, style = "form", explode = style === "form", content, schema } = parameter;
  if (!explode || style !== "form" || content !== undefined) return [name];
  const shape = valueShape(types, schema.meaning);
  const isNamed = typeof shape === "object" && "object" in shape && shape.rest === undefined;
  if (isNamed) return [name, ...Object.keys(shape.object)];
  const isValue = typeof shape === "string" ? shape !== "any" : "array" in shape;
  return isValue ? [name] : ["*"];
}

function list(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : [...new Set(names)];
}

function filled(parts: DataObject): DataObject | undefined {
  return Object.values(parts).some((part) => part !== undefined) ? parts : undefined;
}
