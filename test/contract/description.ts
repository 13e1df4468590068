import { document } from "./document.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** The keywords of a Schema Object that deriving a value looks at (OpenAPI 3.1). */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: SchemaObject;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: SchemaObject };
  readonly examples?: readonly unknown[];
}

/** Parameter Object (OpenAPI 3.1). */
export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: SchemaObject;
  readonly example?: unknown;
}

/** Media Type Object (OpenAPI 3.1), with the extension for event streams. */
export interface MediaTypeObject {
  readonly schema?: SchemaObject;
  readonly example?: unknown;
  readonly examples?: { readonly [name: string]: { readonly value: unknown } };
  readonly "x-event-sequence"?: readonly unknown[];
}

/** What Request Body and Response Objects have in common (OpenAPI 3.1). */
export interface BodyObject {
  readonly required?: boolean;
  readonly content?: { readonly [mediaType: string]: MediaTypeObject };
}

interface Reference {
  readonly $ref: string;
}

/** Operation Object (OpenAPI 3.1). */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: BodyObject | Reference;
  readonly responses: { readonly [status: string]: BodyObject | Reference };
}

type PathItemObject = { readonly parameters?: readonly (ParameterObject | Reference)[] } & {
  readonly [method in (typeof methods)[number]]?: OperationObject;
};

/** The parts of the description that cases are made of. */
export interface Description {
  readonly tags: readonly { readonly name: string; readonly "x-name"?: string }[];
  readonly paths: { readonly [path: string]: PathItemObject };
  readonly "x-common-errors": {
    readonly statuses: readonly number[];
    readonly schema: SchemaObject;
  };
}

/** An operation with the place it stands at. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
  /** Those of the operation, then those of its path. */
  readonly parameters: readonly ParameterObject[];
}

/**
 * The description as one document, references within it. The loader gives it as JSON, not as a
 * description.
 */
export const description = document as unknown as Description;

/** Every operation of the description, in its order. */
export const describedOperations: readonly DescribedOperation[] = Object.entries(
  description.paths,
).flatMap(([path, pathItem]) =>
  Object.keys(pathItem).flatMap((key) => {
    const method = methods.find((one) => one === key);
    const operation = method && pathItem[method];
    if (operation === undefined) return [];
    const declared = [...(operation.parameters ?? []), ...(pathItem.parameters ?? [])];
    const parameters = declared.map((parameter) => resolve<ParameterObject>(parameter));
    return [{ method: key.toUpperCase(), path, operation, parameters }];
  }),
);

/**
 * The object that a Reference Object stands for, or the object itself.
 *
 * @throws {Error} when the reference leads nowhere.
 */
export function resolve<Target extends object>(value: Target | Reference): Target {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as Target;
  const { $ref } = value;
  let node: unknown = description;
  for (const token of $ref.slice("#/".length).split("/")) {
    const name = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
    node = Object(node)[name];
  }
  if (typeof node !== "object" || node === null) throw new Error(`nothing is at ${$ref}`);
  return resolve<Target>(node as Target | Reference);
}

/** The name that the generated packages give the group of a tag: its words in camel case. */
export function groupName(tag: string): string {
  const named = description.tags.find(({ name }) => name === tag)?.["x-name"];
  if (named !== undefined) return named;
  const [first = "", ...others] = tag.split(/[^A-Za-z0-9]+/);
  const capitalized = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return first.charAt(0).toLowerCase() + first.slice(1) + capitalized.join("");
}
