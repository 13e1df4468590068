/** A figure: the command that writes it, and the pages that have a section for it. */
interface Figure {
  readonly command: string;
  readonly pages: readonly string[];
}

/** All figures of the documentation. `check-docs` reports sections of other names, and pages without their section. */
export const figures = {
  generation: {
    command: "npm run bench:generate -- --write",
    pages: ["docs/figures.md", "README.md", "docs/README.md"],
  },
  types: { command: "npm run bench:types -- --write", pages: ["docs/figures.md"] },
  client: { command: "npm run bench:client -- --write", pages: ["docs/figures.md"] },
  server: { command: "npm run bench:server -- --write", pages: ["docs/figures.md"] },
  refusals: { command: "npm run bench:refusals -- --write", pages: ["docs/figures.md"] },
  mocks: { command: "npm run bench:mocks -- --write", pages: ["docs/figures.md"] },
  patterns: { command: "npm run bench:patterns -- --write", pages: ["docs/figures.md"] },
  start: { command: "npm run bench:start -- --write", pages: ["docs/figures.md", "README.md"] },
  beds: {
    command: "npm run compare:beds -- --write",
    pages: ["packages/verify/README.md"],
  },
  "bed-clients": {
    command: "npm run compare:bed-clients -- --write",
    pages: ["docs/verify-clients.md"],
  },
  "bed-peers": {
    command: "npm run compare:verify-beds -- --write",
    pages: ["docs/verify.md"],
  },
  faults: {
    command: "npm run compare:verify",
    pages: ["packages/verify/README.md", "docs/figures.md", "README.md", "docs/README.md"],
  },
  edits: { command: "npm run compare:diff", pages: ["docs/figures.md", "docs/README.md"] },
} as const satisfies Record<string, Figure>;

/**
 * The page that opens the site: it shows figures without their conditions, which the linked page has.
 */
export const briefPage = { path: "docs/README.md", conditions: "figures.md" };

/** The name of a figure. */
export type FigureName = keyof typeof figures;

/** The text of a figure for each of its pages: a table or a sentence. */
export type FigureTexts<Name extends FigureName> = Readonly<
  Record<(typeof figures)[Name]["pages"][number], string>
>;
