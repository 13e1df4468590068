import type { JsonObject } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";

/** The kind of value that a field has, if it is not an object with a walk of its own. */
export type FieldKind = "text" | "flag" | "texts" | "object";

/** A fixed field of an OpenAPI object. */
export interface FixedField {
  /** True if the specification marks it REQUIRED, in versions up to `requiredUntil`. */
  readonly isRequired: boolean;
  readonly requiredUntil?: string;
  /** The version that introduced it. Default: 3.0. */
  readonly since?: string;
  readonly kind?: FieldKind;
  /** The name of the object in it, if the walk does not visit that. */
  readonly holds?: string;
  readonly isMap: boolean;
}

/**
 * The fixed fields of OpenAPI objects (3.0.4, section 4.7; 3.1.2, section 4.8; 3.2.0, section 4). `name!` is
 * REQUIRED, `name!3.1` is required up to 3.1, and `name@3.1` was introduced in 3.1. After a colon is the kind
 * of its value, or the object in it, in braces for a map of such objects.
 */
const fieldTexts: Readonly<Record<string, string>> = {
  OpenApi:
    "openapi! info! jsonSchemaDialect@3.1:text servers paths webhooks@3.1 components security tags externalDocs:ExternalDocumentation $self@3.2:text",
  Info: "title!:text summary@3.1:text description:text termsOfService:text contact:Contact license:License version!:text",
  Contact: "name:text url:text email:text",
  License: "name!:text identifier@3.1:text url:text",
  Server: "url!:text description:text variables:{ServerVariable} name@3.2:text",
  ServerVariable: "enum:texts default!:text description:text",
  Components:
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems@3.1 mediaTypes@3.2",
  PathItem:
    "$ref:text summary:text description:text get put post delete options head patch trace query@3.2 additionalOperations@3.2 servers parameters",
  Operation:
    "tags:texts summary:text description:text externalDocs:ExternalDocumentation operationId parameters requestBody responses callbacks deprecated:flag security servers",
  ExternalDocumentation: "description:text url!:text",
  Parameter:
    "name in description:text required:flag deprecated:flag allowEmptyValue:flag style explode:flag allowReserved:flag schema example examples content",
  Header:
    "description:text required:flag deprecated:flag allowEmptyValue:flag style explode:flag allowReserved:flag schema example examples content",
  RequestBody: "description:text content! required:flag",
  MediaType: "schema itemSchema@3.2 example examples encoding prefixEncoding@3.2 itemEncoding@3.2",
  Encoding:
    "contentType:text headers style explode:flag allowReserved:flag encoding@3.2 prefixEncoding@3.2 itemEncoding@3.2",
  Response: "summary@3.2:text description!3.1:text headers content links",
  Example:
    "summary:text description:text value dataValue@3.2 serializedValue@3.2:text externalValue:text",
  Link: "operationRef:text operationId:text parameters:object requestBody description:text server",
  Tag: "name!:text summary@3.2:text description:text externalDocs:ExternalDocumentation parent@3.2:text kind@3.2:text",
  Discriminator: "propertyName!:text mapping:object defaultMapping@3.2:text",
  Xml: "name:text namespace:text prefix:text attribute:flag wrapped:flag nodeType@3.2:text",
  SecurityScheme:
    "type description:text name in scheme bearerFormat:text flows:OAuthFlows openIdConnectUrl:text oauth2MetadataUrl@3.2:text deprecated@3.2:flag",
  OAuthFlows:
    "implicit:OAuthFlow password:OAuthFlow clientCredentials:OAuthFlow authorizationCode:OAuthFlow deviceAuthorization@3.2:OAuthFlow",
  OAuthFlow:
    "authorizationUrl:text deviceAuthorizationUrl@3.2:text tokenUrl:text refreshUrl:text scopes!:object",
};

const kinds: readonly string[] = ["text", "flag", "texts", "object"] satisfies FieldKind[];

/** The fixed fields of each object, by object name and field name. A Schema Object has keywords instead. */
export const fixedFields: ReadonlyMap<string, ReadonlyMap<string, FixedField>> = new Map(
  Object.entries(fieldTexts).map(([name, fields]) => [
    name,
    new Map(fields.split(" ").map(readField)),
  ]),
);

function readField(text: string): [string, FixedField] {
  const [, name = "", required, until, since, map, held] =
    /^([$\w]+)(!([\d.]+)?)?(?:@([\d.]+))?(?::(\{)?(\w+))?/.exec(text) ?? [];
  const isKind = held !== undefined && kinds.includes(held);
  return [
    name,
    {
      isRequired: required !== undefined,
      isMap: map !== undefined,
      ...(until !== undefined && { requiredUntil: until }),
      ...(since !== undefined && { since }),
      ...(held !== undefined && (isKind ? { kind: held as FieldKind } : { holds: held })),
    },
  ];
}

/** A key with the fixed field that it probably means. */
export interface Misspelling {
  readonly written: string;
  readonly meant: string;
}

/** Finds the key of an object that is a misspelling of a missing fixed field, or of `$ref`. */
export function misspeltField(
  name: string,
  node: JsonObject,
  field: string,
): Misspelling | undefined {
  const fields = fixedFields.get(name);
  if (fields === undefined || Object.hasOwn(node, field)) return undefined;
  const known = [...fields.keys(), "$ref"];
  const written = Object.keys(node).find(
    (key) => !key.startsWith("x-") && !known.includes(key) && nearestName(key, known) === field,
  );
  return written === undefined ? undefined : { written, meant: field };
}

/** Returns an object's name as in the specification, with its article: `an Operation Object`. */
export function objectTitle(name: string): string {
  const title = titles[name] ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  return `${/^[AEIOX]/.test(title) ? "an" : "a"} ${title} Object`;
}

const titles: Readonly<Record<string, string>> = {
  OpenApi: "OpenAPI",
  Xml: "XML",
  OAuthFlow: "OAuth Flow",
  OAuthFlows: "OAuth Flows",
};
