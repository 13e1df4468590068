import type { createMock } from "@genai-app/mocks";

type CreateMockOptions = NonNullable<Parameters<typeof createMock>[0]>;

/**
 * How the mocks of flows behave: an answer that is not as described fails, and time passes only when
 * `advance` says so.
 */
export const mockOptions: CreateMockOptions = {
  seed: "flows",
  validateResponses: "strict",
  clock: {
    now: () => Date.parse("2025-03-07T09:00:00Z"),
    wait: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.throwIfAborted();
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  },
};
