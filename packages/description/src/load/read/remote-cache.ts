import { join } from "node:path";
import { isObject, stringMember } from "../../json/json.ts";
import type { RemoteCache, RemoteCopy } from "./remote-reader.ts";
import { keepFile, readRecordFile } from "../../files/atomic-file.ts";
import { cacheFolder } from "../../files/cache-folder.ts";
import { sha256 } from "../../files/file-contents.ts";

/**
 * Opens the cache of remote documents in the nearest `node_modules/.cache`. Without a `node_modules`, nothing
 * is kept. A copy is used only after its server confirms that it is unchanged.
 *
 * @param start the folder to start the search in
 */
export function openRemoteCache(start: string): RemoteCache {
  const folder = cacheFolder(start);
  if (folder === undefined) return { read: () => undefined, keep: () => {} };
  const pathOf = (url: string): string =>
    join(folder, "remote", `${sha256(url).slice(0, 32)}.json`);
  return {
    read: (url) => copyOf(readRecordFile(pathOf(url))),
    keep: (url, copy) => keepFile(pathOf(url), JSON.stringify(copy)),
  };
}

function copyOf(text: string | undefined): RemoteCopy | undefined {
  try {
    const copy: unknown = JSON.parse(text ?? "");
    const kept = stringMember(copy, "text");
    return isObject(copy) && kept !== undefined ? { ...copy, text: kept } : undefined;
  } catch {
    return undefined;
  }
}
