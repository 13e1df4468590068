import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { isDestructive } from "../records/destructive.ts";
import type { Probe } from "../run/probe.ts";
import type { Exchange } from "../wire/exchange.ts";
import { missingCredential } from "./judge/refusal.ts";
import { withOwnKey } from "./places/change-input.ts";

/** An input that an operation has accepted. */
export interface SucceedingInput {
  readonly input: CallInput;
  readonly exchange: Exchange;
}

/**
 * Inputs that succeeded, found once for all cases that change one place of them. A replayed case finds its own.
 */
export class SucceedingInputs {
  readonly #found = new Map<string, SucceedingInput | undefined>();

  /** Returns the input; `undefined` if the operation's example does not succeed, which the coverage reports. */
  async of(operation: VerifiedOperation, probe: Probe): Promise<SucceedingInput | undefined> {
    const { id } = operation;
    if (this.#found.has(id)) return this.#found.get(id);
    const found = await this.#find(operation, probe);
    this.#found.set(id, found);
    return found;
  }

  async #find(operation: VerifiedOperation, probe: Probe): Promise<SucceedingInput | undefined> {
    const isFresh = isDestructive(probe.api, operation);
    const { input, missing } = await probe.records.inputFor(operation, isFresh);
    probe.miss(operation, missing);
    if (input === undefined) return undefined;
    const own = withOwnKey(operation, input, `verify-${operation.id}`);
    // A creation may conflict with existing data.
    const { exchange, input: sent } =
      operation.model.method === "POST"
        ? await probe.records.create(operation, own)
        : { exchange: await probe.call(operation, own), input: own };
    const { status = 0 } = exchange.response ?? {};
    if (status >= 200 && status < 300) return { input: sent, exchange };
    if (status === 401 || status === 403) {
      probe.miss(operation, [missingCredential(status)]);
      return undefined;
    }
    const what = `an input that it takes: it answers ${status} to the one of the description`;
    probe.miss(operation, [{ what, how: `inputs.${operation.id}`, isForSuccess: true }]);
    return undefined;
  }
}
