import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Mock, Override } from "../../types.ts";
import { MockStartError } from "../mock-start-error.ts";
import { errorCode, errorReason } from "./error-reason.ts";

/**
 * Loads a module of overrides. Its default export is a function that receives the mock, or an object of
 * overrides by `operationId`.
 *
 * @returns a function that adds them to a mock; it throws a {@link MockStartError} when they name an unknown
 * operation, or the exported function fails.
 * @throws {MockStartError} when the module does not load, or exports something else.
 */
export async function loadOverrides(file: string): Promise<(mock: Mock) => void> {
  const exported = await loadDefault(file);
  if (typeof exported !== "function" && (typeof exported !== "object" || exported === null))
    throw new MockStartError(
      `${file}  the overrides file has no default export that is a function of the mock, or an object of overrides by operationId`,
    );
  return (mock) => {
    try {
      if (typeof exported === "function") refusePromise(exported(mock));
      else
        for (const [operationId, override] of Object.entries(exported))
          mock.on(operationId, override as Override<unknown, AnyResult>);
    } catch (error) {
      throw new MockStartError(`${file}  the overrides cannot be used: ${errorReason(error)}`, {
        cause: error,
      });
    }
  };
}

async function loadDefault(file: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
    return module.default;
  } catch (error) {
    const isUnknownType = errorCode(error) === "ERR_UNKNOWN_FILE_EXTENSION";
    const reason = isUnknownType
      ? `Node ${process.version} runs no TypeScript; take Node 22.18 or newer, or JavaScript`
      : errorReason(error);
    throw new MockStartError(`${file}  the overrides file does not load: ${reason}`, {
      cause: error,
    });
  }
}

/** Refuses an async function: a mock starts and resets synchronously. */
function refusePromise(result: unknown): void {
  if (!(result instanceof Promise)) return;
  result.catch(() => {});
  throw new TypeError("the function must not be async; await what it needs outside of it");
}
