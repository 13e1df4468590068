import { StructureKind, type StatementStructures } from "ts-morph";
import type { ApiModel, ServerTemplate } from "@openapi-packages/description/model/api-model";
import { literal, propertyKey } from "@openapi-packages/description/text/escape";
import { documentation } from "../documentation.ts";
import type { ModulePart } from "../module-parts.ts";
import type { ModuleScope } from "../module-scope.ts";
import { runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractSymbols } from "../symbols.ts";

/**
 * Declares the types of the server variables, and the function that builds the base URL of a server,
 * if servers have variables.
 */
export function serversParts({ serverTemplates, schemas }: ApiModel): ModulePart[] {
  if (serverTemplates.length === 0) return [];
  const { name } = contractSymbols.serverUrl;
  const isTaken = schemas.some(({ typeName }) => typeName === "ServerVariables");
  const variables = isTaken ? "ServerVariables_" : "ServerVariables";
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
  const write = (names: ModuleScope) => ({
    statements: [types, serverUrlFunction(names, variables)],
  });
  return [{ declared: [name, variables], write }];
}

function serverUrlFunction(names: ModuleScope, variables: string): StatementStructures {
  const expand = names.use({ ...runtimeValue("", "serverUrl"), localName: "expandServerUrl" });
  return {
    kind: StructureKind.Function,
    name: contractSymbols.serverUrl.name,
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
}

function variablesText({ variables }: ServerTemplate): string {
  if (variables.length === 0) return "{ [name: string]: never }";
  const members = variables.map(({ name, values }) => {
    const type = values.length === 0 ? "string" : values.map(literal).join(" | ");
    return `${propertyKey(name)}?: ${type};`;
  });
  return `{ ${members.join(" ")} }`;
}
