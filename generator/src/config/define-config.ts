import type { Config } from "./config-types.ts";

/**
 * Gives a configuration its type, for editors and compilers: `export default defineConfig({ … })` in
 * `openapi-packages.config.ts`. An array has several jobs, which `generate` runs in this order.
 */
export function defineConfig<const Given extends Config | readonly Config[]>(config: Given): Given {
  return config;
}
