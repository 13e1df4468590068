import { dirname, posix } from "node:path";
import type { Finding, SourceText } from "../repository.ts";
import { isAddress, linksOf, withImages } from "./markdown.ts";

/** The valid targets of links. */
export interface Targets {
  /** Files and folders of the repository. */
  readonly paths: ReadonlySet<string>;
  /** The anchors of each Markdown file. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Checks that links within the repository lead to existing files and headings, and that other links are valid addresses,
 * without fetching them.
 */
export function checkLinks(sources: readonly SourceText[], targets: Targets): Finding[] {
  return sources.flatMap(({ path, text }) =>
    linksOf(withImages(text)).flatMap(({ target, line }) => {
      const message = faultOf(target, path, targets);
      return message === undefined ? [] : [{ path, line, rule: "link", message }];
    }),
  );
}

function faultOf(target: string, path: string, { paths, anchors }: Targets): string | undefined {
  if (isAddress(target)) return faultOfAddress(target);
  const [file = "", fragment] = target.split("#");
  const found = file === "" ? path : posix.join(dirname(path), decodeURIComponent(file));
  const place = found.replace(/\/$/, "");
  if (!paths.has(place)) return `${target} leads to nothing`;
  if (fragment === undefined) return undefined;
  if (anchors.get(place)?.has(fragment)) return undefined;
  return `${place} has no heading #${fragment}`;
}

function faultOfAddress(target: string): string | undefined {
  if (!URL.canParse(target)) return `${target} is no address`;
  const { protocol, hostname } = new URL(target);
  if (protocol === "mailto:") return undefined;
  if (protocol !== "https:") return `${target} is not https`;
  return hostname.includes(".") ? undefined : `${target} names no host`;
}
