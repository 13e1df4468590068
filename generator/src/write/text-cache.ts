import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
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
  /** The texts of one maker, in a file of their own. */
  part(name: string): CachePart;
  /** Keeps the texts that were asked for since the cache was opened, and forgets all others of these parts. */
  save(): void;
}

/** The texts of one maker. */
export interface CachePart {
  /** Whether there is any text from before. */
  readonly isKept: boolean;
  /** The text made from a key, as it was kept. */
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}

const emptyPart: CachePart = { isKept: false, get: () => undefined, set: () => {} };

/** A cache that keeps nothing. */
export const noCache: TextCache = { place: undefined, part: () => emptyPart, save: () => {} };

/**
 * Opens a cache in a folder. What is in it is worth nothing but time: what is damaged or of another
 * version is made again. Without a place nothing is kept.
 */
export function openTextCache(place: CachePlace | undefined): TextCache {
  if (place === undefined) return noCache;
  const { folder, version } = place;
  const parts = new Map<string, KeptPart>();
  return {
    place,
    part(name) {
      const known = parts.get(name) ?? new KeptPart(join(folder, `${name}.texts`), version);
      parts.set(name, known);
      return known;
    },
    save() {
      for (const part of parts.values()) part.save();
    },
  };
}

class KeptPart implements CachePart {
  readonly #path: string;
  readonly #version: string;
  /** Read when somebody asks. */
  #kept: ReadonlyMap<string, string> | undefined;
  readonly #used = new Map<string, string>();

  constructor(path: string, version: string) {
    this.#path = path;
    this.#version = version;
  }

  get isKept(): boolean {
    return this.#texts().size > 0;
  }

  get(key: string): string | undefined {
    const name = nameOf(key);
    const text = this.#used.get(name) ?? this.#texts().get(name);
    if (text !== undefined) this.#used.set(name, text);
    return text;
  }

  set(key: string, text: string): void {
    this.#used.set(nameOf(key), text);
  }

  #texts(): ReadonlyMap<string, string> {
    this.#kept ??= readTexts(this.#path, this.#version);
    return this.#kept;
  }

  save(): void {
    if (this.#kept === undefined && this.#used.size === 0) return;
    const kept = this.#texts();
    const isSame =
      this.#used.size === kept.size && [...this.#used.keys()].every((name) => kept.has(name));
    if (!isSame) keepFile(this.#path, frame(this.#used, this.#version));
  }
}

/** A long key by its hash; a short one says itself what it is. */
function nameOf(key: string): string {
  return key.length > 64 ? sha256(key) : key;
}

/** The hash of all the rest, the version, the names with the lengths of their texts, then the texts. */
function frame(texts: ReadonlyMap<string, string>, version: string): string {
  const index = [...texts].map(([name, { length }]) => [name, length]);
  const rest = `${JSON.stringify([version, index])}\n${[...texts.values()].join("")}`;
  return `${sha256(rest)}\n${rest}`;
}

/** Another run may replace or remove the file at any time, and anybody may damage it. */
function readTexts(path: string, version: string): Map<string, string> {
  const texts = new Map<string, string>();
  try {
    const file = readFileSync(path);
    const hashEnd = file.indexOf("\n");
    const bytes = file.subarray(hashEnd + 1);
    if (file.toString("latin1", 0, hashEnd) !== sha256(bytes)) return texts;
    const rest = bytes.toString("utf8");
    const indexEnd = rest.indexOf("\n");
    const [keptVersion, index] = JSON.parse(rest.slice(0, indexEnd)) as [
      string,
      [string, number][],
    ];
    if (keptVersion !== version) return texts;
    let at = indexEnd + 1;
    for (const [name, length] of index) texts.set(name, rest.slice(at, (at += length)));
  } catch {
    texts.clear();
  }
  return texts;
}

/** SHA-256 of a text, in hexadecimal. */
export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
