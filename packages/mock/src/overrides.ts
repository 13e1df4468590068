import type { AnyResult } from "@openapi-packages/runtime";
import { anyFail } from "@openapi-packages/runtime/server";
import type { Answer, RequestContext } from "@openapi-packages/runtime/server";
import { nearestOperation } from "./operation-ids.ts";
import type { MockDescription } from "./description.ts";
import type { MockContext, Override, StateAccess } from "./types.ts";

/** An override of any operation. */
export type AnyOverride = Override<never, AnyResult>;

/** The overrides of the user, by operation. The last one applies. */
export class Overrides {
  readonly #operationIds: ReadonlySet<string>;
  readonly #byOperation = new Map<string, { readonly override: AnyOverride }[]>();

  constructor({ operations }: MockDescription) {
    this.#operationIds = new Set(operations.map(({ operation }) => operation.operationId));
  }

  /**
   * Overrides an operation.
   *
   * @returns a function that removes the override.
   * @throws {TypeError} when there is no such operation.
   */
  add(operationId: string, override: AnyOverride): () => void {
    this.check(operationId);
    const list = this.#byOperation.get(operationId) ?? [];
    this.#byOperation.set(operationId, list);
    // An override may be added twice, and must then be removed twice.
    const entry = { override };
    list.push(entry);
    return () => {
      const index = list.indexOf(entry);
      if (index >= 0) list.splice(index, 1);
    };
  }

  /** @throws {TypeError} when there is no such operation. */
  check(operationId: string): void {
    if (!this.#operationIds.has(operationId))
      throw new TypeError(
        `there is no operation ${operationId}${nearestOperation(operationId, this.#operationIds)}`,
      );
  }

  clear(): void {
    this.#byOperation.clear();
  }

  has(operationId: string): boolean {
    return (this.#byOperation.get(operationId)?.length ?? 0) > 0;
  }

  /** Returns the answer of an operation's override, or the default if there is none. */
  answer(
    context: RequestContext,
    input: unknown,
    state: StateAccess,
    fallback: () => Promise<Answer<AnyResult>>,
  ): Answer<AnyResult> | Promise<Answer<AnyResult>> {
    const entry = this.#byOperation.get(context.operation.operationId)?.at(-1);
    if (entry === undefined) return fallback();
    const { override } = entry;
    if (typeof override !== "function") return override;
    return override(input as never, contextOf(context, state, fallback), anyFail);
  }
}

/** Copies the context lazily: its members may be computed on first use. */
function contextOf(
  context: RequestContext,
  state: StateAccess,
  fallback: MockContext["fallback"],
): MockContext {
  const { operation, request, requestId, principal } = context;
  return {
    operation,
    request,
    requestId,
    principal,
    get signal() {
      return context.signal;
    },
    get lastEventId() {
      return context.lastEventId;
    },
    state,
    fallback,
  };
}
