import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import {
  arrayMember,
  isObject,
  pointerParts,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { Origins } from "../read/origins.ts";
import type { SourceFile } from "../read/source-file.ts";
import { isUrl } from "../read/source-names.ts";
import { mappedVariants } from "./discriminators.ts";
import { liftOperation } from "./lift-operation.ts";
import { liftParameter } from "./lift-parameter.ts";
import { liftResponse } from "./lift-response.ts";
import { SchemaLifter } from "./lift-schemas.ts";
import { Lifting, type Step } from "./lifting.ts";
import { liftSecurityScheme } from "./security-schemes.ts";

/** A Swagger 2.0 description converted to OpenAPI 3.0. */
export interface LiftedSwagger {
  readonly file: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
  /** Converts the schemas in another file of the description to OpenAPI 3.0, in place. */
  readonly liftPart: (part: SourceFile) => void;
}

/** The HTTP methods of a Swagger 2.0 path item. */
const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/**
 * Converts a Swagger 2.0 description to OpenAPI 3.0. Positions still lead into the original. What OpenAPI 3.0
 * cannot express is a warning.
 */
export function liftSwagger(file: SourceFile): LiftedSwagger {
  const root = isObject(file.value) ? file.value : {};
  const origins = new Origins(file);
  const lifting = new Lifting(file, root, origins);
  const schemas = new SchemaLifter(file.path);
  schemas.lift(file);
  mappedVariants(root);
  const value = liftRoot(lifting, root);
  const note: Diagnostic = {
    severity: severityOf("swagger-lifted"),
    code: "swagger-lifted",
    message: "a description of Swagger 2.0, which is read as OpenAPI 3.0",
    location: file.locate("/swagger"),
    hint: "OpenAPI 3 describes more, such as alternatives of schemas",
  };
  const locate = (pointer: string) => origins.locate(pointerParts(pointer));
  const parts = file.parts ?? [file];
  return {
    file: { ...file, value, parts, locate },
    diagnostics: [note, ...lifting.diagnostics],
    liftPart: (part) => schemas.lift(part),
  };
}

function liftRoot(lifting: Lifting, root: JsonObject): JsonObject {
  const lifted: JsonObject = { openapi: "3.0.4" };
  lifting.put(["openapi"], ["swagger"]);
  const components: JsonObject = {};
  const servers = serversOf(lifting, root, arrayMember(root, "schemes"));
  if (servers.length > 0) {
    lifted["servers"] = servers;
    lifting.put(["servers"], [root["host"] === undefined ? "basePath" : "host"]);
  }
  for (const [name, value] of Object.entries(root)) {
    const section = sections[name];
    if (section !== undefined) {
      lifting.put(["components", section], [name]);
      components[section] = liftSection(lifting, name, section, value);
    } else if (name === "paths") {
      lifted["paths"] = liftPaths(lifting, value);
    } else if (!leftBehind.has(name)) {
      lifted[name] = value;
    }
  }
  if (Object.keys(components).length > 0) lifted["components"] = components;
  return lifted;
}

/** Members that other members of an OpenAPI document replace. */
const leftBehind = new Set(["swagger", "host", "basePath", "schemes", "consumes", "produces"]);

/** The sections of `components`, by their names in Swagger 2.0. */
const sections: Readonly<Record<string, string>> = {
  definitions: "schemas",
  parameters: "parameters",
  responses: "responses",
  securityDefinitions: "securitySchemes",
};

function liftSection(lifting: Lifting, name: string, section: string, value: Json): Json {
  if (!isObject(value) || name === "definitions") return value;
  const entries = Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    const step: Step = { to: ["components", section, key], from: [name, key] };
    if (!isObject(one)) return [[key, one]];
    if (name === "securityDefinitions") return [[key, liftSecurityScheme(lifting, one, step)]];
    if (name === "responses") return [[key, liftResponse(lifting, one, lifting.produces, step)]];
    // Shared bodies and form fields are copied to the operations that refer to them.
    if (lifting.isBody(one)) return [];
    return [[key, liftParameter(lifting, one, step)]];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function liftPaths(lifting: Lifting, paths: Json): Json {
  if (!isObject(paths)) return paths;
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, liftPathItem(lifting, item, path)]),
  ) as JsonObject;
}

function liftPathItem(lifting: Lifting, item: Json, path: string): Json {
  if (!isObject(item)) return item;
  lifting.checkReference(item, ["paths", path]);
  const lifted: JsonObject = {};
  const shared = lifting.parametersAt(item, ["paths", path]);
  for (const [name, value] of Object.entries(item)) {
    const at = ["paths", path, name];
    if (methods.has(name) && isObject(value)) {
      const schemes = arrayMember(value, "schemes");
      const servers = schemes.length === 0 ? [] : serversOf(lifting, lifting.root, schemes);
      lifted[name] = liftOperation(lifting, value, shared, servers, at);
    } else if (name === "parameters") {
      const kept = shared.filter(({ value: parameter }) => !lifting.isBody(parameter));
      lifted[name] = kept.map(({ value: parameter, from }, index) =>
        liftParameter(lifting, parameter, { to: [...at, index], from }),
      );
    } else lifted[name] = value;
  }
  return lifted;
}

/** The values of `schemes`, in order of preference. */
const protocols = ["https", "http", "wss", "ws"];

/** Returns the servers of `schemes`, `host` and `basePath` (OpenAPI 3.0, "Server Object"). */
function serversOf(lifting: Lifting, root: JsonObject, schemes: readonly Json[]): JsonObject[] {
  const host = stringMember(root, "host");
  const basePath = (stringMember(root, "basePath") ?? "").replace(/\/$/, "");
  if (host === undefined) return basePath === "" ? [] : [{ url: basePath }];
  const given = protocols.filter((scheme) => schemes.includes(scheme));
  // The default is the protocol that the description was fetched by (Swagger 2.0, "Swagger Object").
  const { path } = lifting.file;
  const own = isUrl(path) ? new URL(path).protocol.slice(0, -1) : "https";
  const all = given.length === 0 ? [own] : given;
  return all.map((scheme) => ({ url: `${scheme}://${host}${basePath}` }));
}
