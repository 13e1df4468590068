import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Texts by what they were made from, so that an unchanged part of the input costs nothing again. */
export interface TextCache {
  /** The text made from a key: kept from before, or made now. */
  get(key: string, make: () => Promise<string>): Promise<string>;
  /** Forgets every text that was not asked for since the cache was opened. */
  prune(): void;
}

/** A cache that keeps nothing. */
export const noCache: TextCache = { get: (_key, make) => make(), prune: () => {} };

/**
 * Opens a cache in a folder. What is in it is worth nothing but time: an unreadable entry is made
 * again.
 *
 * @param version what every entry depends on beside its key
 */
export function openTextCache(folder: string, version: string): TextCache {
  const used = new Set<string>();
  return {
    async get(key, make) {
      const name = sha256(`${version}\0${key}`);
      used.add(name);
      const path = join(folder, name);
      if (existsSync(path)) return readFileSync(path, "utf8");
      const text = await make();
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, text);
      return text;
    },
    prune() {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder))
        if (!used.has(name)) rmSync(join(folder, name), { force: true });
    },
  };
}

/** SHA-256 of a text, in hexadecimal. */
export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
