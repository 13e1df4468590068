import { literal } from "@openapi-packages/description/text/escape";
import { ExampleInputs } from "@openapi-packages/compiler/mock/answers/example-input";
import type { EmitModel } from "../../emit-model.ts";
import { receivedWebhooks, type NamedWebhook } from "../../named-webhooks.ts";
import { typedInput } from "../reference/input-code.ts";
import { TypedValues } from "../reference/typed-value.ts";

/** A webhook with an example input, as text. */
export interface WebhookExample extends NamedWebhook {
  readonly input: string;
}

/** Longer bodies are not shown: they would distract from the example. */
const longestInput = 300;

/** Returns the first webhook with a body that can be shown; `undefined` if there is none. */
export function webhookExample(model: EmitModel): WebhookExample | undefined {
  const inputs = new ExampleInputs(model);
  const values = new TypedValues(model.types);
  const [example] = receivedWebhooks(model).flatMap(({ name, operation }) => {
    const made = inputs.of(operation);
    const typed = made && typedInput(values, operation, made);
    if (typed === undefined || made?.body?.kind !== "json") return [];
    const input = literal(typed);
    return input.length < longestInput ? [{ name, operation, input }] : [];
  });
  return example;
}
