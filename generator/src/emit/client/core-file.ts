import {
  StructureKind,
  VariableDeclarationKind,
  type FunctionDeclarationStructure,
  type StatementStructures,
  type VariableStatementStructure,
} from "ts-morph";
import { stringMember, type JsonObject } from "@openapi-packages/description/json/json";
import { literal, literalKey } from "@openapi-packages/description/text/escape";
import {
  dataText,
  Expression,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile, ModuleStatement } from "../emitted-file.ts";
import { moduleOf, type PlacedOptions, type WrittenPart } from "../module-parts.ts";
import type { ModuleScope } from "../module-scope.ts";
import type { PackageNaming } from "../package-names.ts";
import { fileName } from "@openapi-packages/description/names/names";
import { packageVersion } from "../package-files.ts";
import {
  runtimeType,
  runtimeValue,
  type RuntimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractSymbols } from "../symbols.ts";
import { commonErrorParts } from "../contract/common-error.ts";
import { apiPart } from "../contract/emit-contract.ts";
import { sensitiveParts } from "../contract/sensitive-file.ts";
import { serversParts } from "../contract/servers-file.ts";
import type { ClientDefaults } from "./client-defaults.ts";
import { errorParts } from "./errors-part.ts";
import type { EmitModel } from "../emit-model.ts";

/** The function that creates a core, with which single operations are called. */
export const createCore = {
  name: "createCore",
  module: "client/src/core.ts",
  isType: false,
} as const;

/** The type of a client's options: the runtime's type, with the description's security schemes. */
export const clientOptions = {
  name: "ClientOptions",
  module: "client/src/core.ts",
  isType: true,
} as const;

/**
 * Emits the client's data about the whole description, separate from operations, so that only some of these
 * can be bundled. What the contract and other modules say of the whole description is part of it if no
 * contract stands beside the client.
 */
export function coreFile(model: EmitModel, options: PlacedOptions): EmittedFile[] {
  const write = (names: ModuleScope): WrittenPart => ({
    statements: coreStatements(model, names, options),
  });
  const core = { declared: [createCore.name, clientOptions.name, "clientApi", "defaults"], write };
  const before = [
    ...errorParts(model),
    ...commonErrorParts(model, model.openTypes),
    apiPart(model),
  ];
  const parts =
    options.contractIn === undefined
      ? [core]
      : [...before, core, ...serversParts(model), ...sensitiveParts(model)];
  return moduleOf(createCore.module, options, parts);
}

function coreStatements(
  model: EmitModel,
  names: ModuleScope,
  options: EmitOptions,
): ModuleStatement[] {
  const given = options.client ?? {};
  const defaults = Object.entries(given).filter(([, value]) => value !== undefined);
  const create = names.use(runtimeValue("/client", "createClientCore"));
  const statement: FunctionDeclarationStructure = {
    kind: StructureKind.Function,
    name: createCore.name,
    isExported: true,
    docs: documentation(
      "Creates the core of a client, the first argument of single operations' functions; nothing is shared between two of them.",
    ),
    parameters: [{ name: "options", type: clientOptions.name, initializer: "{}" }],
    returnType: names.use(runtimeType("/client", "ClientCore")),
    statements: [
      `return ${create}(clientApi, ${defaults.length === 0 ? "options" : withDefaults(given)});`,
    ],
  };
  return [
    optionsType(model, names),
    clientApi(model, names, options),
    ...(defaults.length === 0 ? [] : [defaultsOf(Object.fromEntries(defaults))]),
    statement,
  ];
}

/** Returns the expression for the options of a client that has defaults. */
const withDefaults = ({ headers }: ClientDefaults): string =>
  headers === undefined
    ? "{ ...defaults, ...options }"
    : "{ ...defaults, ...options, headers: { ...defaults.headers, ...options.headers } }";

function defaultsOf(value: DataObject): VariableStatementStructure {
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    docs: documentation("What the publisher of this package has set; options come first."),
    declarations: [{ name: "defaults", initializer: dataText(value) }],
  };
}

/** Emits the options of a client, whose `auth` has the description's security schemes. */
function optionsType({ securitySchemes }: EmitModel, names: ModuleScope): StatementStructures {
  const schemes = Object.keys(securitySchemes).map((scheme) => literal(scheme));
  const options = names.use(runtimeType("/client", "ClientOptions"));
  return {
    kind: StructureKind.TypeAlias,
    name: clientOptions.name,
    isExported: true,
    docs: documentation("Options of a client: credentials are those of the description's schemes."),
    type: `${options}<${schemes.length === 0 ? "never" : schemes.join(" | ")}>`,
  };
}

/** Emits the contract's descriptor of the description, extended by what calls of a client need. */
function clientApi(
  model: EmitModel,
  names: ModuleScope,
  naming: PackageNaming,
): VariableStatementStructure {
  const members = Object.entries(apiFeatures(model, names, naming)).flatMap(([key, value]) =>
    value === undefined ? [] : `${literalKey(key)}: ${dataText(value)}`,
  );
  const api = names.use(contractSymbols.api);
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [
      {
        name: "clientApi",
        type: names.use(runtimeType("/client", "ClientApi")),
        initializer: `{\n...${api},\n${members.join(",\n")},\n}`,
      },
    ],
  };
}

function apiFeatures(model: EmitModel, names: ModuleScope, naming: PackageNaming): DataObject {
  const { errorClasses, securitySchemes } = model;
  const schemes = Object.entries(securitySchemes);
  const runtime = (name: RuntimeValue<"/client">): DataValue =>
    new Expression(names.use(runtimeValue("/client", name)));
  const writers = schemes.map(([name, scheme]): [string, DataValue] => {
    const writer = writerOf(scheme);
    return [name, writer === null ? null : runtime(writer)];
  });
  return {
    ...(schemes.length > 0 && {
      writers: Object.fromEntries(writers),
      credentials: runtime("credentials"),
    }),
    redirects: hasHeaderKeys(model) ? runtime("followRedirects") : undefined,
    commonError: errorClasses.common && new Expression(names.use(errorClasses.common)),
    userAgent: `${userAgentName(naming, model.title)}/${packageVersion(model)}`,
  };
}

/**
 * True if a key is sent in a header or a cookie. Where a redirect leads to another origin, `fetch` drops
 * `Authorization`, and knows no other secret; one in the query is in no address but the one it was written into.
 */
export const hasHeaderKeys = ({ securitySchemes }: Pick<EmitModel, "securitySchemes">): boolean =>
  Object.values(securitySchemes).some(
    (scheme) => stringMember(scheme, "type") === "apiKey" && stringMember(scheme, "in") !== "query",
  );

/**
 * Returns the name of the client's package without the characters of a scope, otherwise a name made of the
 * description's title.
 */
function userAgentName({ scope, name }: PackageNaming, title: string): string {
  const ascii = fileName(title)
    .replace(/[^a-z0-9-]/g, "")
    .replace(/^-+|-+$/g, "");
  const words = [scope?.slice(1), name].filter((word) => word !== undefined);
  return [...(words.length > 0 ? words : [ascii]), "client"]
    .filter((word) => word !== "")
    .join("-");
}

const keyWriters = { header: "headerKey", cookie: "cookieKey", query: "queryKey" } as const;

/** Returns the runtime's function that writes a credential where its scheme requires it. */
function writerOf(scheme: JsonObject): RuntimeValue<"/client"> | null {
  const type = stringMember(scheme, "type");
  // The transport sends a client certificate.
  if (type === "mutualTLS") return null;
  if (type === "apiKey") return keyWriters[stringMember(scheme, "in") as keyof typeof keyWriters];
  const http = (type === "http" && stringMember(scheme, "scheme")) || "bearer";
  const name = http.toLowerCase();
  return name === "bearer" || name === "basic" ? name : "httpScheme";
}
