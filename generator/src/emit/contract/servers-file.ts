import { StructureKind, type StatementStructures } from "ts-morph";
import type { ApiModel, ServerTemplate } from "@openapi-packages/description/model/api-model";
import { literal, propertyKey } from "@openapi-packages/description/text/escape";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/**
 * Emits the types of the server variables, and the function that builds the base URL of a server.
 */
export function serversFile(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const { serverTemplates, schemas } = model;
  if (serverTemplates.length === 0) return [];
  const { module: path, name } = contractSymbols.serverUrl;
  const isTaken = schemas.some(({ typeName }) => typeName === "ServerVariables");
  const variables = isTaken ? "ServerVariables_" : "ServerVariables";
  const names = new ModuleScope(path, options, [name, variables]);
  const types: StatementStructures = {
    kind: StructureKind.Interface,
    name: variables,
    isExported: true,
    docs: documentation("The variables of each server, by its URL as the description has it."),
    properties: serverTemplates.map((server) => ({
      name: propertyKey(server.url),
      type: variablesText(server),
      docs: documentation(server.description),
    })),
  };
  const expand = names.use({ ...runtimeValue("", "serverUrl"), localName: "expandServerUrl" });
  const serverUrl: StatementStructures = {
    kind: StructureKind.Function,
    name,
    isExported: true,
    docs: documentation(
      "The URL of a server with its variables filled in, as the `baseUrl` of a client; a variable that is left out has its default.",
    ),
    typeParameters: [{ name: "Url", constraint: `keyof ${variables}` }],
    parameters: [
      { name: "url", type: "Url" },
      { name: "variables", type: `${variables}[Url]`, hasQuestionToken: true },
    ],
    returnType: "string",
    statements: [`return ${expand}(${names.use(contractSymbols.api)}, url, variables);`],
  };
  return [moduleFile(path, names, [types, serverUrl])];
}

function variablesText({ variables }: ServerTemplate): string {
  if (variables.length === 0) return "{ [name: string]: never }";
  const members = variables.map(({ name, values }) => {
    const type = values.length === 0 ? "string" : values.map(literal).join(" | ");
    return `${propertyKey(name)}?: ${type};`;
  });
  return `{ ${members.join(" ")} }`;
}
