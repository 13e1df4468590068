import { defineConfig } from "vitest/config";

/** Packages of the workspace load from their sources, as under TypeScript. */
const conditions = ["@openapi-packages/source", "module", "node", "development|production"];

const golden = [
  "generator/test/{golden,rejected,lenient}.test.ts",
  "generator/test/{golden,rejected}/**/*.test.ts",
];

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ["**/node_modules/**", ...exclude] },
});

const browser = project("browser", ["test/browser/**/*.test.ts"]);
const browserProject = {
  ...browser,
  test: {
    ...browser.test,
    globalSetup: ["test/browser/global-setup.ts"],
    // A browser takes its time on a busy machine.
    hookTimeout: 60_000,
  },
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    sequence: { shuffle: true },
    // It ends tests that hang; how long others take depends on what else the machine does.
    testTimeout: 30_000,
    projects: [
      project(
        "unit",
        [
          "packages/{runtime,mock,zod,mcp,verify}/test/**/*.test.ts",
          "generator/test/**/*.test.ts",
          "scripts/test/**/*.test.ts",
          "test/{diff,size,spec}/**/*.test.ts",
        ],
        golden,
      ),
      project("golden", golden),
      project("contract", ["test/{contract,verify}/**/*.test.ts"]),
      project("descriptions", ["test/descriptions/**/*.test.ts"]),
      browserProject,
    ],
  },
});
