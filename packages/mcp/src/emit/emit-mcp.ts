import {
  contractSymbols,
  dependencyRanges,
  emitterNote,
  literal,
  markdownLine,
  moduleFile,
  moduleScope,
  packageFiles,
  packageName,
  packageVersion,
  reexports,
  runtimePackage,
  secretNames,
  stringMember,
  variableName,
  type ApiModel,
  type DataValue,
  type EmitOptions,
  type EmittedFile,
  type Emitter,
} from "openapi-packages/emitter";
import { environmentName } from "../server/credentials.ts";
import { ownVersion } from "./own-version.ts";
import { prose } from "./prose.ts";
import { serverNameOf } from "../tools/tool-names.ts";
import { checkOptions, type McpOptions } from "./options.ts";
import { costText, readmeFile, type Served } from "./readme.ts";
import { select, type Selection } from "./selection.ts";

const ownPackage = "@openapi-packages/mcp";
const serverEntry = `${ownPackage}/server`;

/**
 * Creates the emitter of a Model Context Protocol server, the package `mcp`. The server calls the API with the
 * generated client, so that `client` and `contract` are emitted too.
 */
export function mcp(options: McpOptions = {}): Emitter {
  // Errors of a run contain the name of this function.
  const mcpServer: Emitter = (model, emitOptions) => {
    checkOptions(options);
    const served = servedAs(model, options, emitOptions);
    const selection = select(model, options, served.name);
    const version = packageVersion(model);
    return [
      emitterNote(costText(selection)),
      ...packageFiles(model, {
        folder: "mcp",
        naming: emitOptions,
        description: `Model Context Protocol server of ${model.title}`,
        entries: { "./main": "main" },
        dependencies: {
          [packageName(emitOptions, "client")]: version,
          [packageName(emitOptions, "contract")]: version,
          [ownPackage]: `^${ownVersion}`,
          [runtimePackage]: dependencyRanges.runtime,
        },
      }),
      readmeFile(model, packageName(emitOptions, "mcp"), selection, served),
      ...operationFiles(selection, emitOptions),
      definitionFile(model, selection, served, emitOptions),
      mainFile(emitOptions),
      moduleFile(
        indexModule,
        moduleScope(indexModule, emitOptions),
        reexports(["./definition.ts"]),
      ),
    ];
  };
  mcpServer.dependencies = ["client"];
  return mcpServer;
}

/** @throws {Error} when `serverName` or `envPrefix` is invalid */
function servedAs(model: ApiModel, options: McpOptions, naming: EmitOptions): Served {
  const { serverName = serverNameOf(naming.name ?? naming.scope ?? model.title) } = options;
  if (!/^[a-z0-9-]{1,30}$/.test(serverName))
    throw new Error(
      `serverName ${JSON.stringify(serverName)} must be at most 30 lower-case letters, digits and -`,
    );
  const { envPrefix = environmentName(serverName) } = options;
  if (!/^[A-Za-z_]\w*$/.test(envPrefix))
    throw new Error(
      `envPrefix ${JSON.stringify(envPrefix)} is not a valid start of a variable name`,
    );
  const schemes = Object.entries(model.securitySchemes).filter(
    ([, scheme]) => scheme["type"] !== "mutualTLS",
  );
  return {
    name: serverName,
    envPrefix,
    schemes: Object.fromEntries(
      schemes.map(([name, scheme]) => [
        name,
        stringMember(scheme, "scheme")?.toLowerCase() === "basic" ? "basic" : "text",
      ]),
    ),
  };
}

const indexModule = "mcp/src/index.ts";
const mainModule = "mcp/src/main.ts";
const definitionModule = "mcp/src/definition.ts";
const operationsModule = (fileName: string): string => `mcp/src/operations/${fileName}.ts`;
const schemasModule = "mcp/src/schemas.ts";

function operationFiles({ groups, schemas }: Selection, options: EmitOptions): EmittedFile[] {
  const modules = groups.map(({ fileName, operations }) => {
    const path = operationsModule(fileName);
    const scope = moduleScope(path, options, ["operations"]);
    const type = scope.use({ name: "ServedOperation", module: serverEntry, isType: true });
    return moduleFile(
      path,
      scope,
      [],
      [
        {
          name: "operations",
          type: `readonly ${type}[]`,
          docs: [{ description: "The operations of one tag, as tools show and call them." }],
          value: operations as unknown as DataValue,
        },
      ],
    );
  });
  const scope = moduleScope(schemasModule, options, ["schemas"]);
  const type = scope.use({ name: "Schemas", module: serverEntry, isType: true });
  const docs = [{ description: "What arguments and results are made of, as far as it is shown." }];
  const value = schemas as DataValue;
  return [
    ...modules,
    moduleFile(schemasModule, scope, [], [{ name: "schemas", type, docs, value }]),
  ];
}

function mainFile(options: EmitOptions): EmittedFile {
  const scope = moduleScope(mainModule, options);
  const run = scope.use({ name: "runMcpServer", module: serverEntry, isType: false });
  const definition = scope.use({ name: "definition", module: definitionModule, isType: false });
  return moduleFile(mainModule, scope, [`await ${run}(${definition});`]);
}

function definitionFile(
  model: ApiModel,
  selection: Selection,
  { name, envPrefix, schemes }: Served,
  options: EmitOptions,
): EmittedFile {
  const scope = moduleScope(definitionModule, options, ["definition"]);
  const value = (symbol: string, module: string, localName?: string): string =>
    scope.use({ name: symbol, module, isType: false, ...(localName ? { localName } : {}) });
  const type = scope.use({ name: "McpDefinition", module: serverEntry, isType: true });
  const createClient = value("createClient", "client/src/index.ts");
  const validation = value("validation", `${runtimePackage}/client/validation`);
  const validators = scope.use(contractSymbols.validatorTable);
  const schemas = value("schemas", schemasModule);
  const lists = selection.groups.map(
    ({ fileName }) =>
      `...${value("operations", operationsModule(fileName), variableName(`${fileName}-operations`))}`,
  );
  // A client without security schemes takes no `auth`.
  const given =
    Object.keys(model.securitySchemes).length === 0 ? "{ auth: _, ...options }" : "options";
  return moduleFile(definitionModule, scope, [
    `/** The server of ${markdownLine(model.title).replaceAll("*/", "* /")}, for \`serveHttp\` and others of \`${serverEntry}\`. */
export const definition: ${type} = {
  name: ${literal(name)},
  title: ${literal(prose(model.title, 200))},
  version: ${literal(model.version)},
  instructions: ${literal(instructionsOf(model, selection))},
  envPrefix: ${literal(envPrefix)},
  schemes: ${literal(schemes)},
  sensitive: ${literal(secretNames(model))},
  schemas: ${schemas},
  operations: [${lists.join(", ")}],
  connect: (${given}) =>
    ${createClient}({
      ...options,
      validate: ${validation}(${validators}, { requests: "strict", responses: "off" }),
    }),
};`,
  ]);
}

function instructionsOf(model: ApiModel, { costs }: Selection): string {
  const about = prose(model.description, 500);
  const way =
    costs.tools === costs.operations
      ? []
      : ["Find an operation with search, read its arguments with describe, call it with execute."];
  return [`${prose(model.title, 200)}.`, ...(about === "" ? [] : [about]), ...way].join(" ");
}
