import { referenceFolder } from "./reference.ts";

/** A page of the documentation: a Markdown file of the repository, and its path in the site. */
export interface NavigationPage {
  /** The file, from the repository's root. */
  readonly source: string;
  /** The page's file in the site. */
  readonly path: string;
  /** The title in the navigation. Default: the first heading of the page. */
  readonly label?: string;
}

/** A group of pages under a title of the navigation. */
export interface NavigationSection {
  readonly title: string;
  readonly pages: readonly NavigationPage[];
}

const guide = (name: string, label: string): NavigationPage => ({
  source: `docs/${name}.md`,
  path: `guides/${name}.md`,
  label,
});

/** The page that lists all operations. */
export const referenceIndex: NavigationPage = {
  source: `${referenceFolder}/README.md`,
  path: "reference/index.md",
  label: "Operations",
};

/** The page that opens the site. */
export const home: NavigationPage = { source: "docs/README.md", path: "index.md" };

/** All pages except those of operations, in the order of the navigation. */
export const navigation: readonly NavigationSection[] = [
  { title: "Start", pages: [guide("start", "The first call")] },
  {
    title: "Call an API",
    pages: [
      guide("auth", "Authentication"),
      guide("errors", "Errors"),
      guide("retries", "Retries and timeouts"),
      guide("streams", "Streams"),
      guide("pages", "Pages"),
      guide("files", "Uploads and downloads"),
      guide("cors", "CORS"),
      guide("tanstack-query", "TanStack Query"),
      guide("next", "Next and React Native"),
      guide("from-openapi-typescript", "From openapi-typescript"),
      guide("from-hey-api", "From hey-api"),
      guide("from-orval", "From orval"),
      guide("from-swagger-typescript-api", "From swagger-typescript-api"),
    ],
  },
  {
    title: "Write the service",
    pages: [guide("server", "Server"), guide("scaffold", "Scaffold")],
  },
  {
    title: "Test both sides",
    pages: [
      guide("mocks", "Mocks"),
      guide("tests", "Tests"),
      guide("verify", "Verify a service"),
      guide("verify-clients", "Verify clients"),
    ],
  },
  {
    title: "Change the description",
    pages: [
      guide("diff", "What a change breaks"),
      guide("renames", "Renames"),
      guide("codemod", "Follow renames"),
      guide("releases", "Versions and changelogs"),
      guide("overlays", "Overlays"),
      guide("code-samples", "Code samples"),
      guide("lint", "Lint"),
      guide("ci", "In CI and before a commit"),
      guide("editors", "Editors"),
    ],
  },
  { title: "Extend the generator", pages: [guide("emitter", "Emitters")] },
  {
    title: "The generator",
    pages: [
      { source: "generator/README.md", path: "generator/index.md", label: "Commands and options" },
      guide("options", "Options"),
      { source: "generator/DIAGNOSTICS.md", path: "generator/diagnostics.md" },
      { source: "generator/KEYWORDS.md", path: "generator/keywords.md", label: "Keywords" },
      guide("json", "Output for programs"),
      guide("runtimes", "Compilers and runtimes"),
      guide("figures", "Figures"),
    ],
  },
  {
    title: "Generated packages",
    pages: [
      { source: "packages/contract/README.md", path: "packages/contract.md", label: "contract" },
      { source: "packages/client/README.md", path: "packages/client.md", label: "client" },
      { source: "packages/server/README.md", path: "packages/server.md", label: "server" },
      { source: "packages/mocks/README.md", path: "packages/mocks.md", label: "mocks" },
      {
        source: "packages/contract/NOT-SHOWN.md",
        path: "packages/not-shown.md",
        label: "Not shown, and assumed",
      },
    ],
  },
  {
    title: "Libraries",
    pages: [
      { source: "packages/runtime/README.md", path: "packages/runtime.md", label: "runtime" },
      { source: "packages/mock/README.md", path: "packages/mock.md", label: "mock" },
      { source: "packages/verify/README.md", path: "packages/verify.md", label: "verify" },
      { source: "packages/zod/README.md", path: "packages/zod.md", label: "zod" },
      { source: "packages/mcp/README.md", path: "packages/mcp.md", label: "mcp" },
    ],
  },
  {
    title: "The project",
    pages: [
      { source: "README.md", path: "project/readme.md", label: "This repository" },
      guide("packages", "What is published"),
      { source: "SECURITY.md", path: "project/security.md", label: "Security" },
      { source: "CHANGELOG.md", path: "project/changelog.md", label: "Changelog" },
      { source: "CONTRIBUTING.md", path: "project/contributing.md", label: "Contributing" },
    ],
  },
];

/** The title above the pages of operations in lists of all pages. */
export const referenceTitle = "Operations";
