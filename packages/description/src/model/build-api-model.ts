import type { Correction } from "../diagnostics/correction.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import {
  arrayMember,
  member,
  objectMember,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../json/json.ts";
import type { OpenApiDocument } from "../load/load-document.ts";
import { schemaTypeName } from "../names/names.ts";
import type { ApiModel, CommonErrors, NamedSchema } from "./api-model.ts";
import { markRawBinary } from "./binary/mark-raw-binary.ts";
import { buildGroups } from "./build-groups.ts";
import { buildNotes } from "./build-notes.ts";
import { buildOperations, rootSecurity } from "./build-operations.ts";
import { buildServers, buildServerTemplates } from "./build-servers.ts";
import { buildWebhooks } from "./build-webhooks.ts";
import { checkNames } from "./check-names.ts";
import { readJsonSchemas } from "./json-schemas.ts";
import { deriveVariants, type SchemaVariant } from "./variants/derive-variants.ts";
import { liftHierarchies } from "./unions/lift-hierarchies.ts";
import { resolveDynamicReferences } from "./types/dynamic-references.ts";
import { decodeEventData } from "./streams/decode-event-data.ts";
import { reportTypes } from "./types/report-types.ts";
import type { Conversions } from "./schema/schema-builder.ts";
import { typeSchemas } from "./types/type-schemas.ts";
import { withMethodNames } from "./name-methods.ts";
import { createModelContext, type ModelContext } from "./model-context.ts";
import { withAliases } from "./renames/add-aliases.ts";
import { checkRenames } from "./renames/check-renames.ts";

/** The model of a description, and the diagnostics found while building it. */
export interface ModelResult {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
  /** What the diagnostics assume, where it can be written into the files. */
  readonly corrections: readonly Correction[];
}

/**
 * Builds the model of a loaded document. The function is pure: it returns every diagnostic in the
 * result.
 * @param reportsTypes whether to report what the types cannot express, which only interests those
 * who use the types
 */
export function buildApiModel(
  document: OpenApiDocument,
  reportsTypes = true,
  conversions: Conversions = {},
): ModelResult {
  const original = resolveDynamicReferences(document.value);
  const { named, placed } = markRawBinary(decodeEventData(readJsonSchemas(original)));
  const lifted = liftHierarchies(named, (name) => document.namedByAuthors.has(name));
  const derived = deriveVariants({ named: lifted, placed });
  const types = typeSchemas(derived, conversions);
  const { builder, schemas } = types;
  const context = createModelContext(document, original, types);
  const info = objectMember(document.value, "info");
  const operations = buildOperations(context);
  const built: ApiModel = {
    title: stringMember(info, "title") ?? "",
    version: stringMember(info, "version") ?? "",
    description: stringMember(info, "description") ?? "",
    servers: buildServers(document.value),
    serverTemplates: buildServerTemplates(document.value),
    groups: buildGroups(context, operations),
    webhooks: buildWebhooks(context),
    schemas: buildSchemas(schemas.named, derived.variants),
    securitySchemes: buildSecuritySchemes(context),
    security: rootSecurity(context),
    commonErrors: buildCommonErrors(context),
    notes: buildNotes(document.value),
    document: context.document,
    placed: schemas.placed.map(({ schema }) => schema),
    types: builder.components(),
    int64: conversions.int64,
    original,
  };
  checkRenames(context, document, built.version);
  const aliased = withAliases(context, built, document.namedByAuthors);
  const model = withMethodNames(aliased, document.methodNames);
  const received = model.webhooks?.operations ?? [];
  checkNames(context, model, [...operations.map(({ operation }) => operation), ...received]);
  reportTypes(context, types, reportsTypes ? builder.widened : []);
  const { diagnostics, corrections } = context;
  return { model, diagnostics, corrections };
}

function buildSchemas(
  schemas: JsonObject,
  variants: ReadonlyMap<string, SchemaVariant>,
): NamedSchema[] {
  return Object.entries(schemas).map(([name, json]) => ({
    name,
    typeName: schemaTypeName(name),
    json,
    pointer: toPointer(["components", "schemas", name]),
    variant: variants.get(name),
    earlierNames: [],
  }));
}

function buildSecuritySchemes(context: ModelContext): Record<string, JsonObject> {
  const schemes =
    objectMember(objectMember(context.document, "components"), "securitySchemes") ?? {};
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, scheme]) => {
      const place = context.follow(scheme, toPointer(["components", "securitySchemes", name]));
      return place === undefined ? [] : [[name, place.node] as const];
    }),
  );
}

/** Reads the root's `x-common-errors`, whose statuses must be from 400 to 599. */
function buildCommonErrors(context: ModelContext): CommonErrors | undefined {
  const declared = member(context.document, "x-common-errors");
  if (declared === undefined) return undefined;
  const members = objectMember(declared, "members");
  const statuses = arrayMember(declared, "statuses");
  const isStatus = (status: Json): boolean =>
    typeof status === "number" && Number.isInteger(status) && status >= 400 && status < 600;
  if (statuses.length === 0 || !statuses.every(isStatus)) {
    const hint = "list the numbers of statuses, such as [401, 403, 404]";
    const message = "x-common-errors needs statuses from 400 to 599, so it is ignored";
    context.report("common-errors", message, "/x-common-errors", hint);
    return undefined;
  }
  const pointer = "/x-common-errors/schema";
  return {
    statuses: [...new Set(statuses as readonly number[])],
    schema: context.described(context.schemaAt(pointer) ?? {}, pointer),
    members: Object.fromEntries(
      Object.entries(members ?? {}).flatMap(([role, name]) =>
        typeof name === "string" ? [[role, name] as const] : [],
      ),
    ),
  };
}
