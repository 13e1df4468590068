import type { ClientCase } from "./client-case.ts";
import { messageOf } from "./check-outcome.ts";

/**
 * True for an error that no module of the client had a part in: Node's `fetch` leaves some when a call with a body is
 * aborted, which is nothing that a client could handle.
 */
export function isOfRuntime(reason: unknown): boolean {
  const places = reason instanceof Error ? (reason.stack?.match(/^\s+at .*$/gm) ?? []) : [];
  return places.length > 0 && places.every((place) => /\bnode:/.test(place));
}

/** Detects unhandled rejections, which end a Node.js process. */
export class Rejections {
  readonly #seen: unknown[] = [];

  constructor() {
    process.on("unhandledRejection", this.#note);
  }

  readonly #note = (reason: unknown): void => {
    if (!isOfRuntime(reason)) this.#seen.push(reason);
  };

  /** Wraps a case so that it also reports unhandled rejections. */
  readonly watched = (one: ClientCase): ClientCase => ({
    ...one,
    run: async (probe) => {
      try {
        await one.run(probe);
      } finally {
        // Node.js reports them after all pending tasks.
        await new Promise(setImmediate);
        const [operation] = one.operations;
        for (const reason of this.#seen.splice(0)) {
          const message = `a rejection is left that no caller can handle: ${messageOf(reason)}`;
          const pointer = operation?.model.pointer ?? "/paths";
          const policy = "a rejection is left that no caller can handle";
          probe.reportOf(operation, { check: "crash", policy, message, pointer });
        }
      }
    },
  });

  close(): void {
    process.off("unhandledRejection", this.#note);
  }
}
