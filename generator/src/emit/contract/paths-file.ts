import type {
  ApiModel,
  Operation,
  OperationGroup,
  OperationResponse,
} from "../../model/api-model.ts";
import { propertyKey } from "../../escape.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { bodyText } from "../type-text.ts";

/** Methods that openapi-fetch types, as members of a path. */
const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

/**
 * The type that openapi-fetch is given: path → method → parameters, body and answers, in the shape
 * that openapi-typescript made known, each part by its name. It is laid out here, being the same
 * few lines for every operation.
 */
export function pathsFile(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const { module: path, name } = contractSymbols.paths;
  const names = new ModuleScope(path, scope, [name]);
  const byPath = new Map<string, string[]>();
  for (const group of model.groups) {
    for (const operation of group.operations) {
      if (!methods.includes(operation.method)) continue;
      const members = byPath.get(operation.path) ?? [];
      members.push(operationText(names, group, operation));
      byPath.set(operation.path, members);
    }
  }
  const items = [...byPath].map(
    ([template, members]) => `  ${propertyKey(template)}: {\n${members.join("")}  };\n`,
  );
  const declaration = `/** Every path with its methods, as openapi-fetch reads them. */\nexport interface ${name} {\n${items.join("")}}\n`;
  return moduleFile(path, names, [declaration]);
}

function operationText(names: ModuleScope, group: OperationGroup, operation: Operation): string {
  const lines = [
    `    ${operation.method.toLowerCase()}: {`,
    `      parameters: ${parametersText(names, group, operation)};`,
    ...requestBodyLines(names, operation),
    "      responses: {",
    ...operation.responses.map((response) => `        ${responseText(names, response)};`),
    "      };",
    "    };",
  ];
  return `${lines.join("\n")}\n`;
}

function parametersText(names: ModuleScope, group: OperationGroup, operation: Operation): string {
  const members = (["query", "header", "path", "cookie"] as const).map((location) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === location);
    if (parameters.length === 0) return `${location}?: never`;
    const optional = parameters.some((parameter) => parameter.required) ? "" : "?";
    const input = names.use(contractSymbols.input(group, operation));
    return `${location}${optional}: ${input}["${location}"]`;
  });
  return `{ ${members.join("; ")} }`;
}

function requestBodyLines(names: ModuleScope, { requestBody }: Operation): string[] {
  if (requestBody === undefined) return [];
  const content = requestBody.content.map(
    (mediaType) => `${propertyKey(mediaType.mediaType)}: ${bodyText(names, mediaType)}`,
  );
  return [
    `      requestBody${requestBody.required ? "" : "?"}: { content: { ${content.join("; ")} } };`,
  ];
}

function responseText(
  names: ModuleScope,
  { status, content, isUndocumented }: OperationResponse,
): string {
  const key = status === "default" ? status : propertyKey(status).replace(/^"(\d{3})"$/, "$1");
  if (isUndocumented) return `${key}: { content: { "*/*": unknown } }`;
  if (content.length === 0) return `${key}: { content?: never }`;
  const members = content.map((mediaType) => {
    // What a stream is to openapi-fetch is its text.
    const type = mediaType.stream === undefined ? bodyText(names, mediaType) : "string";
    return `${propertyKey(mediaType.mediaType)}: ${type}`;
  });
  return `${key}: { content: { ${members.join("; ")} } }`;
}
