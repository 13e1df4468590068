import { isAllowedUrl } from "./allowed-references.ts";
import { referencesOf } from "./references.ts";
import type { ReferenceResolver } from "./reference-resolver.ts";
import { resolveReference } from "./resolve-reference.ts";
import { remoteLimits, type RemoteReader } from "./remote-reader.ts";
import { parseSourceFile, type SourceFile } from "./source-file.ts";

/** The number of documents fetched in parallel. */
const mostAtOnce = 8;

/**
 * Fetches every remote document that a description refers to, directly or through others, and adds it to the
 * resolver. A failure is reported by the reference that needs the document.
 */
export async function fetchRemoteFiles(
  resolver: ReferenceResolver,
  root: SourceFile,
  reader: RemoteReader,
): Promise<void> {
  const { origins, urlFolder } = resolver.allowed;
  if (origins.size === 0 && urlFolder === undefined) return;
  const seen = new Set([root.path]);
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
        const file = await bringIn(resolver, target, depth, reader);
        if (file !== undefined) files.push(file);
      }
    };
    next.reverse();
    await Promise.all(Array.from({ length: mostAtOnce }, bringNext));
    level = files;
  }
}

async function bringIn(
  resolver: ReferenceResolver,
  target: string,
  depth: number,
  reader: RemoteReader,
): Promise<SourceFile | undefined> {
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) return resolver.open(target);
  if (!isAllowedUrl(resolver.allowed, url)) return undefined;
  try {
    if (depth >= remoteLimits.depth)
      throw new Error(`is more than ${remoteLimits.depth} documents away`);
    return resolver.add(parseSourceFile(target, await reader.read(url)));
  } catch (error) {
    resolver.failures.set(target, error instanceof Error ? error.message : "cannot be read");
    return undefined;
  }
}
