import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keepFile } from "./atomic-file.ts";

/** Where a cache's texts are, and what every entry depends on beside its key. */
export interface CachePlace {
  readonly folder: string;
  readonly version: string;
}

/** Texts by what they were made from, so that an unchanged part of the input costs nothing again. */
export interface TextCache {
  /** Left out: nothing is kept. */
  readonly place: CachePlace | undefined;
  /** The text made from a key: kept from before, or made now. */
  get(key: string, make: () => Promise<string>): Promise<string>;
  /** The names of the entries that were asked for since the cache was opened. */
  usedEntries(): string[];
  /** Marks entries as asked for, which another view of the cache was. */
  keep(entries: readonly string[]): void;
  /** Forgets every text that was not asked for since the cache was opened. */
  prune(): void;
}

/** A cache that keeps nothing. */
export const noCache: TextCache = {
  place: undefined,
  get: (_key, make) => make(),
  usedEntries: () => [],
  keep: () => {},
  prune: () => {},
};

/**
 * Opens a cache in a folder. What is in it is worth nothing but time: an unreadable entry is made
 * again. Without a place nothing is kept.
 */
export function openTextCache(place: CachePlace | undefined): TextCache {
  if (place === undefined) return noCache;
  const { folder, version } = place;
  const used = new Set<string>();
  return {
    place,
    async get(key, make) {
      const name = sha256(`${version}\0${key}`);
      used.add(name);
      const path = join(folder, name);
      const kept = readText(path);
      if (kept !== undefined) return kept;
      const text = await make();
      keepFile(path, text);
      return text;
    },
    usedEntries: () => [...used],
    keep(entries) {
      for (const entry of entries) used.add(entry);
    },
    prune() {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder))
        if (!used.has(name)) rmSync(join(folder, name), { force: true });
    },
  };
}

/** Another run may remove an entry at any time. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** SHA-256 of a text, in hexadecimal. */
export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
