import { petsDescription } from "../descriptions.ts";
import type { Project } from "../project.ts";
import type { Scenario } from "../scenario.ts";

/** The versions of TypeScript that generated code is for, and what is generated with each. */
const versions = [
  // npm does not install MSW 3 beside it, of which mocks are made: that asks for 5.9.
  { version: "5.5", packages: " --packages contract,client,server" },
  { version: "5.9", packages: "" },
  { version: "6", packages: "" },
  { version: "7", packages: "" },
];

/** A program of an application that has TypeScript and nothing else: no types of Node. */
const program = (
  client: string,
  contract: string,
): string => `import { createClient } from "${client}";
import type { Pet } from "${contract}";

export const api = createClient({ baseUrl: "https://pets.example.com" });
export const first = async (): Promise<Pet | undefined> => (await api.pets.listPets())[0];
// @ts-expect-error a pet has no such member
export const wrong = async (): Promise<unknown> => (await first())?.wings;
`;

interface CompileBothOptions {
  readonly resolutions?: readonly ("nodenext" | "bundler")[];
  /** Options that TypeScript has from 5.8 on; for earlier versions none. */
  readonly others?: { readonly erasableSyntaxOnly?: boolean };
}

/** What a compiler has to find right in both layouts, in an application that runs in Node and one that is bundled. */
export async function compileBoth(
  project: Project,
  tsc: string,
  {
    resolutions = ["nodenext", "bundler"],
    others = { erasableSyntaxOnly: true },
  }: CompileBothOptions = {},
): Promise<void> {
  project.write("src/folder.ts", program("./api/client/index.ts", "./api/contract/index.ts"));
  project.write("src/packages.ts", program("@acme/client", "@acme/contract"));
  for (const moduleResolution of resolutions) {
    project.write("tsconfig.json", {
      compilerOptions: {
        module: moduleResolution === "bundler" ? "esnext" : moduleResolution,
        moduleResolution,
        target: "es2022",
        lib: ["es2023", "dom", "dom.iterable"],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        ...others,
        allowImportingTsExtensions: true,
        skipLibCheck: false,
        noEmit: true,
      },
      include: ["src"],
    });
    await project.run(tsc);
  }
}

/** Projects that have one version of TypeScript and nothing else. */
export const typescripts: readonly Scenario[] = versions.map(({ version, packages }) => ({
  name: `TypeScript ${version} and nothing else, both layouts`,
  async run({ project }) {
    project.write("openapi.yaml", petsDescription);
    project.write("package.json", {
      name: "acme",
      private: true,
      type: "module",
      workspaces: ["packages/*"],
      devDependencies: { typescript: version },
    });
    await project.run("npm install");
    // Run once, and not installed: its TypeScript is not there.
    project.write("folder.config.json", { importExtension: "ts" });
    await project.run(
      `npx openapi-packages generate openapi.yaml --config folder.config.json --layout folder --out src/api --install${packages}`,
    );
    await project.run(
      `npx openapi-packages generate openapi.yaml --out packages --scope @acme${packages}`,
    );
    await project.run("npm install");
    const tsc = "node node_modules/typescript/bin/tsc --project .";
    await compileBoth(project, tsc, version === "5.5" ? { others: {} } : {});
  },
}));
