/** A schema of JSON Schema 2020-12, which may contain references to `#/components/schemas/…`. */
export type JsonSchema = boolean | SchemaObject;

/** The keywords of a schema. */
export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** The referenced schemas, by their names in the description. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** One parameter of an operation (OpenAPI 3.1, Parameter Object). */
export interface OperationParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly description?: string;
  readonly required?: true;
  readonly schema: JsonSchema;
}

/** The body of an operation's request, in the one media type that tools send. */
export interface OperationBody {
  readonly kind: "json" | "text" | "form" | "multipart" | "parts" | "binary";
  /** Set if the client does not choose it. */
  readonly contentType?: string;
  readonly required?: true;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** An operation for tools to show and call. */
export interface ServedOperation {
  /** The operationId. */
  readonly id: string;
  /** The name of its tool. Default: it has none, and is called by `execute`. */
  readonly tool?: string;
  readonly tag: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  /** The client's member for its tag, and the method there. */
  readonly call: readonly [group: string, method: string];
  readonly parameters: readonly OperationParameter[];
  readonly body?: OperationBody;
  /** The schema of its answer. Default: it has none, or it is undocumented. */
  readonly output?: JsonSchema;
  /** True if it answers 201: it creates something, and is not destructive. */
  readonly creates?: true;
}
