import {
  dependencyRanges,
  mockPackage,
  runtimePackage,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import type { WantedDependencies } from "./missing-dependencies.ts";

/** Returns the packages that generated code needs, by the packages that its modules import. */
export function wantedDependencies(imported: readonly string[]): WantedDependencies {
  const has = (name: string): boolean => imported.includes(name);
  return {
    dependencies: {
      ...(has(runtimePackage) ? { [runtimePackage]: dependencyRanges.runtime } : {}),
      ...(has("openapi-fetch") ? { "openapi-fetch": dependencyRanges["openapi-fetch"] } : {}),
    },
    // Mocks are used in development and tests, with MSW.
    devDependencies: has(mockPackage)
      ? { [mockPackage]: dependencyRanges.mock, msw: dependencyRanges.msw }
      : {},
  };
}
