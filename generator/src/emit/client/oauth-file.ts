import { StructureKind, VariableDeclarationKind } from "ts-morph";
import { objectMember, stringMember, type JsonObject } from "../../json.ts";
import { literal, propertyKey } from "../../escape.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimePackage, runtimeType, runtimeValue } from "../../runtime-symbols.ts";
import { moduleFile } from "../statements.ts";

/** A grant that a program has without its user, and the token endpoint for it. */
interface Grant {
  readonly name: "clientCredentials" | "refreshToken";
  /** `undefined` where the description gives none that is an address. */
  readonly tokenUrl: string | undefined;
  readonly scopes: readonly string[];
}

/** A security scheme of OAuth 2.0 with its grants. */
interface OAuthScheme {
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** The security schemes whose flows have a token endpoint (OpenAPI 3.1, OAuth Flows Object). */
export function oauthSchemes({ securitySchemes, servers }: ApiModel): OAuthScheme[] {
  return Object.entries(securitySchemes).flatMap(([name, scheme]) => {
    const flows =
      stringMember(scheme, "type") === "oauth2" ? objectMember(scheme, "flows") : undefined;
    const grants = flows === undefined ? [] : grantsOf(flows, servers[0]);
    return grants.length === 0 ? [] : [{ name, grants }];
  });
}

/** The flows that give a refresh token by a token endpoint. */
const refreshable = ["authorizationCode", "deviceAuthorization", "password"];

function grantsOf(flows: JsonObject, server: string | undefined): Grant[] {
  const own = objectMember(flows, "clientCredentials");
  const refreshed = [
    ...refreshable.map((flow) => objectMember(flows, flow)),
    ...Object.values(flows).filter((flow) => stringMember(flow, "refreshUrl") !== undefined),
  ].find((flow) => flow !== undefined);
  const grant = (name: Grant["name"], flow: unknown, url: string | undefined): Grant => ({
    name,
    tokenUrl: addressOf(url, server),
    scopes: Object.keys(objectMember(flow, "scopes") ?? {}),
  });
  return [
    ...(own ? [grant("clientCredentials", own, stringMember(own, "tokenUrl"))] : []),
    ...(refreshed
      ? [
          grant(
            "refreshToken",
            refreshed,
            stringMember(refreshed, "refreshUrl") ?? stringMember(refreshed, "tokenUrl"),
          ),
        ]
      : []),
  ];
}

/** An address of a description, which may be relative to its server. */
function addressOf(url: string | undefined, server: string | undefined): string | undefined {
  if (url === undefined || url === "") return undefined;
  if (URL.canParse(url)) return url;
  return server !== undefined && URL.canParse(url, server) ? new URL(url, server).href : undefined;
}

/** The tokens of the description's flows, for the `auth` of a client; none where it has no such flows. */
export function oauthFile(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const schemes = oauthSchemes(model);
  if (schemes.length === 0) return [];
  const path = "client/src/oauth.ts";
  const names = new ModuleScope(path, options, ["oauth"]);
  const types = schemes.map(
    ({ name, grants }) =>
      `readonly ${propertyKey(name)}: {\n${grants.map((grant) => grantType(names, grant)).join("\n")}\n};`,
  );
  const values = schemes.map(
    ({ name, grants }) =>
      `${propertyKey(name)}: {\n${grants.map((grant) => grantValue(names, grant)).join("\n")}\n},`,
  );
  return [
    moduleFile(path, names, [
      {
        kind: StructureKind.ExportDeclaration,
        moduleSpecifier: `${runtimePackage}/client/oauth`,
        namedExports: ["OAuthError"],
      },
      {
        kind: StructureKind.VariableStatement,
        isExported: true,
        declarationKind: VariableDeclarationKind.Const,
        docs: documentation(
          "Gets and renews the tokens of each security scheme from the description's token endpoints: what is returned is a credential for `auth`.",
        ),
        declarations: [
          {
            name: "oauth",
            type: `{\n${types.join("\n")}\n}`,
            initializer: `{\n${values.join("\n")}\n}`,
          },
        ],
      },
    ]),
  ];
}

function grantType(names: ModuleScope, { name, tokenUrl, scopes }: Grant): string {
  const isRefresh = name === "refreshToken";
  const options = names.use(
    runtimeType("/client/oauth", isRefresh ? "RefreshTokenOptions" : "TokenOptions"),
  );
  const flow = names.use(runtimeType("/client/oauth", "FlowOptions"));
  const credential = names.use(runtimeType("/client/oauth", "TokenCredential"));
  const scopeType = scopes.length === 0 ? "string" : scopes.map((one) => literal(one)).join(" | ");
  const endpoint = tokenUrl === undefined ? " & { readonly tokenUrl: string }" : "";
  return `readonly ${name}: (options: ${flow}<${options}, ${scopeType}>${endpoint}) => ${credential};`;
}

function grantValue(names: ModuleScope, { name, tokenUrl }: Grant): string {
  const make = names.use(runtimeValue("/client/oauth", name));
  if (tokenUrl === undefined) return `${name}: (options) => ${make}(options),`;
  return `${name}: (options) => ${make}({ tokenUrl: ${literal(tokenUrl)}, ...options }),`;
}
