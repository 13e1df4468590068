import { defineConfig } from "vitest/config";

/** Packages of the workspace load from their sources, as under TypeScript. */
const conditions = ["@genai-app/source", "module", "node", "development|production"];

const golden = [
  "generator/test/{golden,rejected}.test.ts",
  "generator/test/{golden,rejected}/**/*.test.ts",
];

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ["**/node_modules/**", ...exclude] },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    sequence: { shuffle: true },
    projects: [
      project(
        "unit",
        [
          "packages/runtime/test/**/*.test.ts",
          "generator/test/**/*.test.ts",
          "scripts/test/**/*.test.ts",
          "test/{size,spec}/**/*.test.ts",
        ],
        golden,
      ),
      project("golden", golden),
      project("contract", ["test/contract/**/*.test.ts"]),
      project("descriptions", ["test/descriptions/**/*.test.ts"]),
    ],
  },
});
