import { StructureKind, type StatementStructures } from "ts-morph";
import { propertyKey } from "@openapi-packages/description/text/escape";
import {
  commonStatuses,
  type ApiModel,
  type Operation,
  type OperationResponse,
  type Parameter,
  type RequestBody,
} from "@openapi-packages/description/model/api-model";
import type { EmitModel } from "../emit-model.ts";
import { documentation, parameterComment } from "../documentation.ts";
import type { ModuleScope, NameScope } from "../module-scope.ts";
import { closedScope, openScope, openTypeParameters, type OpenTypes } from "../open-types.ts";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractSymbols } from "../symbols.ts";
import { bodyText, typeText } from "../type-text.ts";
import {
  bodyChoices,
  bodyUnionText,
  hasContentType,
  mediaTypeText,
  type BodyChoice,
} from "./body-types.ts";

const locations = ["path", "query", "header", "cookie"] as const;

/**
 * Declares the input of an operation, such as `CreatePetInput`: its parameters and body.
 *
 * @param openTypes the types with a type parameter for unknown enum values; omitted: there are none
 */
export function inputType(
  names: NameScope,
  operation: Operation,
  openTypes?: OpenTypes,
): StatementStructures {
  const scope = openTypes === undefined ? names : closedScope(names, openTypes);
  const parameters = locations.flatMap((location) => locationProperty(scope, operation, location));
  const { requestBody, inputTypeName: name } = operation;
  const docs = documentation(`The input of \`${operation.id}\`${inputParts(operation)}.`);
  const choices = requestBody === undefined ? [] : bodyChoices(scope, requestBody);
  if (requestBody !== undefined && choices.length > 1) {
    const type = `${membersText(parameters)}(${bodyUnionText(choices, requestBody)}\n)`;
    return { kind: StructureKind.TypeAlias, name, isExported: true, docs, type };
  }
  const properties = [...parameters, ...bodyProperties(choices, requestBody)];
  if (properties.length === 0) {
    return {
      kind: StructureKind.TypeAlias,
      name,
      isExported: true,
      docs,
      type: "{ [name: string]: never }",
    };
  }
  return { kind: StructureKind.Interface, name, isExported: true, docs, properties };
}

/** Returns the parts of an operation's input in words, after a colon; empty if there are none. */
function inputParts({ parameters, requestBody }: Operation): string {
  const parts = [
    ...(parameters.length === 0 ? [] : ["parameters"]),
    ...(requestBody === undefined ? [] : ["body"]),
  ];
  return parts.length === 0 ? "" : `: ${parts.join(" and ")}`;
}

interface Property {
  name: string;
  type: string;
  hasQuestionToken: boolean;
  docs?: { description: string }[];
}

function locationProperty(
  scope: NameScope,
  operation: Operation,
  location: Parameter["in"],
): Property[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === location);
  if (parameters.length === 0) return [];
  const hasQuestionToken = !parameters.some((parameter) => parameter.required);
  return [{ name: location, hasQuestionToken, type: parametersText(scope, parameters) }];
}

/** Prints an object type with one member per parameter. */
export function parametersText(scope: NameScope, parameters: readonly Parameter[]): string {
  return `{\n${parameters.map((one) => parameterText(scope, one)).join("\n")}\n}`;
}

function parameterText(scope: NameScope, parameter: Parameter): string {
  const optional = parameter.required ? "" : "?";
  return `${parameterComment(parameter)}${propertyKey(parameter.name)}${optional}: ${typeText(scope, parameter.schema)};`;
}

/** Returns the property `body`, and `contentType` if callers choose the media type. */
function bodyProperties(
  [choice]: readonly BodyChoice[],
  requestBody: RequestBody | undefined,
): Property[] {
  if (requestBody === undefined || choice === undefined) return [];
  const { required, description } = requestBody;
  const docs = documentation(description);
  const body = { name: "body", type: choice.body, hasQuestionToken: !required, docs };
  if (!hasContentType(requestBody)) return [body];
  const type = choice.contentTypes.join(" | ");
  return [body, { name: "contentType", type, hasQuestionToken: true }];
}

/** Prints the properties as an object type to intersect with; empty if there are none. */
function membersText(properties: readonly Property[]): string {
  const members = properties.map(
    ({ name, hasQuestionToken, type }) => `${name}${hasQuestionToken ? "?" : ""}: ${type};`,
  );
  return members.length === 0 ? "" : `{\n${members.join("\n")}\n} & `;
}

/**
 * Declares the result of an operation, such as `CreatePetResult`: the union of the documented
 * responses, discriminated by status.
 *
 * @param openTypes the types with a type parameter for unknown enum values; omitted: there are none
 */
export function resultType(
  names: ModuleScope,
  model: EmitModel,
  operation: Operation,
  openTypes?: OpenTypes,
): StatementStructures {
  const open = openTypes?.isOpen(operation) === true ? openTypes : undefined;
  const scope = open === undefined ? names : openScope(names, open);
  const answers = operation.responses.flatMap((response) =>
    answerTexts(scope, model, operation, response),
  );
  const common = commonAnswer(scope, model, operation);
  const members = common === undefined ? answers : [...answers, common];
  return {
    kind: StructureKind.TypeAlias,
    name: operation.resultTypeName,
    isExported: true,
    docs: documentation(`The documented responses of \`${operation.id}\`, by status.`),
    ...(open === undefined ? {} : { typeParameters: openTypeParameters(open) }),
    type: members.length === 0 ? "never" : members.map((member) => `\n| ${member}`).join(""),
  };
}

function answerTexts(
  scope: NameScope,
  model: EmitModel,
  operation: Operation,
  response: OperationResponse,
): string[] {
  const status = `status: ${statusText(scope, operation, response.status)}`;
  const headers = headersText(scope, model, response);
  if (response.content.length === 0)
    return [`{ ${status}; body?: ${emptyText(operation, response)};${headers} }`];
  return response.content.map((mediaType) => {
    const contentType =
      response.content.length === 1 ? "" : ` contentType: ${mediaTypeText(mediaType)};`;
    return `{ ${status};${contentType} body: ${bodyText(scope, mediaType)};${headers} }`;
  });
}

/**
 * Returns the type of an undescribed body: `undefined`, or `unknown` if the response itself is
 * undocumented.
 */
function emptyText({ method }: Operation, { isUndocumented }: OperationResponse): string {
  return isUndocumented && method !== "HEAD" ? "unknown" : "undefined";
}

function headersText(
  scope: NameScope,
  { sharedHeaders }: EmitModel,
  response: OperationResponse,
): string {
  const { headers } = response;
  if (headers.length === 0) return "";
  const optional = headers.some((header) => header.required) ? "" : "?";
  const shared = sharedHeaders.symbolOf(response);
  const type = shared === undefined ? parametersText(scope, headers) : scope.use(shared);
  return ` headers${optional}: ${type};`;
}

/**
 * Returns the type of a status. A range or `default` covers the statuses that are not documented
 * explicitly (OpenAPI 3.1, Responses Object); next to documented successes, `default` only covers
 * failures.
 */
function statusText(scope: NameScope, { responses }: Operation, status: string): string {
  if (/^\d{3}$/.test(status)) return status;
  const others = responses.map((response) => response.status).filter((other) => other !== status);
  const codes = others.filter((other) => /^\d{3}$/.test(other));
  const explicit = codes.length === 0 ? "never" : codes.join(" | ");
  if (status !== "default")
    return `${scope.use(runtimeType("", "StatusRange"))}<"${status}", ${explicit}>`;
  const ranges = [
    ...others.filter((other) => /^[1345]XX$/.test(other)),
    ...(others.some((other) => other.startsWith("2")) ? ["2XX"] : []),
  ].map((range) => JSON.stringify(range));
  return `${scope.use(runtimeType("", "DefaultStatus"))}<${explicit}, ${ranges.length === 0 ? "never" : ranges.join(" | ")}>`;
}

/** Returns the type of the common errors whose statuses the operation does not document itself. */
function commonAnswer(
  scope: NameScope,
  { commonErrors }: ApiModel,
  operation: Operation,
): string | undefined {
  if (commonErrors === undefined) return undefined;
  const left = commonStatuses(commonErrors, operation);
  if (left.length === commonErrors.statuses.length) return scope.use(contractSymbols.commonError);
  if (left.length === 0) return undefined;
  return `{ status: ${left.join(" | ")}; body: ${typeText(scope, commonErrors.schema)} }`;
}

/**
 * Returns the type of an awaited call: the union of the success bodies. If none is described it is
 * `unknown`, unless the status never has a body (RFC 9110, section 15.3).
 */
export function outputText(scope: ModuleScope, operation: Operation): string {
  const { responses } = operation;
  const exact = responses.filter(({ status }) => status.startsWith("2"));
  const success = exact.length > 0 ? exact : responses.filter(({ status }) => status === "default");
  const content = success.flatMap((response) => response.content);
  const empty = success.filter((response) => response.content.length === 0);
  if (
    content.length === 0 &&
    (empty.length === 0 || empty.some((one) => mayHaveBody(operation, one)))
  )
    return "unknown";
  const types = content.map((mediaType) => bodyText(scope, mediaType));
  return [...new Set([...types, ...(empty.length === 0 ? [] : ["undefined"])])].join(" | ");
}

/** True if a response may have a body (RFC 9110, sections 9.3.2 and 15.3). */
const mayHaveBody = ({ method }: Operation, { status }: OperationResponse): boolean =>
  method !== "HEAD" && status !== "204" && status !== "205";

/** True if a call needs no input, because nothing is required. */
export function isInputOptional({ parameters, requestBody }: Operation): boolean {
  return !parameters.some((parameter) => parameter.required) && requestBody?.required !== true;
}
