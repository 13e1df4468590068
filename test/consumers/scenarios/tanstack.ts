import { petsDescription } from "../descriptions.ts";
import { readmeSteps } from "../readme-steps.ts";
import type { Scenario } from "../scenario.ts";

interface Framework {
  /** Its heading in the guide. */
  readonly name: string;
  /** Its package of TanStack Query. */
  readonly query: string;
  readonly packages: string;
  /** What checks the types. */
  readonly checks: readonly string[];
  /** The plugin of Vite, and its name in the package. */
  readonly plugin: readonly [name: string, module: string];
  readonly component: string;
  /** What shows the component in a provider. */
  readonly app: string;
  readonly compilerOptions: object;
}

const guide = "docs/tanstack-query.md";
const compilers = ["typescript", "typescript-7"].map((one) => `node node_modules/${one}/bin/tsc`);

const frameworks: readonly Framework[] = [
  {
    name: "React",
    query: "@tanstack/react-query",
    packages: "react react-dom @types/react @vitejs/plugin-react",
    checks: compilers,
    plugin: ["default", "@vitejs/plugin-react"],
    component: "src/Pet.tsx",
    app: "src/App.tsx",
    compilerOptions: { jsx: "react-jsx" },
  },
  {
    name: "Vue",
    query: "@tanstack/vue-query",
    packages: "vue@3 vue-tsc @vitejs/plugin-vue",
    checks: ["npx vue-tsc --noEmit"],
    plugin: ["default", "@vitejs/plugin-vue"],
    component: "src/Pet.vue",
    app: "src/main.ts",
    compilerOptions: {},
  },
  {
    name: "Svelte",
    query: "@tanstack/svelte-query",
    packages: "svelte svelte-check @sveltejs/vite-plugin-svelte",
    checks: ["npx svelte-check --tsconfig ./tsconfig.json"],
    plugin: ["svelte", "@sveltejs/vite-plugin-svelte"],
    component: "src/Pet.svelte",
    app: "src/App.svelte",
    compilerOptions: {},
  },
  {
    name: "Solid",
    query: "@tanstack/solid-query",
    packages: "solid-js vite-plugin-solid",
    checks: compilers,
    plugin: ["default", "vite-plugin-solid"],
    component: "src/Pet.tsx",
    app: "src/App.tsx",
    compilerOptions: { jsx: "preserve", jsxImportSource: "solid-js" },
  },
];

/** The apps of the guide to TanStack Query: their types are checked, and they are built. */
export const tanstack: readonly Scenario[] = frameworks.map((framework) => ({
  name: `tanstack: ${framework.name}, layout folder`,
  async run({ project }) {
    const { name, query, packages, checks, plugin, component, app, compilerOptions } = framework;
    project.write("package.json", { name: "app", private: true, type: "module" });
    project.write("openapi.yaml", petsDescription);
    await project.run(
      `npm install ${query} ${packages} vite typescript@5.9 typescript-7@npm:typescript@7`,
    );
    await project.run("npx openapi-packages init --yes --install openapi.yaml");
    await project.follow([...readmeSteps("In a framework", guide), ...readmeSteps(name, guide)]);
    if (name !== "React") project.edit("src/pets.ts", "@tanstack/react-query", query);
    project.write("tsconfig.json", {
      compilerOptions: {
        target: "es2022",
        lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
        module: "esnext",
        moduleResolution: "bundler",
        strict: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        types: [],
        // Declarations of the frameworks have errors of their own.
        skipLibCheck: true,
        ...compilerOptions,
      },
      include: ["src"],
    });
    for (const check of checks) await project.run(check);
    // The types are those of the data: another member does not compile.
    project.edit(component, "getQueryData(queryKey)?.name", "getQueryData(queryKey)?.wings");
    for (const check of checks) {
      const { output } = await project.try(check);
      if (!output.includes("'wings' does not exist")) throw new Error(`${check}\n${output}`);
    }
    project.edit(component, "?.wings", "?.name");
    const [exported, module] = plugin;
    project.write(
      "vite.config.js",
      `import { ${exported} as plugin } from "${module}";
export default { plugins: [plugin()], build: { lib: { entry: "${app}", formats: ["es"] } } };
`,
    );
    await project.run("npx vite build");
  },
}));
