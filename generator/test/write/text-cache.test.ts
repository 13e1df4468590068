import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTextCache, type TextCache } from "../../src/write/text-cache.ts";
import { temporaryFolder } from "../support.ts";

const longKey = "k".repeat(1000);

function open(folder: string, version = "1"): TextCache {
  return openTextCache({ folder, version });
}

/** A folder with two texts of one part. */
function filled(): string {
  const folder = join(temporaryFolder(), "cache");
  const cache = open(folder);
  cache.part("types").set("a", "text of a\n");
  cache.part("types").set(longKey, "Übung \u{1f600}\n");
  cache.save();
  return folder;
}

function textsOf(folder: string, version = "1"): (string | undefined)[] {
  const part = open(folder, version).part("types");
  return [part.get("a"), part.get(longKey)];
}

describe("the cache of texts", () => {
  it("gives what it was given, each part from a file of its own", () => {
    const folder = filled();
    expect(textsOf(folder)).toEqual(["text of a\n", "Übung \u{1f600}\n"]);
    expect(open(folder).part("others").get("a")).toBeUndefined();
    expect(readdirSync(folder)).toEqual(["types.texts"]);
  });

  it("forgets what nobody asked for", () => {
    const folder = filled();
    const cache = open(folder);
    cache.part("types").get("a");
    cache.save();
    expect(textsOf(folder)).toEqual(["text of a\n", undefined]);
  });

  it("leaves a part alone that nobody asked", () => {
    const folder = filled();
    const cache = open(folder);
    cache.part("others").set("b", "b");
    cache.part("types");
    cache.save();
    expect(textsOf(folder)).toEqual(["text of a\n", "Übung \u{1f600}\n"]);
  });

  it("keeps nothing for another version", () => {
    expect(textsOf(filled(), "2")).toEqual([undefined, undefined]);
  });

  it.for<readonly [string, (text: string) => string]>([
    ["emptied", () => ""],
    ["cut off", (text) => text.slice(0, -3)],
    ["changed in a text", (text) => text.replace("text of a", "text of b")],
    ["changed in the index", (text) => text.replace('"a",10', '"a",11')],
    ["something else", () => "{}\n[]\n"],
  ])("knows nothing where a file was %s", ([, damage]) => {
    const folder = filled();
    const path = join(folder, "types.texts");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, damage(before));
    expect(readFileSync(path, "utf8")).not.toBe(before);
    expect(textsOf(folder)).toEqual([undefined, undefined]);
  });

  it("is whole whichever of two that save at once comes last", () => {
    const folder = filled();
    const caches = [open(folder), open(folder)];
    for (const [index, cache] of caches.entries()) {
      cache.part("types").get("a");
      cache.part("types").set(`own${index}`, "own");
    }
    for (const cache of caches) cache.save();
    expect(textsOf(folder)).toEqual(["text of a\n", undefined]);
  });
});
