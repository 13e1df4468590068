import {
  member,
  stringMember,
  valueAt,
  type ApiModel,
  type Json,
  type MediaType,
  type Operation,
  type OperationGroup,
  type OperationResponse,
  type RequestBody,
} from "openapi-packages/emitter";
import type { JsonSchema, OperationBody, ServedOperation } from "../operation.ts";
import { prose } from "./prose.ts";
import { keptSchema } from "./kept-schema.ts";

/** The value of `x-mcp` of an operation. */
export interface ToolMark {
  /** `undefined`: it is not specified. */
  readonly isTool: boolean | undefined;
  readonly name?: string;
  readonly description?: string;
}

/**
 * Reads `x-mcp` of an operation: `true`, `false`, or an object with `name` and `description`.
 *
 * @throws {Error} when it is something else
 */
export function toolMark({ document }: ApiModel, { id, pointer }: Operation): ToolMark {
  const mark = member(valueAt(document, pointer), "x-mcp");
  if (mark === undefined || typeof mark === "boolean") return { isTool: mark };
  const unknown = Object.keys(mark ?? {}).find((key) => !["name", "description"].includes(key));
  if (typeof mark !== "object" || mark === null || Array.isArray(mark) || unknown !== undefined)
    throw new Error(
      `${id}: x-mcp must be true, false, or an object with name and description${unknown === undefined ? "" : `, not ${JSON.stringify(unknown)}`}`,
    );
  const name = stringMember(mark, "name");
  const description = stringMember(mark, "description");
  return {
    isTool: true,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns the data of an operation for the server, without the name of its tool. */
export function servedOperation(
  group: OperationGroup,
  operation: Operation,
  mark: ToolMark,
): ServedOperation {
  const { id, method, path, summary, description, deprecated, requestBody } = operation;
  const success = operation.responses.filter(({ status }) => /^(?:2|default)/.test(status));
  const output = outputOf(success);
  const body = requestBody === undefined ? undefined : bodyOf(requestBody);
  const text = prose(mark.description ?? description, 2000);
  return {
    id,
    tag: group.tag,
    method,
    path,
    summary: prose(summary, 200),
    ...(text === "" ? {} : { description: text }),
    ...(deprecated ? { deprecated } : {}),
    call: [group.name, operation.methodName],
    parameters: operation.parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      ...(parameter.description === "" ? {} : { description: prose(parameter.description, 400) }),
      ...(parameter.required ? { required: true as const } : {}),
      schema: keptSchema(parameter.schema.json),
    })),
    ...(body === undefined ? {} : { body }),
    ...(output === undefined ? {} : { output }),
    ...(success.some(({ status }) => status === "201") ? { creates: true as const } : {}),
  };
}

/** Chooses the body: JSON, else a form, else the first one in the description. */
function bodyOf({ content, required, description }: RequestBody): OperationBody | undefined {
  const order: readonly MediaType["kind"][] = ["json", "multipart", "form"];
  const usual = order.flatMap((kind) =>
    content.filter((one) => one.kind === kind && one.stream === undefined),
  );
  const media = usual[0] ?? content[0];
  if (media === undefined) return undefined;
  const { kind, mediaType, stream, schema } = media;
  const each = keptSchema(schema?.json ?? true);
  const isRange = mediaType.includes("*");
  return {
    kind: stream === undefined ? kind : "json",
    ...(content.length > 1 || isRange
      ? { contentType: isRange ? "application/octet-stream" : mediaType }
      : {}),
    ...(required ? { required: true as const } : {}),
    ...(description === "" ? {} : { description: prose(description, 400) }),
    schema:
      stream === undefined ? (kind === "binary" ? binary : each) : { type: "array", items: each },
  };
}

const binary: JsonSchema = { type: "string", format: "binary" };

/** Returns the schema of a success; `undefined` if it has no content. */
function outputOf(responses: readonly OperationResponse[]): JsonSchema | undefined {
  const content = responses.flatMap((response) => response.content);
  const [first] = [...content.filter(({ kind }) => kind === "json"), ...content];
  if (first === undefined)
    return responses.some(({ isUndocumented }) => isUndocumented) || responses.length === 0
      ? true
      : undefined;
  const schema: Json = first.schema?.json ?? true;
  const kept = keptSchema(schema);
  return first.stream === undefined ? kept : { type: "array", items: kept };
}
