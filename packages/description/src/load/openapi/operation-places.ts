import {
  callbackOperationName,
  operationNameFromPath,
  webhookOperationName,
} from "../../names/names.ts";
import {
  isObject,
  member,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { methodNames } from "./openapi-objects.ts";

/** A node of a document after following references, with its pointer. */
export interface Place {
  readonly node: JsonObject;
  readonly pointer: string;
}

/** An operation with its place in a document. */
export interface OperationPlace {
  /** The path as under `paths`, the name of a webhook, or the expression of a callback. */
  readonly path: string;
  /** In upper case, except for additional operations. */
  readonly method: string;
  readonly pathItem: Place;
  readonly place: Place;
  /** Its name if it has no operationId. */
  readonly fallback: string;
}

/** A callback operation. */
export interface CallbackPlace extends OperationPlace {
  /**
   * The id of the operation that has the callback, the callback's name, and a number if it has several
   * operations.
   */
  readonly names: readonly string[];
}

/**
 * Follows references to an object that is not a reference; `undefined` if there is none or the references are
 * circular.
 */
export function follow(
  document: JsonObject,
  start: Json | undefined,
  startPointer: string,
): Place | undefined {
  let node = start;
  let pointer = startPointer;
  for (let steps = 0; steps < 100; steps += 1) {
    if (!isObject(node)) return undefined;
    const reference = node["$ref"];
    if (typeof reference !== "string" || !reference.startsWith("#")) return { node, pointer };
    pointer = reference.slice(1);
    node = valueAt(document, pointer);
  }
  return undefined;
}

/** Returns the name of an operation: its operationId, otherwise its `x-name`, otherwise the fallback. */
export function operationId(node: JsonObject, fallback: string): string {
  return (
    [stringMember(node, "operationId"), stringMember(node, "x-name")].find(
      (name) => name !== undefined && name !== "",
    ) ?? fallback
  );
}

/**
 * Returns the path items under `paths` after following references, each with its path as written and in
 * canonical form.
 */
export function pathItems(
  document: JsonObject,
): { path: string; written: string; pathItem: Place }[] {
  const paths = member(document, "paths");
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const pathItem = follow(document, item, toPointer(["paths", path]));
    if (path.startsWith("x-") || pathItem === undefined) return [];
    return [{ path: templateOf(path), written: path, pathItem }];
  });
}

/**
 * Adds the leading slash to a path (OpenAPI 3.1, Paths Object), and percent-encodes braces that contain no
 * name.
 */
function templateOf(written: string): string {
  const path = written.startsWith("/") ? written : `/${written}`;
  const [, template = "", query = ""] = /^((?:[^{?#]|\{[^{}/]+\}|\{)*)(.*)$/s.exec(path) ?? [];
  const parts = template.split(/(\{[^{}/]+\})/);
  const encoded = parts.map((part, index) =>
    index % 2 === 1 ? part : part.replaceAll("{", "%7B").replaceAll("}", "%7D"),
  );
  return encoded.join("") + query;
}

/** Returns the names in braces in a path (OpenAPI 3.1, section 4.8.8.2, "Path Templating"). */
export function templateNames(path: string): Set<string> {
  return new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ""));
}

/** Returns the operations of a path item by method in upper case (OpenAPI 3.2, Path Item Object). */
export function itemOperations({ node, pointer }: Place): [string, Place][] {
  const entries = Object.entries(node).flatMap(([key, value]): [string, Place][] =>
    methodNames.includes(key) && isObject(value)
      ? [[key.toUpperCase(), { node: value, pointer: `${pointer}/${key}` }]]
      : [],
  );
  const additional = member(node, "additionalOperations");
  if (!isObject(additional)) return entries;
  const more = Object.entries(additional).flatMap(([key, value]): [string, Place][] => {
    const at = `${pointer}/additionalOperations${toPointer([key])}`;
    return isObject(value) && isMethod(key) ? [[key, { node: value, pointer: at }]] : [];
  });
  return [...entries, ...more];
}

/** True if a text can be an HTTP method (RFC 9110, section 9.1: a token). */
export function isMethod(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Returns every operation under `paths`, in document order. */
export function pathOperations(document: JsonObject): OperationPlace[] {
  return pathItems(document).flatMap(({ path, pathItem }) =>
    itemOperations(pathItem).map(([method, place]) => ({
      path,
      method,
      pathItem,
      place,
      // Lazy, since most operations have an operationId.
      get fallback() {
        return operationNameFromPath(method, path);
      },
    })),
  );
}

/** Returns every operation under `webhooks`, in document order. */
export function webhookOperations(document: JsonObject): OperationPlace[] {
  const webhooks = member(document, "webhooks");
  if (!isObject(webhooks)) return [];
  return Object.entries(webhooks).flatMap(([name, item]) => {
    const pathItem = follow(document, item, toPointer(["webhooks", name]));
    if (name.startsWith("x-") || pathItem === undefined) return [];
    const entries = itemOperations(pathItem);
    return entries.map(([method, place]) => {
      const fallback = webhookOperationName(name, entries.length > 1 ? method : "");
      return { path: name, method, pathItem, place, fallback };
    });
  });
}

/**
 * Returns every callback operation of the operations under `paths` (Callback Object). A callback that several
 * operations share by reference is returned once.
 */
export function callbackOperations(document: JsonObject): CallbackPlace[] {
  const seen = new Set<string>();
  return pathOperations(document).flatMap((operation) => {
    const { node } = operation.place;
    const id = operationId(node, operation.fallback);
    return callbackObjects(document, operation.place).flatMap(({ name, place }) => {
      if (seen.has(place.pointer)) return [];
      seen.add(place.pointer);
      return callbackPlaces(document, id, stringMember(node, "x-name") ?? id, name, place);
    });
  });
}

/** Returns the Callback Objects of an operation by their names, after following references. */
function callbackObjects(
  document: JsonObject,
  { node, pointer }: Place,
): { readonly name: string; readonly place: Place }[] {
  const callbacks = member(node, "callbacks");
  return Object.entries(isObject(callbacks) ? callbacks : {}).flatMap(([name, callback]) => {
    const place = follow(document, callback, `${pointer}/callbacks${toPointer([name])}`);
    return place === undefined ? [] : [{ name, place }];
  });
}

/** An operation of a callback, at the address of an expression. */
export interface AnnouncedCallback {
  /** The name of the callback. */
  readonly name: string;
  readonly expression: string;
  /** The pointer of the operation that is called. */
  readonly pointer: string;
}

/** Returns the operations of the callbacks of one operation, also those that others share. */
export function announcedCallbacks(document: JsonObject, operation: Place): AnnouncedCallback[] {
  return callbackObjects(document, operation).flatMap(({ name, place }) =>
    expressionOperations(document, place).map((one) => ({
      name,
      expression: one.path,
      pointer: one.place.pointer,
    })),
  );
}

function callbackPlaces(
  document: JsonObject,
  parent: string,
  parentName: string,
  name: string,
  callback: Place,
): CallbackPlace[] {
  const found = expressionOperations(document, callback);
  const isOnly = found.length === 1;
  return found.map((one, index) => ({
    ...one,
    fallback: callbackOperationName(parentName, name, isOnly ? "" : `${one.method}${index + 1}`),
    names: isOnly ? [parent, name] : [parent, name, String(index + 1)],
  }));
}

/** Returns the operations of a Callback Object, each with its expression as `path`. */
function expressionOperations(
  document: JsonObject,
  { node, pointer }: Place,
): Omit<OperationPlace, "fallback">[] {
  return Object.entries(node).flatMap(([expression, item]) => {
    const at = `${pointer}${toPointer([expression])}`;
    const pathItem = expression.startsWith("x-") ? undefined : follow(document, item, at);
    if (pathItem === undefined) return [];
    const entries = itemOperations(pathItem);
    return entries.map(([method, place]) => ({ path: expression, method, pathItem, place }));
  });
}
