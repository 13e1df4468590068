import type { Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Case, CaseContext } from "../../run/case.ts";
import type { Probe } from "../../run/probe.ts";
import { SucceedingInputs } from "../succeeding-inputs.ts";
import { reportAnswer } from "../judge/refusal.ts";
import { isDone } from "./flows/flow.ts";
import { refusesMissing } from "./said-of-missing.ts";
import { neverStored, reportServerError, unknown } from "./unknown-keys.ts";
import { unknownReferences } from "./unknown-references.ts";

/**
 * Calls each operation with an unknown identifier in its path, and with unknown ones in the members of its body
 * that name records, which must not cause a server error, nor be taken or deleted where that is said to be refused. One
 * request each, and those for required records.
 */
export function* unknownRecordCases({ api }: CaseContext): Generator<Case> {
  const inputs = new SucceedingInputs();
  for (const operation of api.operations) {
    if (operation.model.requestBody !== undefined)
      yield {
        id: `${operation.id}/unknown/body`,
        operations: [operation],
        run: (probe) => unknownReferences(probe, inputs, operation),
      };
    const place = unknownPlace(api, operation);
    if (place === undefined) continue;
    yield {
      id: `${operation.id}/unknown/${place.name}`,
      operations: [operation],
      aims: ["404"],
      run: (probe) => runUnknown(probe, operation, place),
    };
  }
}

interface UnknownPlace {
  readonly name: string;
  readonly value: Json;
}

/** Returns the last identifier of a path, if its schema allows unknown ones. */
function unknownPlace(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
): UnknownPlace | undefined {
  const names = [...model.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  const last = model.parameters.find((one) => one.in === "path" && one.name === names.at(-1));
  const example = last?.example;
  const isDelete = model.method === "DELETE";
  const digits = isDelete ? "776655443322119988" : "998877665544332211";
  const like = typeof example === "string" ? unknownLike(example, digits) : [];
  const values = [...(isDelete ? neverStored : unknown), ...like];
  const value = values.find(
    (one) => last !== undefined && description.holds(last.schema.json, one),
  );
  return last === undefined || value === undefined ? undefined : { name: last.name, value };
}

/** Returns identifiers that are written like another one, such as `p-998877` for `p-4`. */
function unknownLike(known: string, digits: string): readonly string[] {
  const ofLength = known.replaceAll(/\d+/g, (own) => digits.slice(0, own.length));
  const letters = ofLength.replaceAll(/[a-f]/g, "e").replaceAll(/[A-F]/g, "E");
  return [known.replace(/\d+(?=\D*$)/, digits.slice(0, 6)), ofLength, letters].filter(
    (one) => one !== known,
  );
}

async function runUnknown(
  probe: Probe,
  operation: VerifiedOperation,
  { name, value }: UnknownPlace,
): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const exchange = await probe.call(operation, {
    ...input,
    path: { ...input.path, [name]: value },
  });
  if (reportServerError(probe, operation, exchange, name)) return;
  if (
    operation.model.method === "DELETE" &&
    isDone(exchange) &&
    refusesMissing(probe.api, operation)
  ) {
    const message = `answers ${exchange.response?.status} to a ${name} that nobody has, and should answer 404`;
    const pointer = `${operation.model.pointer}/responses/404`;
    probe.report({ check: "status", message, pointer }, operation, [exchange]);
  }
  reportAnswer(probe, operation, exchange);
}
