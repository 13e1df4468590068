import { arrayMember, isObject, member, stringMember, type Json } from "../json/json.ts";
import type { ServerTemplate, ServerVariable } from "./api-model.ts";

/**
 * Returns the URLs of an object's `servers`, with the defaults of their variables (OpenAPI 3.1,
 * section 4.8.5).
 */
export function buildServers(holder: Json): string[] {
  return serverTemplates(holder).map(({ url, variables }) =>
    url.replace(/\{([^{}]+)\}/g, (expression, name: string) => {
      const variable = variables.find((one) => one.name === name);
      return variable?.default ?? expression;
    }),
  );
}

/** Returns the servers of the description with their variables; empty if no URL has a variable. */
export function buildServerTemplates(document: Json): ServerTemplate[] {
  const templates = serverTemplates(document);
  if (!templates.some(({ variables }) => variables.length > 0)) return [];
  return [...new Map(templates.map((template) => [template.url, template])).values()];
}

function serverTemplates(holder: Json): ServerTemplate[] {
  return arrayMember(holder, "servers").flatMap((server) => {
    const url = stringMember(server, "url");
    if (url === undefined) return [];
    const texts = ["name", "description"].map((field) => stringMember(server, field) ?? "");
    const description = texts.filter((text) => text !== "").join(": ");
    return [{ url, description, variables: serverVariables(url, server) }];
  });
}

/** Returns the variables in a URL. Variables that are declared but not in the URL are ignored. */
function serverVariables(url: string, server: Json): ServerVariable[] {
  const declared = member(server, "variables");
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return [...new Set(names)].flatMap((name) => {
    const variable = member(isObject(declared) ? declared : {}, name);
    const values = arrayMember(variable, "enum").filter((value) => typeof value === "string");
    const first = stringMember(variable, "default") ?? values[0];
    if (first === undefined) return [];
    const description = stringMember(variable, "description") ?? "";
    return [{ name, description, default: first, values }];
  });
}
