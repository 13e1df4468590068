import { join } from "node:path";
import { defineConfig, type HeadConfig } from "vitepress";
import { markdownOptions, renderForSearch } from "../../scripts/docs/markdown-rules.ts";
import type { Sidebars } from "../../scripts/docs/sidebar.ts";

/** What `scripts/docs/build.ts` says of the site that it builds. */
interface SiteSettings {
  readonly folder: string;
  readonly base: string;
  readonly sidebar: Sidebars;
}

const settings = JSON.parse(process.env["DOCS_SITE"] ?? "{}") as SiteSettings;

/** Pages load nothing from other origins, whatever text of a description comes into them. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export default defineConfig({
  title: "openapi-packages",
  description: "One OpenAPI description in, TypeScript out: client, mock, server and contract.",
  lang: "en",
  base: settings.base,
  srcDir: join(settings.folder, "pages"),
  outDir: join(settings.folder, "site"),
  cacheDir: join(settings.folder, "cache"),
  metaChunk: true,
  // The index of the search is one large file, which is loaded when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  head: [
    // It holds for what stands behind it.
    ["meta", { "http-equiv": "Content-Security-Policy", content: policy }],
    ["style", {}, "html.dark .light-only, html:not(.dark) .dark-only { display: none }"],
    // Without one, browsers ask for favicon.ico.
    ["link", { rel: "icon", href: "data:," }],
  ],
  transformHead: ({ pageData }): HeadConfig[] => {
    const href = `${settings.base}${pageData.relativePath}`;
    return [["link", { rel: "alternate", type: "text/markdown", href }]];
  },
  markdown: markdownOptions,
  themeConfig: {
    nav: [
      { text: "Guides", link: "/guides/start.html", activeMatch: "^/guides/" },
      { text: "Operations", link: "/reference/", activeMatch: "^/reference/" },
      { text: "Generator", link: "/generator/", activeMatch: "^/generator/" },
    ],
    sidebar: { ...settings.sidebar },
    outline: [2, 3],
    search: { provider: "local", options: { _render: renderForSearch } },
    externalLinkIcon: true,
    notFound: { quote: "There is no page at this address.", linkText: "To the documentation" },
  },
});
