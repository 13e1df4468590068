import type { serveMock } from "@openapi-packages/mock/node";
import type { DescriptionRuntime } from "./mock-description.ts";

/** The parts of the engine and the runtime that a mock runs on. */
export interface MockRuntime extends DescriptionRuntime {
  readonly serveMock: typeof serveMock;
  /** The helpers of codecs. */
  readonly conversion: Readonly<Record<string, unknown>>;
}

/** Loads the engine and the runtime, which no other command needs. */
export async function loadRuntime(): Promise<MockRuntime> {
  if (import.meta.filename.endsWith(".ts")) await resolveToSources();
  const [engine, validation, serialization, conversion] = await Promise.all([
    import("@openapi-packages/mock/node"),
    import("@openapi-packages/runtime/validation"),
    import("@openapi-packages/runtime/serialization"),
    import("@openapi-packages/runtime/conversion"),
  ]);
  const { serveMock, streamOf } = engine;
  return { serveMock, streamOf, validation, serialization, conversion };
}

/** The sources of one run the sources of the others, so that nothing need be built. */
export async function resolveToSources(): Promise<void> {
  // Node 22.0, on which the published command runs too, has no such function.
  const { registerHooks } = await import("node:module");
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, {
        ...context,
        conditions: [...context.conditions, "@openapi-packages/source"],
      }),
  });
}
