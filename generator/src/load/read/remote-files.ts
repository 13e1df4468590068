import { referencesOf } from "./references.ts";
import { resolveReference, type ReferenceResolver } from "./reference-resolver.ts";
import { parseSourceFile, type SourceFile } from "./source-file.ts";

/** Bounds of what is fetched: bytes, time and redirects of a document; depth, number and bytes of all. */
export const remoteLimits = {
  bytes: 10 * 2 ** 20,
  milliseconds: 10_000,
  redirects: 5,
  depth: 20,
  documents: 1000,
  allBytes: 100 * 2 ** 20,
};

/** The number of documents that are fetched at once. */
const mostAtOnce = 8;

/**
 * Fetches every remote document that a description refers to, and those that these refer to, where
 * their origin is allowed; the resolver knows them from then on. What cannot be had is reported where
 * a reference asks for it. Requests carry neither credentials nor cookies, and a redirect to another
 * origin is refused.
 */
export async function fetchRemoteFiles(
  resolver: ReferenceResolver,
  root: SourceFile,
): Promise<void> {
  if (resolver.allowed.origins.size === 0) return;
  const seen = new Set([root.path]);
  const fetched: Fetched = { documents: 0, bytes: 0 };
  let level: readonly SourceFile[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const targets = new Set(
      level.flatMap((file) =>
        referencesOf(file).map((reference) => resolveReference(file, reference).path),
      ),
    );
    const next = [...targets].filter((target) => !seen.has(target));
    for (const target of next) seen.add(target);
    const files: SourceFile[] = [];
    const bringNext = async (): Promise<void> => {
      for (let target = next.pop(); target !== undefined; target = next.pop()) {
        const file = await bringIn(resolver, target, depth, fetched);
        if (file !== undefined) files.push(file);
      }
    };
    next.reverse();
    await Promise.all(Array.from({ length: mostAtOnce }, bringNext));
    level = files;
  }
}

/** What has been fetched for a description. */
interface Fetched {
  documents: number;
  bytes: number;
}

async function bringIn(
  resolver: ReferenceResolver,
  target: string,
  depth: number,
  fetched: Fetched,
): Promise<SourceFile | undefined> {
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) return resolver.open(target);
  if (!resolver.allowed.origins.has(url.origin)) return undefined;
  try {
    if (depth >= remoteLimits.depth)
      throw new Error(`is more than ${remoteLimits.depth} documents away`);
    if (url.username + url.password !== "") throw new Error("has credentials in it");
    fetched.documents += 1;
    checkAll(fetched);
    const file = parseSourceFile(target, await fetchText(url, fetched));
    resolver.add(file);
    return file;
  } catch (error) {
    resolver.failures.set(target, reasonOf(error));
    return undefined;
  }
}

/** @throws {Error} when there is more than is fetched for one description */
function checkAll({ documents, bytes }: Fetched): void {
  if (documents > remoteLimits.documents)
    throw new Error(`is one of more than ${remoteLimits.documents} documents`);
  if (bytes > remoteLimits.allBytes)
    throw new Error(`is one of documents of more than ${remoteLimits.allBytes / 2 ** 20} MB`);
}

async function fetchText(start: URL, fetched: Fetched): Promise<string> {
  const signal = AbortSignal.timeout(remoteLimits.milliseconds);
  let url = start;
  for (let redirects = 0; redirects <= remoteLimits.redirects; redirects += 1) {
    const response = await fetch(url, {
      credentials: "omit",
      headers: { accept: "application/yaml, application/json, text/*;q=0.9, */*;q=0.1" },
      redirect: "manual",
      referrerPolicy: "no-referrer",
      signal,
    });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (!response.ok) throw new Error(`answers with status ${response.status}`);
      return readText(response, fetched);
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== start.origin)
      throw new Error(`redirects to another origin, ${next.origin}`);
    url = next;
  }
  throw new Error(`redirects more than ${remoteLimits.redirects} times`);
}

/** Reads a body without its content coding: a small one may become a large text. */
async function readText({ body }: Response, fetched: Fetched): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    fetched.bytes += chunk.byteLength;
    if (bytes > remoteLimits.bytes)
      throw new Error(`is larger than ${remoteLimits.bytes / 2 ** 20} MB`);
    checkAll(fetched);
    text += decoded(() => decoder.decode(chunk, { stream: true }));
  }
  return text + decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Error("is no text in UTF-8");
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "cannot be read";
  if (error.name === "TimeoutError")
    return `does not arrive within ${remoteLimits.milliseconds / 1000} seconds`;
  return error instanceof TypeError ? "cannot be reached" : error.message;
}
