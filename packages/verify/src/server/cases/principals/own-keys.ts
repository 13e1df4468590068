import { getMember } from "@openapi-packages/runtime/internals";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { isStore } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { idempotencyHeader, withOwnKey } from "../../../records/own-key.ts";
import { recordIn } from "../../../records/record-keys.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Credentials } from "../../../wire/write-request.ts";
import { hasKeysOfUsers } from "../concurrency/said-of-keys.ts";
import { isSuccess } from "../flows/flow.ts";
import { resourceFlows } from "../flows/resources.ts";

/**
 * Checks that two principals may use the same idempotency key, where the description says that each has their own:
 * 3 requests, and those for the records above.
 */
export function* ownKeyCases({ api }: CaseContext, others: Credentials): Generator<Case> {
  for (const { create } of resourceFlows(api)) {
    const { operation } = create;
    const isKeyed = idempotencyHeader(operation) !== undefined && !isStore(create);
    const isSecured = operation.model.security.some((one) => Object.keys(one).length > 0);
    if (isKeyed && isSecured && hasKeysOfUsers(api, operation))
      yield {
        id: `${operation.id}/other-principal/key`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => sameKey(probe, probe.as(others), create),
      };
  }
}

async function sameKey(own: Probe, other: Probe, { operation }: FoundOperation): Promise<void> {
  const { input: mine } = await own.records.inputFor(operation, "new");
  const { input: theirs } = await other.records.inputFor(operation, "new");
  const name = idempotencyHeader(operation);
  if (mine === undefined || theirs === undefined || name === undefined) return;
  const first = await own.records.create(operation, withOwnKey(operation, mine, "principals"));
  const key = getMember(first.input.header, name);
  if (!isSuccess(first.exchange) || key === undefined) return;
  const header = { ...theirs.header, [name]: key };
  const second = await other.call(operation, { ...theirs, header });
  const report = (text: string, ...exchanges: readonly Exchange[]): void => {
    const message = `${text}: each has their own keys by its description`;
    const { pointer } = operation.model;
    own.report({ check: "idempotency-key", message, pointer }, operation, exchanges);
  };
  const made = recordIn(own.api, operation, first.exchange, first.input);
  const shown = recordIn(own.api, operation, second, theirs);
  if (isSuccess(second) && made !== undefined && made.key === shown?.key)
    report("shows another user's record for the same idempotency key", first.exchange, second);
  const { status = 0 } = second.response ?? {};
  if (status < 400 || status > 499) return;
  const control = await other.call(operation, withOwnKey(operation, theirs, "others"));
  if (isSuccess(control))
    report(
      `answers ${status} to an idempotency key that another user has used`,
      first.exchange,
      second,
      control,
    );
}
