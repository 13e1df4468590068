import type { serveMock } from "@openapi-packages/mock/node";
import type { DescriptionRuntime } from "./mock-description.ts";

/** The parts of the mock engine and the runtime that a mock runs on. */
export interface MockRuntime extends DescriptionRuntime {
  readonly serveMock: typeof serveMock;
  /** The functions that codecs call, by name. */
  readonly conversion: Readonly<Record<string, unknown>>;
}

/** Loads the mock engine and the runtime, which most commands do not need. */
export async function loadRuntime(): Promise<MockRuntime> {
  const [engine, validation, serialization, conversion] = await Promise.all([
    import("@openapi-packages/mock/node"),
    import("@openapi-packages/runtime/validation"),
    import("@openapi-packages/runtime/serialization"),
    import("@openapi-packages/runtime/conversion"),
  ]);
  const { serveMock, streamOf } = engine;
  return { serveMock, streamOf, validation, serialization, conversion };
}
