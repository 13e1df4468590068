import { StructureKind, VariableDeclarationKind } from "ts-morph";
import {
  isObject,
  objectMember,
  stringMember,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { comment, literal, propertyKey } from "@openapi-packages/description/text/escape";
import { commentBlock, documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { ModuleScope } from "../module-scope.ts";
import {
  runtimePackage,
  runtimeType,
  runtimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";

/** An OAuth grant that works without a browser, with its endpoints. */
interface Grant {
  readonly name: "clientCredentials" | "deviceAuthorization" | "refreshToken";
  /** The endpoints by option name; `undefined` if the description has no valid URL. */
  readonly endpoints: Readonly<Record<string, string | undefined>>;
  readonly scopes: readonly string[];
}

/** An OAuth 2.0 security scheme with its grants. */
interface OAuthScheme {
  readonly name: string;
  readonly scheme: JsonObject;
  readonly grants: readonly Grant[];
}

/** Returns the security schemes whose flows have a token endpoint (OpenAPI 3.1, OAuth Flows Object). */
export function oauthSchemes({ securitySchemes, servers }: ApiModel): OAuthScheme[] {
  return Object.entries(securitySchemes).flatMap(([name, scheme]) => {
    const flows =
      stringMember(scheme, "type") === "oauth2" ? objectMember(scheme, "flows") : undefined;
    const grants = flows === undefined ? [] : grantsOf(flows, servers[0]);
    return grants.length === 0 ? [] : [{ name, scheme, grants }];
  });
}

/** The flows whose token endpoint issues a refresh token. */
const refreshable = ["authorizationCode", "deviceAuthorization", "password"];

function grantsOf(flows: JsonObject, server: string | undefined): Grant[] {
  const own = objectMember(flows, "clientCredentials");
  const device = objectMember(flows, "deviceAuthorization");
  const refreshed = [
    ...refreshable.map((flow) => objectMember(flows, flow)),
    ...Object.values(flows).filter((flow) => stringMember(flow, "refreshUrl") !== undefined),
  ].find((flow) => isObject(flow ?? null)) as JsonObject | undefined;
  const grant = (
    name: Grant["name"],
    flow: JsonObject,
    endpoints: Readonly<Record<string, string | undefined>>,
  ): Grant => ({
    name,
    endpoints: Object.fromEntries(
      Object.entries(endpoints).map(([option, url]) => [option, addressOf(url, server)]),
    ),
    scopes: Object.keys(objectMember(flow, "scopes") ?? {}),
  });
  const tokenUrl = (flow: JsonObject): string | undefined => stringMember(flow, "tokenUrl");
  const refreshUrl = (flow: JsonObject): string | undefined =>
    stringMember(flow, "refreshUrl") ?? tokenUrl(flow);
  const deviceAuthorizationUrl = stringMember(device, "deviceAuthorizationUrl");
  return [
    ...(own ? [grant("clientCredentials", own, { tokenUrl: tokenUrl(own) })] : []),
    ...(device
      ? [
          grant("deviceAuthorization", device, {
            deviceAuthorizationUrl,
            tokenUrl: tokenUrl(device),
          }),
        ]
      : []),
    ...(refreshed ? [grant("refreshToken", refreshed, { tokenUrl: refreshUrl(refreshed) })] : []),
  ];
}

/** Returns a URL of the description, which may be relative to its server. */
function addressOf(url: string | undefined, server: string | undefined): string | undefined {
  if (url === undefined || url === "") return undefined;
  if (URL.canParse(url)) return url;
  return server !== undefined && URL.canParse(url, server) ? new URL(url, server).href : undefined;
}

/**
 * Emits functions for the tokens of the description's flows, for the `auth` of a client; no file if there are
 * no such flows.
 */
export function oauthFile(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const schemes = oauthSchemes(model);
  if (schemes.length === 0) return [];
  const path = "client/src/oauth.ts";
  const names = new ModuleScope(path, options, ["oauth"]);
  const types = schemes.map(
    ({ name, scheme, grants }) =>
      `${schemeComment(scheme)}readonly ${propertyKey(name)}: {\n${grants.map((grant) => grantType(names, grant)).join("\n")}\n};`,
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

/**
 * Returns a comment with the URL of the authorization server's metadata (OpenAPI 3.2, Security Scheme
 * Object), and whether the scheme is deprecated.
 */
function schemeComment(scheme: JsonObject): string {
  const metadata = stringMember(scheme, "oauth2MetadataUrl");
  const text = [
    ...(metadata === undefined
      ? []
      : [`The authorization server's metadata (RFC 8414) is at ${comment(metadata)}.`]),
    ...(scheme["deprecated"] === true
      ? ["@deprecated The description marks this security scheme as deprecated."]
      : []),
  ];
  return commentBlock(text.join("\n\n"));
}

const optionTypes = {
  clientCredentials: "TokenOptions",
  refreshToken: "RefreshTokenOptions",
} as const;

function grantType(names: ModuleScope, { name, endpoints, scopes }: Grant): string {
  const use = (type: Parameters<typeof runtimeType<"/client/oauth">>[1]): string =>
    names.use(runtimeType("/client/oauth", type));
  const scopeType = scopes.length === 0 ? "string" : scopes.map((one) => literal(one)).join(" | ");
  const options =
    name === "deviceAuthorization"
      ? `${use("DeviceFlowOptions")}<${scopeType}>`
      : `${use("FlowOptions")}<${use(optionTypes[name])}, ${scopeType}>`;
  const unknown = Object.entries(endpoints)
    .filter(([, url]) => url === undefined)
    .map(([option]) => ` & { readonly ${option}: string }`);
  return `readonly ${name}: (options: ${options}${unknown.join("")}) => ${use("TokenCredential")};`;
}

function grantValue(names: ModuleScope, { name, endpoints }: Grant): string {
  const make = names.use(runtimeValue("/client/oauth", name));
  const known = Object.entries(endpoints).flatMap(([option, url]) =>
    url === undefined ? [] : `${option}: ${literal(url)}, `,
  );
  if (known.length === 0) return `${name}: (options) => ${make}(options),`;
  return `${name}: (options) => ${make}({ ${known.join("")}...options }),`;
}
