/* oxlint-disable unicorn/no-thenable -- then is a keyword of JSON Schema */
import { parameterStyles } from "../../packages/description/src/load/check/check-parameters.ts";
import {
  fixedFields,
  objectTitle,
  type FieldKind,
  type FixedField,
} from "../../packages/description/src/load/openapi/fixed-fields.ts";
import {
  everyMember,
  memberTables,
  type Member,
  type ObjectName,
} from "../../packages/description/src/load/openapi/object-members.ts";
import { componentSections } from "../../packages/description/src/load/openapi/openapi-objects.ts";
import { schemaKeywords } from "../../packages/description/src/load/openapi/schema-keywords.ts";
import { extensions } from "./extension-schemas.ts";
import { fieldTexts } from "./field-texts.ts";
import { keywordSchemas } from "./keyword-schemas.ts";
import { misspeltKeyword } from "./misspelt-keyword.ts";
import type { Schema } from "./schema.ts";

/** The versions of OpenAPI that have a schema. */
export const versions = ["3.0", "3.1", "3.2"] as const;

type Version = (typeof versions)[number];

const draft = "http://json-schema.org/draft-07/schema#";

/** The schemas of files that contain a part of a description, by the names of their files. */
const fragments = {
  "description-paths": [
    "Paths of an OpenAPI description in a file of their own",
    "PathsOrPathItem",
    "A map of path items by path, or one path item.",
  ],
  "description-schemas": [
    "Schemas of an OpenAPI description in a file of their own",
    "Schemas",
    "A map of schemas by name.",
  ],
  "description-schema": [
    "A schema of an OpenAPI description in a file of its own",
    "Schema",
    "One schema.",
  ],
} as const;

/**
 * Builds the JSON Schemas of descriptions for editors, by the names of their files without `.schema.json`: for documents
 * of OpenAPI 3.0, 3.1 and 3.2, and for files that documents refer to. They come from the tables that the generator checks
 * with, and accept every description that the Specification allows.
 */
export function descriptionSchemas(): Readonly<Record<string, Schema>> {
  const [oldest, middle, latest] = versions;
  const of = (version: Version): Schema => ({ $ref: `#/definitions/${version}-OpenApi` });
  const is = (version: Version): Schema => ({
    required: ["openapi"],
    properties: { openapi: { type: "string", pattern: `^${version.replace(".", "\\.")}` } },
  });
  const whole = {
    $schema: draft,
    title: "A description of OpenAPI 3.0, 3.1 or 3.2, with the extensions of openapi-packages",
    if: is(oldest),
    then: of(oldest),
    else: { if: is(middle), then: of(middle), else: of(latest) },
    definitions: Object.assign({}, ...versions.map(definitionsOf)) as Schema,
  };
  const parts = Object.entries(fragments).map(([file, [title, name, description]]) => [
    file,
    {
      $schema: draft,
      title,
      description,
      $ref: `description.schema.json#/definitions/${latest}-${name}`,
    },
  ]);
  return { description: whole, ...(Object.fromEntries(parts) as Record<string, Schema>) };
}

/** The definitions of a version's objects. Each name starts with the version. */
function definitionsOf(version: Version): Schema {
  const objects = new Map<string, Schema>();
  for (const [name, fields] of fixedFields) objects.set(name, objectSchema(name, fields, version));
  for (const [name, held] of Object.entries(everyMember))
    objects.set(name, mapSchema(name as ObjectName, held, version));
  objects.set("Schema", schemaObject(version));
  objects.set("Schemas", { type: "object", additionalProperties: ref("Schema", version) });
  objects.set("PathsOrPathItem", pathsOrPathItem(version));
  return Object.fromEntries(
    [...objects].map(([name, schema]) => [
      `${version}-${name}`,
      { title: objectTitle(name).replace(/^an? /, ""), ...schema },
    ]),
  );
}

const ref = (name: string, version: Version): Schema => ({
  $ref: `#/definitions/${version}-${name}`,
});

function objectSchema(
  name: string,
  fields: ReadonlyMap<string, FixedField>,
  version: Version,
): Schema {
  const known = [...fields].filter(([, { since = "3.0" }]) => since <= version);
  const isShared = componentSections[name as ObjectName] !== undefined;
  const required = known
    .filter(([, field]) => field.isRequired && version <= (field.requiredUntil ?? version))
    .map(([field]) => field);
  const needed = required.length === 0 ? {} : { required };
  return {
    type: "object",
    properties: {
      ...(isShared ? referenceFields(version) : {}),
      ...Object.fromEntries(
        known.map(([field, what]) => [field, fieldSchema(name, field, what, version)]),
      ),
      ...extensionsOf(name),
    },
    patternProperties: { "^x-": {} },
    additionalProperties: false,
    ...(isShared && required.length > 0 ? { if: { required: ["$ref"] }, else: needed } : needed),
  };
}

/** The fields of a reference. Since 3.1 it may have a summary and a description. */
function referenceFields(version: Version): Readonly<Record<string, Schema>> {
  const $ref = { type: "string", description: "A reference to a component of this kind." };
  if (version === "3.0") return { $ref };
  const text = { type: "string", description: "Replaces the one of the referenced object." };
  return { $ref, summary: text, description: text };
}

function fieldSchema(name: string, field: string, what: FixedField, version: Version): Schema {
  const description = fieldTexts[name]?.[field];
  const held = memberTables.get(name as ObjectName)?.get(field);
  const value =
    fieldValues[`${name}.${field}`] ??
    fieldValues[field] ??
    (held === undefined ? kindSchema(what, version) : memberSchema(held, version));
  // Draft 7 ignores keywords beside `$ref`.
  const isReference = "$ref" in value;
  return {
    ...(description !== undefined && { description }),
    ...(isReference ? { allOf: [value] } : value),
  };
}

const text: Schema = { type: "string" };
const requirements: Schema = {
  type: "array",
  items: { type: "object", additionalProperties: { type: "array", items: text } },
};

/** The schemas of fields that are not plain texts, flags or objects. */
const fieldValues: Readonly<Record<string, Schema>> = {
  openapi: { type: "string", pattern: String.raw`^3\.\d+\.\d+` },
  security: requirements,
  operationId: text,
  name: text,
  "Parameter.in": { enum: ["path", "query", "header", "cookie", "querystring"] },
  "SecurityScheme.in": { enum: ["header", "query", "cookie"] },
  "SecurityScheme.type": { enum: ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"] },
  scheme: text,
  "Header.style": { enum: ["simple"] },
  style: { enum: parameterStyles },
  "Info.version": text,
};

function kindSchema({ kind, holds, isMap }: FixedField, version: Version): Schema {
  if (holds !== undefined)
    return isMap
      ? { type: "object", additionalProperties: ref(holds, version) }
      : ref(holds, version);
  return kind === undefined ? {} : kindSchemas[kind];
}

const kindSchemas: Readonly<Record<FieldKind, Schema>> = {
  text,
  flag: { type: "boolean" },
  texts: { type: "array", items: text },
  object: { type: "object" },
};

function memberSchema(held: Member, version: Version): Schema {
  if (typeof held === "string") return ref(held, version);
  const [way, name] = held;
  const one = ref(name, version);
  const list = { type: "array", items: one };
  if (way === "map") return { type: "object", additionalProperties: one };
  return way === "list" ? list : { if: { type: "array" }, then: list, else: one };
}

/** Patterns for the names of members of maps that allow only some names. */
const memberNames: Readonly<Partial<Record<ObjectName, string>>> = {
  Paths: "^/",
  Responses: "^([1-5](\\d\\d|[Xx]{2})|default)$",
};

function mapSchema(name: ObjectName, held: ObjectName, version: Version): Schema {
  const pattern = memberNames[name];
  const one = ref(held, version);
  const isShared = componentSections[name] !== undefined;
  const own = { ...(isShared ? referenceFields(version) : {}), ...extensionsOf(name) };
  return pattern === undefined
    ? {
        type: "object",
        properties: own,
        patternProperties: { "^x-": {} },
        additionalProperties: one,
      }
    : {
        type: "object",
        properties: own,
        patternProperties: { [pattern]: one, "^x-": {} },
        additionalProperties: false,
      };
}

function pathsOrPathItem(version: Version): Schema {
  const fields = fixedFields.get("PathItem") ?? new Map<string, FixedField>();
  const item = objectSchema("PathItem", fields, version);
  return { ...item, patternProperties: { "^/": ref("PathItem", version), "^x-": {} } };
}

function schemaObject(version: Version): Schema {
  const members = memberTables.get("Schema");
  const objects: Readonly<Record<string, string>> = {
    discriminator: "Discriminator",
    xml: "Xml",
    externalDocs: "ExternalDocumentation",
  };
  const properties = [...schemaKeywords].map((keyword) => {
    const [description, value] = keywordSchemas[keyword] ?? [];
    const held = members?.get(keyword);
    const object = objects[keyword];
    const schema =
      object !== undefined
        ? { allOf: [ref(object, version)] }
        : held === undefined || value !== undefined
          ? (value ?? {})
          : memberSchema(held, version);
    return [keyword, { description, ...("$ref" in schema ? { allOf: [schema] } : schema) }];
  });
  return {
    type: ["object", "boolean"],
    properties: { ...Object.fromEntries(properties), ...extensionsOf("Schema") } as Schema,
    ...(version === "3.0"
      ? { patternProperties: { "^x-": {} }, additionalProperties: false }
      : { patternProperties: { [misspeltKeyword(schemaKeywords)]: false } }),
  };
}

/** The extensions of an object that the generator reads. Other extensions may have any value. */
function extensionsOf(name: string): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(extensions)
      .filter(([, { where }]) => where === "any" || where.some((one) => one === name))
      .map(([key, { text: description, value }]) => [key, { description, ...value }]),
  );
}
