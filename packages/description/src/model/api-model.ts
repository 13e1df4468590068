import type { Json, JsonObject } from "../json/json.ts";
import type { Int64Type } from "./conversions/value-types.ts";
import type { ComponentSchemas, Schema } from "./schema/schema.ts";
import type { SchemaVariant } from "./variants/derive-variants.ts";

/**
 * The description in the form that emitters read: readonly plain data, in the order of the
 * document.
 * Emitters that users write receive it frozen. Its members follow semantic versioning, and so does
 * the meaning of `document` and `original`, OpenAPI 3.1 documents whose references are all local.
 * Not stable, because they serve the generator only: `types`, `placed`, and the `x-` keywords that it adds.
 */
export interface ApiModel {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The URLs of the servers, with the defaults of their variables filled in. */
  readonly servers: readonly string[];
  /** The same servers with their variables; empty where no URL has a variable. */
  readonly serverTemplates: readonly ServerTemplate[];
  readonly groups: readonly OperationGroup[];
  /** The operations that the API calls on its users' servers: webhooks and callbacks. */
  readonly webhooks: OperationGroup | undefined;
  readonly schemas: readonly NamedSchema[];
  readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  /** Applies to operations without `security` of their own (OpenAPI Object, `security`). */
  readonly security: readonly SecurityRequirement[];
  readonly commonErrors: CommonErrors | undefined;
  /** The `x-not-shown` and `x-assumption` notes of the description, in order. */
  readonly notes: readonly Note[];
  /** The whole description. Its `components.schemas` are those that validators read. */
  readonly document: JsonObject;
  /** The schemas of all parameters, headers and bodies, as validators read them. */
  readonly placed: readonly Json[];
  /** The types of the schemas, by schema name. */
  readonly types: ComponentSchemas;
  /** The type of integers with `format: int64`; `undefined` if they are numbers. */
  readonly int64: Int64Type | undefined;
  /** The whole description as its authors wrote it, in one document. */
  readonly original: JsonObject;
}

/** A server, where at least one server URL has variables (OpenAPI 3.1, Server Object). */
export interface ServerTemplate {
  readonly url: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

/** A variable of a server URL (OpenAPI 3.1, Server Variable Object). */
export interface ServerVariable {
  readonly name: string;
  readonly description: string;
  readonly default: string;
  /** The allowed values; empty allows any text. */
  readonly values: readonly string[];
}

/** Returns every group of operations that gets types, descriptors and validators. */
export function operationGroups({ groups, webhooks }: ApiModel): readonly OperationGroup[] {
  return webhooks === undefined ? groups : [...groups, webhooks];
}

/** The operations of one tag (OpenAPI 3.1, Tag Object), or all webhooks and callbacks. */
export interface OperationGroup {
  readonly kind: "tag" | "webhooks";
  readonly tag: string;
  readonly description: string;
  /** The name of the group's property on the client: `assistantRuns`. */
  readonly name: string;
  /** The name of the group's type: `AssistantRuns`. */
  readonly typeName: string;
  /** The name of the group's file, without folder and extension: `assistant-runs`. */
  readonly fileName: string;
  /** The earlier names of the group's property on the client (`x-renamed-from`). */
  readonly earlierNames: readonly string[];
  readonly operations: readonly Operation[];
}

/** An operation with the parameters of its path item merged in (OpenAPI 3.1, Operation Object). */
export interface Operation {
  /** The operationId; without one, a name made of the method and the path. */
  readonly id: string;
  /** The start of the names of its types: `CreateAssistantRun`. */
  readonly typeName: string;
  /** `CreateAssistantRunInput`, or `…OperationInput` if a schema has the first name. */
  readonly inputTypeName: string;
  /** `CreateAssistantRunResult`, or `…OperationResult` if a schema has the first name. */
  readonly resultTypeName: string;
  /** The name of its method on the client and of its handler: `createAssistantRun`. */
  readonly methodName: string;
  /** The name of its row in the operation table; a reserved word gets a `_` at the end. */
  readonly variableName: string;
  /** The HTTP method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly OperationResponse[];
  /**
   * A request must meet one of these requirements. Taken from the description if the operation
   * states none; empty if no authentication is needed.
   */
  readonly security: readonly SecurityRequirement[];
  /** The URLs of its own or its path's servers; empty if those of the description apply. */
  readonly servers: readonly string[];
  readonly pagination: Pagination | undefined;
  readonly polling: Polling | undefined;
  /** The signature of a webhook or a callback, in the shape of the runtime's `WebhookSignature`. */
  readonly signature: JsonObject | undefined;
  /** True if the operation looks like a paged list but has no `x-pagination`. */
  readonly hasUndeclaredPages: boolean;
  /** The earlier names, which the packages still export (`x-renamed-from`). */
  readonly earlierNames: readonly EarlierOperationName[];
  /** The JSON pointer into the document. Only diagnostics find the source place, which is slow. */
  readonly pointer: string;
}

/** An earlier name of an operation, and the code names derived from it. */
export interface EarlierOperationName extends Pick<
  Operation,
  "id" | "typeName" | "inputTypeName" | "resultTypeName" | "methodName" | "variableName"
> {}

/** A schema and its JSON pointer in the document. */
export interface SchemaPlace {
  readonly json: Json;
  readonly pointer: string;
}

/** The schema of a body, a parameter or a header, with its type. */
export interface DescribedSchema extends SchemaPlace {
  readonly meaning: Schema;
  /** See {@link DocumentedSchema}. */
  readonly annotations: JsonObject;
}

/** A member of `components.schemas`. */
export interface NamedSchema extends SchemaPlace {
  /** Its key in the description. */
  readonly name: string;
  /** The name of its type. */
  readonly typeName: string;
  /** The original schema and the direction, if requests and responses differ. */
  readonly variant: SchemaVariant | undefined;
  /** The earlier names of its type, which are still exported (`x-renamed-from`). */
  readonly earlierNames: readonly string[];
}

/** A parameter or a response header (OpenAPI 3.1, Parameter Object and Header Object). */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly description: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** True if the path parameter may contain slashes (`x-multi-segment`). */
  readonly multiSegment: boolean;
  /** The media type of a parameter that is described by `content`. */
  readonly content: string | undefined;
  readonly schema: DescribedSchema;
  readonly example: Json | undefined;
  /** The earlier names of the parameter (`x-renamed-from`). */
  readonly renamedFrom: readonly string[];
}

/** The body of a request (OpenAPI 3.1, Request Body Object). */
export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly content: readonly MediaType[];
  /** The boolean member that asks for a stream, if the operation answers either way. */
  readonly streamMember: string | undefined;
}

/** A body in one media type (OpenAPI 3.1, Media Type Object). */
export interface MediaType {
  readonly mediaType: string;
  /** `parts`: multipart with positional parts; `schema` then describes the list of parts. */
  readonly kind: "json" | "text" | "form" | "multipart" | "parts" | "binary";
  /** Set if the body is a sequence; `schema` then describes one item. */
  readonly stream: "server-sent-events" | "json-lines" | "json-seq" | "multipart" | undefined;
  /**
   * An item of an event stream: the text of its data, the whole event, or (`undefined`) its data
   * parsed as JSON.
   */
  readonly item: "text" | "event" | undefined;
  /** The names of the events whose data is JSON, if items are events; `true` means all. */
  readonly jsonEvents: true | readonly string[] | undefined;
  /** How the stream ends (`x-event-stream`); `undefined` if it ends with the body. */
  readonly ends: StreamEnds | undefined;
  readonly schema: DescribedSchema | undefined;
  readonly encoding: JsonObject | undefined;
  /** The encodings of the first parts of a `parts` body, in order. */
  readonly prefixEncoding: readonly PartEncoding[];
  /** The encoding of the remaining parts of a `parts` body. */
  readonly itemEncoding: PartEncoding | undefined;
  /** The first example. For a stream, the items in `x-event-sequence`, or else all examples. */
  readonly example: Json | undefined;
  /** The examples by name (Media Type Object, `examples`); for a stream, lists of items. */
  readonly examples: Readonly<Record<string, Json>>;
}

/** The encoding of a part that is identified by its position (OpenAPI 3.2, Encoding Object). */
export interface PartEncoding {
  readonly schema: DescribedSchema;
  /** Media types and ranges, separated by commas; `undefined` lets the value decide. */
  readonly contentType: string | undefined;
  /** The headers that the description gives a fixed value, by name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The events with which a stream reports that it has ended or failed. */
export interface StreamEnds {
  /** The event that ends the stream, identified by its name, its data, or both. */
  readonly terminal: { readonly event?: string; readonly data?: string } | undefined;
  /** The name of the event that reports a failure. */
  readonly errorEvent: string | undefined;
}

/** A response of an operation (OpenAPI 3.1, Response Object). */
export interface OperationResponse {
  /** The status as the description writes it: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description: string;
  /** Empty if there is no body or the description does not describe it. */
  readonly content: readonly MediaType[];
  readonly headers: readonly Parameter[];
  /** Its name in `components.responses`, escaped as in a JSON pointer, if it is referred to. */
  readonly component: string | undefined;
  /** True if the operation documents no responses, so this one covers all of them. */
  readonly isUndocumented: boolean;
}

/** Scheme → scopes. A request must meet all of them (OpenAPI 3.1, Security Requirement Object). */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** The `x-pagination` of a list operation. */
export interface Pagination {
  readonly style: "page" | "offset" | "cursor" | "link";
  /** Role → name of the query parameter. */
  readonly request: Readonly<Record<string, string>>;
  /** Role → JSON pointer into the response body. */
  readonly response: Readonly<Record<string, string>>;
  /** The schema of one item. */
  readonly items: DescribedSchema;
}

/** How to poll an operation that reads a record: which member holds the status (`x-lifecycle`). */
export interface Polling {
  /** The name of the member, or the JSON pointer of a nested one: `status`, `/data/status`. */
  readonly member: string;
  /** The statuses after which the record no longer changes. */
  readonly final: readonly string[];
  /** The last of the lifecycle's steps: the status that a caller waits for. */
  readonly succeeded: string;
}

/** The root's `x-common-errors`: error statuses that every operation may return. */
export interface CommonErrors {
  readonly statuses: readonly number[];
  readonly schema: DescribedSchema;
  /** Role, such as `code`, `message` or `issues` → name or JSON pointer of the member. */
  readonly members: Readonly<Record<string, string>>;
}

/** Returns the statuses of the common errors that an operation does not document itself. */
export function commonStatuses(
  { statuses }: CommonErrors,
  { responses }: Pick<Operation, "responses">,
): readonly number[] {
  const documented = new Set(responses.map(({ status }) => status));
  if (documented.has("default")) return [];
  return statuses.filter(
    (status) => !documented.has(String(status)) && !documented.has(`${Math.floor(status / 100)}XX`),
  );
}

/** One `x-not-shown` or `x-assumption`. */
export interface Note {
  readonly kind: "not-shown" | "assumption";
  readonly text: string;
  /** The place of the note in words: `POST /chat/messages, request body`. */
  readonly place: string;
}
