import { dependencyRanges, mockPackage, runtimePackage } from "../runtime-symbols.ts";
import type { WantedDependencies } from "./missing-dependencies.ts";

/** What generated code wants installed, by the packages that its modules import. */
export function wantedDependencies(imported: readonly string[]): WantedDependencies {
  const has = (name: string): boolean => imported.includes(name);
  return {
    dependencies: {
      ...(has(runtimePackage) ? { [runtimePackage]: dependencyRanges.runtime } : {}),
      ...(has("openapi-fetch") ? { "openapi-fetch": dependencyRanges["openapi-fetch"] } : {}),
    },
    // Mocks are for development and tests, and go through MSW there.
    devDependencies: has(mockPackage)
      ? { [mockPackage]: dependencyRanges.mock, msw: dependencyRanges.msw }
      : {},
  };
}
