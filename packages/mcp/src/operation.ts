/** A schema of JSON Schema 2020-12, which may refer to `#/components/schemas/…`. */
export type JsonSchema = boolean | SchemaObject;

/** The keywords of a schema. */
export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** The schemas that others refer to, by their names in the description. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** One parameter of an operation (OpenAPI 3.1, Parameter Object). */
export interface OperationParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly description?: string;
  readonly required?: true;
  readonly schema: JsonSchema;
}

/** The body of an operation's request, as the one media type that tools send. */
export interface OperationBody {
  readonly kind: "json" | "text" | "form" | "multipart" | "parts" | "binary";
  /** Where it is not the client's own choice. */
  readonly contentType?: string;
  readonly required?: true;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** One operation, as tools show and call it. */
export interface ServedOperation {
  /** The operationId. */
  readonly id: string;
  /** The name of its tool; left out: it is reached by `execute`. */
  readonly tool?: string;
  readonly tag: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  /** The member of the client that has its tag's methods, and its method there. */
  readonly call: readonly [group: string, method: string];
  readonly parameters: readonly OperationParameter[];
  readonly body?: OperationBody;
  /** What it answers with; left out: nothing, or nothing that is described. */
  readonly output?: JsonSchema;
  /** True if it answers 201: it adds something, and takes nothing away. */
  readonly creates?: true;
}
