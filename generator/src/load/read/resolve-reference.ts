import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stringMember } from "../../json.ts";
import type { SourceFile } from "./source-file.ts";

/** Where a reference leads. */
export interface ResolvedReference {
  /** The document, as an absolute path or URL. */
  readonly path: string;
  /** The document's URI, where the referring one has an identity of its own. */
  readonly uri?: string;
  readonly fragment: string;
}

/** A URL, or the name of a host that Windows would look up. */
const remote = /^[a-z][a-z0-9+.-]+:|^[/\\]{2}/i;

/** True if a path is none of the file system of this machine. */
export const isRemote = (path: string): boolean => remote.test(path);

/** The URI of a file by its path or URL. */
export const uriOf = (path: string): string => (isRemote(path) ? path : pathToFileURL(path).href);

/**
 * The URI that a document gives itself (OpenAPI 3.2, OpenAPI Object, `$self`): the base of its references, and what
 * others call it by.
 *
 * @returns `undefined` where it has none, or one that is no URI without a fragment
 */
export function selfUri({ path, value }: SourceFile): string | undefined {
  const self = stringMember(value, "$self");
  if (self === undefined || self.includes("#")) return undefined;
  return URL.parse(self, uriOf(path))?.href;
}

/** A reference's document and the fragment (RFC 3986, section 5). */
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
 * A document by its URI. One that is read from the file system has its neighbours beside it: files lie to each other
 * as their URIs do, wherever they will be published.
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

/** A path out of a description may be anything; what the file system does not take is no file. */
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

/** The way from one file to another, of the same file system or host. */
export function relativeUri(from: string, to: string): string {
  const [folder, target] = [from.split("/").slice(0, -1), to.split("/")];
  const isOther = (part: string, index: number): boolean => part !== target[index];
  const first = folder.findIndex(isOther);
  const same = first === -1 ? folder.length : first;
  return [...folder.slice(same).map(() => ".."), ...target.slice(same)].join("/");
}
