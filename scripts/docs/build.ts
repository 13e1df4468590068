/**
 * Builds the documentation as a static site, with each page as Markdown beside it and `llms.txt`.
 *
 *     node scripts/docs/build.ts [--out folder] [--base /path/]
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { repositoryRoot } from "../repository.ts";
import { llmsFullText, llmsIndex } from "./llms.ts";
import { readSite, sitePages, type Site } from "./pages.ts";
import { sidebarsOf } from "./sidebar.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(repositoryRoot, "node_modules/.cache/docs") },
    base: { type: "string", default: "/" },
  },
});
const folder = resolve(values.out);
const site = readSite(sitePages());

rmSync(join(folder, "pages"), { recursive: true, force: true });
writePages(site, join(folder, "pages"));
process.env["DOCS_SITE"] = JSON.stringify({
  folder,
  base: values.base,
  sidebar: sidebarsOf(site.pages),
});
await build(join(repositoryRoot, "docs"));
const out = join(folder, "site");
writePages(site, out);
writeFileSync(join(out, "llms.txt"), llmsIndex(site.pages, values.base));
writeFileSync(join(out, "llms-full.txt"), llmsFullText(site.pages, values.base));
const shown = relative(process.cwd(), out);
console.log(
  `${site.pages.length} pages in ${shown}; to read them: npx vite preview --outDir ${shown}`,
);

function writePages({ pages, files }: Site, into: string): void {
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
  for (const { source, path } of files) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    cpSync(join(repositoryRoot, source), join(into, path));
  }
}
