/** A version of TypeScript that what is published compiles with. */
export interface Compiler {
  readonly version: "5.5" | "5.9" | "6" | "7";
  /** Its folder below this repository's `node_modules`. */
  readonly folder: string;
}

/** The first version that is promised, those that most projects have, and the last. */
export const compilers: readonly Compiler[] = [
  { version: "5.5", folder: "typescript-5.5" },
  { version: "5.9", folder: "typescript" },
  { version: "6", folder: "typescript-6" },
  { version: "7", folder: "typescript-7" },
];

/** How a project finds modules: https://www.typescriptlang.org/docs/handbook/modules/reference.html */
export interface Resolution {
  readonly name: "node16" | "node20" | "nodenext" | "bundler";
  readonly compilerOptions: Readonly<Record<string, string>>;
  /** The versions that have it. */
  readonly versions: readonly Compiler["version"][];
  /** The versions that let CommonJS `require` a module, as Node does from 22.12. Left out: it has no CommonJS. */
  readonly require?: readonly Compiler["version"][];
}

const every = compilers.map(({ version }) => version);

export const resolutions: readonly Resolution[] = [
  {
    name: "node16",
    compilerOptions: { module: "node16", moduleResolution: "node16" },
    versions: every,
    require: [],
  },
  {
    name: "node20",
    compilerOptions: { module: "node20", moduleResolution: "node16" },
    versions: ["5.9", "6", "7"],
    require: ["5.9", "6", "7"],
  },
  {
    name: "nodenext",
    compilerOptions: { module: "nodenext", moduleResolution: "nodenext" },
    versions: every,
    require: ["5.9", "6", "7"],
  },
  {
    name: "bundler",
    compilerOptions: { module: "esnext", moduleResolution: "bundler" },
    versions: every,
  },
];

/** What a compiler says of a project. */
export type Verdict =
  /** Nothing. */
  | "compiles"
  /** That it needs `import()`, in CommonJS: TS1479, and TS1541 for types. */
  | "needs import()"
  /** That it does not understand the declarations of packages that are not ours. */
  | "refuses declarations of others";

/** What is compiled: a project, some of its files, and what the compiler has to say of them. */
export interface Check {
  readonly title: string;
  readonly project: "without MSW" | "with MSW";
  /** Folder of the project: modules, or CommonJS. */
  readonly folder: "module" | "commonjs";
  /** Files of that folder. */
  readonly files: readonly string[];
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  readonly expected: (compiler: Compiler, resolution: Resolution) => Verdict | "no such project";
}

const dom = ["es2022", "dom", "dom.iterable"];

/** The files are those that `installProjects` writes. */
export const checks: readonly Check[] = [
  {
    title: "all entries, and programs",
    project: "with MSW",
    folder: "module",
    files: [
      "entries.ts",
      "entries-of-others.ts",
      "application.ts",
      "mocked.ts",
      "published-app.ts",
      "types/client.ts",
      "types/enums.ts",
      "types/mocks.ts",
      "types/server.ts",
      "types/validators.ts",
    ],
    compilerOptions: { lib: dom, skipLibCheck: true, verbatimModuleSyntax: true },
    expected: () => "compiles",
  },
  {
    title: "`skipLibCheck: false`, without DOM and MSW",
    project: "without MSW",
    folder: "module",
    files: ["entries.ts", "application.ts"],
    compilerOptions: { lib: ["es2022"], skipLibCheck: false },
    expected: () => "compiles",
  },
  {
    title: "`skipLibCheck: false`, mocks and emitters",
    project: "with MSW",
    folder: "module",
    files: ["entries-of-others.ts", "mocked.ts"],
    compilerOptions: { lib: dom, skipLibCheck: false },
    // MSW and ts-morph have types of 5.6 and 5.7.
    expected: ({ version }) => (version === "5.5" ? "refuses declarations of others" : "compiles"),
  },
  {
    title: "CommonJS, `require`",
    project: "with MSW",
    folder: "commonjs",
    files: ["application.ts", "mocked.ts"],
    compilerOptions: { lib: dom, skipLibCheck: true },
    expected({ version }, { require }) {
      if (require === undefined) return "no such project";
      return require.includes(version) ? "compiles" : "needs import()";
    },
  },
  {
    title: "CommonJS, `import()`",
    project: "with MSW",
    folder: "commonjs",
    files: ["dynamic-import.ts"],
    compilerOptions: { lib: dom, skipLibCheck: true },
    expected: (_, { require }) => (require === undefined ? "no such project" : "compiles"),
  },
];
