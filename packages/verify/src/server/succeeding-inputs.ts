import type { CallInput } from "@openapi-packages/runtime/client";
import { equal } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { tagHeaderOf } from "../records/entity-tag.ts";
import { isDestructive } from "../records/destructive.ts";
import { renewedInput } from "../records/renewed.ts";
import type { Probe } from "../run/probe.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { missingCredential } from "./judge/refusal.ts";
import { withOwnKey } from "../records/own-key.ts";

/** An input that an operation has accepted. */
export interface SucceedingInput {
  readonly input: CallInput;
  readonly request: WireRequest;
}

/** How often an operation is called with new records, to see what a refusal is about. */
const mostRenewals = 10;

/**
 * Inputs that succeeded, found once for all cases that change one place of them. A replayed case finds its own.
 */
export class SucceedingInputs {
  readonly #found = new Map<string, SucceedingInput | undefined>();
  readonly #renewals = new Map<string, number>();

  /** Returns the input; `undefined` if the operation's example does not succeed, which the coverage reports. */
  async of(operation: VerifiedOperation, probe: Probe): Promise<SucceedingInput | undefined> {
    const { id } = operation;
    if (this.#found.has(id)) return withCurrentTag(operation, probe, this.#found.get(id));
    const found = await this.#find(operation, probe);
    this.#found.set(id, found);
    return withCurrentTag(operation, probe, found);
  }

  /**
   * Returns an input with new records, and with other texts where they may have to be unique; `undefined` if
   * nothing in it can be renewed. It is not sent.
   */
  async renewed(operation: VerifiedOperation, probe: Probe): Promise<SucceedingInput | undefined> {
    const { api, records } = probe;
    const base = await this.of(operation, probe);
    const count = (this.#renewals.get(operation.id) ?? 0) + 1;
    if (base === undefined || count > mostRenewals) return undefined;
    this.#renewals.set(operation.id, count);
    const about = isDestructive(api, operation) ? true : "new";
    const { input: fresh = base.input } = await records.inputFor(operation, about);
    const referring = (await renewedInput(api, records, operation, fresh, true)) ?? fresh;
    const isCreating = operation.model.method === "POST";
    const varied = isCreating ? records.varied(operation, referring, count) : undefined;
    const input = withOwnKey(operation, varied ?? referring, `verify-${operation.id}-${count}`);
    const request = equal(input, base.input) ? undefined : await probe.write(operation, input);
    return request && { input, request };
  }

  /** Takes another input as the one that succeeds. */
  replace(operation: VerifiedOperation, input: SucceedingInput): void {
    this.#found.set(operation.id, input);
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
        : await probe.records.change(operation, own);
    const { status = 0 } = exchange.response ?? {};
    if (status >= 200 && status < 300) return { input: sent, request: exchange.request };
    if (status === 401 || status === 403) {
      probe.miss(operation, [missingCredential(status)]);
      return undefined;
    }
    const what = `an input that it takes: it answers ${status} to the one of the description`;
    probe.miss(operation, [{ what, how: `inputs.${operation.id}`, isForSuccess: true }]);
    return undefined;
  }
}

/** Returns an input with the tag that its record has by now. */
async function withCurrentTag(
  operation: VerifiedOperation,
  probe: Probe,
  found: SucceedingInput | undefined,
): Promise<SucceedingInput | undefined> {
  if (found === undefined || tagHeaderOf(operation) === undefined) return found;
  const input = await probe.records.withCurrentTag(operation, found.input);
  const request = await probe.write(operation, input);
  return request && { input, request };
}
