import type { StatementStructures } from "ts-morph";
import { stringMember, type JsonObject } from "../../json.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { Expression, type DataObject, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { packageVersion } from "../package-files.ts";
import { runtimeType, runtimeValue } from "../../runtime-symbols.ts";
import { moduleFile } from "../statements.ts";
import { structureKinds } from "../structure-kinds.ts";
import { sharedFacts } from "./shared-facts.ts";

/** The function that makes what single operations are called with. */
export const createCore = {
  name: "createCore",
  module: "client/src/core.ts",
  isType: false,
} as const;

/** What all operations have in common, for those who bundle only some of them. */
export function coreFile(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const { module: path, name } = createCore;
  const names = new ModuleScope(path, scope, [name, "api"]);
  const create = names.use(runtimeValue("/client", "createClientCore"));
  const statement: StatementStructures = {
    kind: structureKinds.function,
    name,
    isExported: true,
    docs: documentation(
      "Creates what a client's functions are called with; nothing is shared between two of them.",
    ),
    parameters: [
      {
        name: "options",
        type: names.use(runtimeType("/client", "ClientOptions")),
        initializer: "{}",
      },
    ],
    returnType: names.use(runtimeType("/client", "ClientCore")),
    statements: [`return ${create}(api, options);`],
  };
  const api = {
    name: "api",
    type: names.use(runtimeType("/client", "ClientApi")),
    docs: documentation(
      "What a client knows of the description as a whole, and what most operations have; those that differ say so.",
    ),
    value: clientApi(model, names, scope),
  };
  return moduleFile(path, names, [statement], [api]);
}

function clientApi(model: ApiModel, names: ModuleScope, scope: string): DataObject {
  const { security, errors } = sharedFacts(model);
  const { commonErrors, servers, securitySchemes } = model;
  const classes = [...errors].map(([status, symbol]): [string, DataValue] => [
    status,
    new Expression(names.use(symbol)),
  ]);
  const schemes = Object.entries(securitySchemes);
  const headers = schemes
    .map(([, scheme]) => scheme)
    .filter((scheme) => placeOf(scheme) === "header")
    .map((scheme) => stringMember(scheme, "name") ?? "");
  return {
    servers,
    commonErrors: commonErrors?.members && {
      statuses: [400, ...commonErrors.statuses, 500, 501],
      code: commonErrors.members.code,
    },
    schemes: Object.fromEntries(schemes.map(([name, scheme]) => [name, writer(names, scheme)])),
    keyHeaders:
      headers.length === 0
        ? undefined
        : new Expression(names.use(runtimeValue("/client", "keyHeaders")), headers),
    userAgent: `${scope.replace(/^@/, "")}-client/${packageVersion(model)}`,
    security: security.length === 0 ? undefined : security,
    errors: classes.length === 0 ? undefined : Object.fromEntries(classes),
  };
}

/** Where a scheme has its key; `undefined` for one without. */
const placeOf = (scheme: JsonObject): string | undefined =>
  stringMember(scheme, "type") === "apiKey" ? stringMember(scheme, "in") : undefined;

const keyWriters = { header: "headerKey", cookie: "cookieKey", query: "queryKey" } as const;

/** The runtime's function that puts a credential where a scheme wants it. */
function writer(names: ModuleScope, scheme: JsonObject): DataValue {
  const type = stringMember(scheme, "type");
  // A client certificate is the transport's matter.
  if (type === "mutualTLS") return null;
  if (type === "apiKey") {
    const place = placeOf(scheme) as keyof typeof keyWriters;
    const write = names.use(runtimeValue("/client", keyWriters[place]));
    return new Expression(write, [stringMember(scheme, "name") ?? ""]);
  }
  const http = (type === "http" && stringMember(scheme, "scheme")) || "bearer";
  const name = http.toLowerCase();
  if (name === "bearer" || name === "basic")
    return new Expression(names.use(runtimeValue("/client", name)));
  return new Expression(names.use(runtimeValue("/client", "httpScheme")), [http]);
}
