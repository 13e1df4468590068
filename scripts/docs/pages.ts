import { basename, dirname, posix } from "node:path";
import { listFiles, readSources } from "../repository.ts";
import {
  headingsOf,
  isAddress,
  linksOf,
  replaceTargets,
  withImages,
  withoutComments,
} from "./markdown.ts";
import { home, navigation, referenceIndex, type NavigationPage } from "./navigation.ts";
import { makeReference, referenceFolder } from "./reference.ts";

/** A page of the site. */
export interface Page extends NavigationPage {
  /** The first heading. */
  readonly title: string;
  /** Markdown whose links lead to pages and files of the site, relative to {@link Page.path}. */
  readonly text: string;
}

const isImage = /\.(?:svg|png)$/;

/** A linked file that is not a page: an image, or a file that the site shows as plain text. */
export interface LinkedFile {
  readonly source: string;
  readonly path: string;
}

/** The pages and files of a site. */
export interface Site {
  readonly pages: readonly Page[];
  readonly files: readonly LinkedFile[];
}

/** Returns the committed pages of the site without their texts, which are all pages but those of operations. */
export function allPages(): NavigationPage[] {
  return [home, ...navigation.flatMap(({ pages }) => pages)];
}

/** Generates the reference, and returns all pages of the site without their texts. Operations are in the index's order. */
export function sitePages(): NavigationPage[] {
  makeReference();
  const [index] = readSources([referenceIndex.source]);
  const targets = new Set(linksOf(index?.text ?? "").map(({ target }) => target));
  const operations = [...targets].map((target) => ({
    source: posix.join(referenceFolder, target),
    path: posix.join("reference", target),
  }));
  return [...allPages(), referenceIndex, ...operations];
}

/** Reads all pages of the site, and makes links to files of the repository lead to pages of the site. */
export function readSite(rows: readonly NavigationPage[] = allPages()): Site {
  const places = new Map(rows.map(({ source, path }) => [source, path]));
  const files = new Map<string, LinkedFile>();
  const sources = readSources(rows.map(({ source }) => source));
  const pages = rows.map((row, index): Page => {
    const written = withImages(withoutComments(sources[index]?.text ?? ""));
    const text = replaceTargets(written, (target) => {
      const [file = "", ...fragment] = target.split("#");
      if (file === "" || isAddress(target)) return target;
      const source = posix.join(dirname(row.source), decodeURIComponent(file));
      const place = places.get(source) ?? linkedFile(source, files)?.path;
      return place === undefined ? target : [relativeLink(row.path, place), ...fragment].join("#");
    });
    return { ...row, title: headingsOf(text)[0]?.text ?? basename(row.path, ".md"), text };
  });
  return { pages, files: [...files.values()] };
}

function relativeLink(from: string, to: string): string {
  const link = posix.relative(dirname(from), to);
  return link.startsWith(".") ? link : `./${link}`;
}

/** Adds a linked file that is not a page; `undefined` if it is not in the repository. */
function linkedFile(source: string, files: Map<string, LinkedFile>): LinkedFile | undefined {
  const known = files.get(source);
  if (known !== undefined || source.startsWith("..") || !listFiles(source).includes(source))
    return known;
  if (source.endsWith("-light.svg"))
    for (const other of ["dark", "narrow-light", "narrow-dark"])
      linkedFile(source.replace(/light\.svg$/, `${other}.svg`), files);
  const file = { source, path: isImage.test(source) ? `files/${source}` : `files/${source}.txt` };
  files.set(source, file);
  return file;
}
