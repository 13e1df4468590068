import type { Json, JsonObject } from "../json.ts";
import type { ComponentSchemas, Schema } from "./schema/schema.ts";
import type { SchemaVariant } from "./variants/derive-variants.ts";

/**
 * Everything that an emitter knows of a description: readonly plain data, in the order of the text. Emitters of
 * users get it frozen. Its members and theirs are stable, by semantic versioning, as is the meaning of
 * `document` and `original`, OpenAPI 3.1 documents in which every reference is local; keywords that begin
 * with `x-` and that no author wrote, and `types`, are not, and serve the generator only.
 */
export interface ApiModel {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** URLs, variables replaced by their defaults. */
  readonly servers: readonly string[];
  /** The same servers as they are written, where one of them has variables. */
  readonly serverTemplates: readonly ServerTemplate[];
  readonly groups: readonly OperationGroup[];
  /** The operations that the API calls at its users' ends: webhooks, and the callbacks of operations. */
  readonly webhooks: OperationGroup | undefined;
  readonly schemas: readonly NamedSchema[];
  readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  /** Of operations that state none (OpenAPI Object, `security`). */
  readonly security: readonly SecurityRequirement[];
  readonly commonErrors: CommonErrors | undefined;
  /** The places that the description marks as not shown or as assumed, in order. */
  readonly notes: readonly Note[];
  /**
   * The description in one piece, for what works on schemas as a whole: requests and responses refer
   * to the variants that are right for them.
   */
  readonly document: JsonObject;
  /** What the schemas mean, by their keys; none where the model was built without. */
  readonly types: ComponentSchemas;
  /** The description in one piece, as its authors wrote it. */
  readonly original: JsonObject;
}

/** A server whose URL has variables, or one beside it (OpenAPI 3.1, Server Object). */
export interface ServerTemplate {
  readonly url: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

/** OpenAPI 3.1, Server Variable Object. */
export interface ServerVariable {
  readonly name: string;
  readonly description: string;
  readonly default: string;
  /** Left empty: any text. */
  readonly values: readonly string[];
}

/** Every group of operations of which there are types, descriptors and validators. */
export function operationGroups({ groups, webhooks }: ApiModel): readonly OperationGroup[] {
  return webhooks === undefined ? groups : [...groups, webhooks];
}

/** A tag and its operations (OpenAPI 3.1, Tag Object), or the webhooks. */
export interface OperationGroup {
  readonly kind: "tag" | "webhooks";
  readonly tag: string;
  readonly description: string;
  /** The group's property on the client: `assistantRuns`. */
  readonly name: string;
  /** The group's type name: `AssistantRuns`. */
  readonly typeName: string;
  /** The group's file, without folder and extension: `assistant-runs`. */
  readonly fileName: string;
  /** The properties that the group had on the client under its earlier names (`x-renamed-from`). */
  readonly earlierNames: readonly string[];
  readonly operations: readonly Operation[];
}

/** OpenAPI 3.1, Operation Object, its parameters merged with those of its Path Item. */
export interface Operation {
  /** The operationId, or the words of method and path where there is none. */
  readonly id: string;
  /** `CreateAssistantRun`: what its types are named after. */
  readonly typeName: string;
  /** `CreateAssistantRunInput`, or `…OperationInput` where a schema has that name. */
  readonly inputTypeName: string;
  /** `CreateAssistantRunResult`, or `…OperationResult` where a schema has that name. */
  readonly resultTypeName: string;
  /** `createAssistantRun`: its method on the client and its handler. */
  readonly methodName: string;
  /** `createAssistantRun`, or with `_` behind a reserved word: its row of the operation table. */
  readonly variableName: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly OperationResponse[];
  /** One of them must be met; those of the description where the operation states none, and empty where nobody has to. */
  readonly security: readonly SecurityRequirement[];
  /** URLs of its own servers or its path's; empty where those of the description hold. */
  readonly servers: readonly string[];
  readonly pagination: Pagination | undefined;
  readonly polling: Polling | undefined;
  /** How it is signed, of a webhook or a callback (`x-webhook-signature`), as the runtime's `WebhookSignature`. */
  readonly signature: JsonObject | undefined;
  /** True if it gives a list in pages, and the description does not say how. */
  readonly hasUndeclaredPages: boolean;
  /** The names that it had, and has still in code (`x-renamed-from`). */
  readonly earlierNames: readonly EarlierOperationName[];
  /** JSON pointer into the document; its place in the source costs time and is worked out for diagnostics only. */
  readonly pointer: string;
}

/** A name that an operation had, and the names in code that are made of it. */
export interface EarlierOperationName extends Pick<
  Operation,
  "id" | "typeName" | "inputTypeName" | "resultTypeName" | "methodName" | "variableName"
> {}

/** A schema and where it stands in the document. */
export interface SchemaPlace {
  readonly schema: Json;
  readonly pointer: string;
}

/** A schema of a body, a parameter or a header, and what it means. */
export interface DescribedSchema extends SchemaPlace {
  readonly meaning: Schema;
}

/** A member of `components.schemas`. */
export interface NamedSchema extends SchemaPlace {
  /** Its key in the description. */
  readonly name: string;
  /** The name of its type. */
  readonly typeName: string;
  /** The schema that it is a variant of; `undefined` where requests and responses have the same. */
  readonly variant: SchemaVariant | undefined;
  /** The names that its type had and still has (`x-renamed-from`). */
  readonly earlierNames: readonly string[];
}

/** OpenAPI 3.1, Parameter Object, also for the headers of a response. */
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
  /** True of the path parameter that takes several segments (`x-multi-segment`). */
  readonly multiSegment: boolean;
  /** The media type of a parameter described by `content`. */
  readonly content: string | undefined;
  readonly schema: DescribedSchema;
  readonly example: Json | undefined;
  /** The names that it had (`x-renamed-from`). */
  readonly renamedFrom: readonly string[];
}

/** OpenAPI 3.1, Request Body Object. */
export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly content: readonly MediaType[];
  /** The boolean member that asks for a stream, where the operation also answers as a whole. */
  readonly streamMember: string | undefined;
}

/** OpenAPI 3.1, Media Type Object. */
export interface MediaType {
  readonly mediaType: string;
  /** `parts` of a multipart body whose parts are known by their place: `schema` is that of their list. */
  readonly kind: "json" | "text" | "form" | "multipart" | "parts" | "binary";
  /** Set where the body is a sequence; `schema` is then that of one item. */
  readonly stream: "server-sent-events" | "json-lines" | "json-seq" | "multipart" | undefined;
  /** What an item of an event stream is: the text of its data, or the event itself; `undefined`: its data, of JSON. */
  readonly item: "text" | "event" | undefined;
  /** The names of the events whose data is JSON, where items are events; `true`: all. */
  readonly jsonEvents: true | readonly string[] | undefined;
  /** The ends of a stream (`x-event-stream`); `undefined` where it ends with its body. */
  readonly ends: StreamEnds | undefined;
  readonly schema: DescribedSchema | undefined;
  readonly encoding: JsonObject | undefined;
  /** Of the kind `parts`: the encodings of the first parts, each by its place. */
  readonly prefixEncoding: readonly PartEncoding[];
  /** Of the kind `parts`: the encoding of all other parts. */
  readonly itemEncoding: PartEncoding | undefined;
  /** The first example; of a stream, the sequence of `x-event-sequence`, or its examples one after the other. */
  readonly example: Json | undefined;
  /** The examples that have names, each by its own (OpenAPI 3.1, Media Type Object, `examples`); of a stream, lists of its items. */
  readonly examples: Readonly<Record<string, Json>>;
}

/** OpenAPI 3.2, Encoding Object of a part that is known by its place. */
export interface PartEncoding {
  readonly schema: DescribedSchema;
  /** Media types and ranges, with commas between; `undefined`: by the value. */
  readonly contentType: string | undefined;
  /** The headers whose value the description fixes, by name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The events by which a stream says that it is over, or that it has failed. */
export interface StreamEnds {
  /** The event that ends it: by its name, its data, or both. */
  readonly terminal: { readonly event?: string; readonly data?: string } | undefined;
  /** The name of the event by which it says that it has failed. */
  readonly errorEvent: string | undefined;
}

/** One status of an operation (OpenAPI 3.1, Response Object). */
export interface OperationResponse {
  /** As the description writes it: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description: string;
  /** Empty where there is no body, or nothing is known of it. */
  readonly content: readonly MediaType[];
  readonly headers: readonly Parameter[];
  /** Its name in `components.responses`, as a JSON pointer has it, where the operation refers to one there. */
  readonly component: string | undefined;
  /** True if it stands for every answer of an operation that documents none. */
  readonly isUndocumented: boolean;
}

/** Scheme name → scopes; all of them must hold (OpenAPI 3.1, Security Requirement Object). */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** A list operation's `x-pagination`. */
export interface Pagination {
  readonly style: "page" | "offset" | "cursor" | "link";
  /** Role → name of the query parameter. */
  readonly request: Readonly<Record<string, string>>;
  /** Role → JSON pointer into the response body. */
  readonly response: Readonly<Record<string, string>>;
  /** The schema of one item. */
  readonly items: DescribedSchema;
}

/** By which member of its body an operation that reads a record is polled (`x-lifecycle`). */
export interface Polling {
  /** The name of the member, or the JSON pointer of what is below one: `status`, `/data/status`. */
  readonly member: string;
  /** The values that nothing comes after. */
  readonly final: readonly string[];
  /** The last of the steps: the one that is waited for. */
  readonly succeeded: string;
}

/** The root's `x-common-errors`: what HTTP demands beyond the documented statuses. */
export interface CommonErrors {
  readonly statuses: readonly number[];
  readonly schema: DescribedSchema;
  /** Role, such as `code`, `message` or `issues` → name or pointer of the member. */
  readonly members: Readonly<Record<string, string>>;
}

/** The statuses of the common errors that an operation does not document itself. */
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
  /** The place it belongs to, in words: `POST /chat/messages, request body`. */
  readonly place: string;
}
