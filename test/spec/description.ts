import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** Media Type Object (OpenAPI 3.1), with the extension for event streams. */
export interface MediaTypeObject {
  readonly schema?: unknown;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly "x-event-sequence"?: readonly unknown[];
}

/** Bodies by media type, as Request Body and Response Objects hold them. */
export interface BodyObject {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** Parameter Object (OpenAPI 3.1). */
export interface ParameterObject {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** Operation Object (OpenAPI 3.1), with the extension for paging. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: BodyObject;
  readonly responses: Readonly<Record<string, BodyObject>>;
  readonly security?: readonly unknown[];
  readonly "x-pagination"?: { readonly style: string };
}

type PathItemObject = { readonly parameters?: readonly ParameterObject[] } & {
  readonly [method in (typeof methods)[number]]?: OperationObject;
};

/** The parts of the description that its tests read. */
export interface Description {
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
  };
  readonly "x-not-shown": readonly string[];
}

/** An operation and the JSON pointer (RFC 6901) to it. */
export interface LocatedOperation {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly pathItem: PathItemObject;
  readonly operation: OperationObject;
}

/** The description in spec/ as one document, its files joined by Redocly. */
export function readDescription(): Description {
  const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");
  const json = execFileSync(
    process.execPath,
    [redocly, "bundle", join(root, "spec/openapi.yaml"), "--ext", "json"],
    { encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] },
  );
  return JSON.parse(json) as Description;
}

/** Every operation under `paths`, in the order of the description. */
export function operationsOf({ paths }: Description): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, pathItem]) =>
    methods.flatMap((method) => {
      const operation = pathItem[method];
      const pointer = pointerOf("paths", path, method);
      return operation === undefined ? [] : [{ method, path, pointer, pathItem, operation }];
    }),
  );
}

/** A JSON pointer to the member that the keys lead to. */
export function pointerOf(...keys: (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The node at a pointer, and the pointer to where it really stands when that is a reference within
 * the document.
 */
export function nodeAt<Node>(
  description: Description,
  pointer: string,
): { readonly node: Node; readonly pointer: string } {
  let node: unknown = description;
  for (const key of pointer.split("/").slice(1)) {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    node = (node as Readonly<Record<string, unknown>>)[name];
  }
  const reference = (node as { readonly $ref?: string } | undefined)?.$ref;
  if (reference !== undefined) return nodeAt(description, decodeURIComponent(reference.slice(1)));
  return { node: node as Node, pointer };
}
