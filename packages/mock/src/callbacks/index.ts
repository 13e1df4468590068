import { CallbackQueue } from "./callback-queue.ts";
import type { CallbackPlan, CallbackTable } from "./callback-plan.ts";

export type {
  CallbackDelivery,
  CallbackDescriptor,
  CallbackOptions,
  CallbackPlan,
  CallbackTable,
} from "./callback-plan.ts";

/**
 * Adds the code that sends callbacks to those of a description. Only descriptions with callbacks import it.
 *
 * @param callbacks the callbacks, or a function that makes them before the first is sent
 */
export function callbackPlan(callbacks: CallbackTable | (() => CallbackTable)): CallbackPlan {
  let made: CallbackTable | undefined;
  const table = (): CallbackTable =>
    (made ??= typeof callbacks === "function" ? callbacks() : callbacks);
  return { createSender: (settings) => new CallbackQueue(table, settings) };
}
