import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stringMember } from "../../json/json.ts";
import type { SourceFile } from "./source-file.ts";

/** The target of a reference before its fragment is followed. */
export interface ResolvedReference {
  /** The absolute path or URL of the document. */
  readonly path: string;
  /** The URI of the document, if the referring one has a `$self`. */
  readonly uri?: string;
  readonly fragment: string;
}

/** Matches a URL, or a UNC path, whose host Windows would look up. */
const remote = /^[a-z][a-z0-9+.-]+:|^[/\\]{2}/i;

/** True if a path is not in the local file system. */
export const isRemote = (path: string): boolean => remote.test(path);

/** Returns the URI of a file from its path or URL. */
export const uriOf = (path: string): string => (isRemote(path) ? path : pathToFileURL(path).href);

/**
 * Returns a document's `$self` as an absolute URI: the base of its references, by which others may refer to
 * it (OpenAPI 3.2, OpenAPI Object).
 *
 * @returns `undefined` if there is none, or it is not a URI without a fragment
 */
export function selfUri({ path, value }: SourceFile): string | undefined {
  const self = stringMember(value, "$self");
  if (self === undefined || self.includes("#")) return undefined;
  return URL.parse(self, uriOf(path))?.href;
}

/** Splits a reference into its document and the fragment (RFC 3986, section 5). */
export function resolveReference(from: SourceFile, reference: string): ResolvedReference {
  const [path = "", encoded = ""] = reference.split("#", 2);
  const fragment = decodeURIComponentSafely(encoded);
  if (path === "") return { path: from.path, fragment };
  const self = selfUri(from);
  if (self !== undefined) return { ...besideSelf(from, self, path), fragment };
  if (isRemote(path) || isRemote(from.path))
    return {
      path: URL.parse(path, isRemote(from.path) ? from.path : undefined)?.href ?? path,
      fragment,
    };
  return { path: resolve(dirname(from.path), decodeURIComponentSafely(path)), fragment };
}

/**
 * Finds a document by its URI. Local files are looked up at the same relative path as between their URIs,
 * since they will be published that way.
 */
function besideSelf(
  from: SourceFile,
  self: string,
  path: string,
): Omit<ResolvedReference, "fragment"> {
  const uri = URL.parse(path, self)?.href ?? path;
  if (uri === self) return { path: from.path, uri };
  const [own, other] = [URL.parse(self), URL.parse(uri)];
  const isNear = own?.protocol === other?.protocol && own?.host === other?.host;
  if (isNear && !isRemote(from.path)) {
    const near = resolve(dirname(from.path), decodeURIComponentSafely(relativeUri(self, uri)));
    if (isFile(near)) return { path: near, uri };
  }
  return { path: uri.startsWith("file:") ? fileURLToPath(uri) : uri, uri };
}

/**
 * True if a path leads to a file. The path comes from a description, so it may be one that the file system
 * refuses.
 */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the relative path from one file to another of the same file system or host. */
export function relativeUri(from: string, to: string): string {
  const [folder, target] = [from.split("/").slice(0, -1), to.split("/")];
  const isOther = (part: string, index: number): boolean => part !== target[index];
  const first = folder.findIndex(isOther);
  const same = first === -1 ? folder.length : first;
  return [...folder.slice(same).map(() => ".."), ...target.slice(same)].join("/");
}
