import { StructureKind, type StatementStructures } from "ts-morph";
import { literal, propertyKey } from "../escape.ts";
import { ExampleInputs } from "../mock/answers/example-input.ts";
import type { ApiModel, Operation, OperationGroup } from "../model/api-model.ts";
import { documentation } from "./documentation.ts";
import type { EmitModel } from "./emit-model.ts";
import type { ModuleScope } from "./module-scope.ts";
import { typedInput } from "./reference/input-code.ts";
import { TypedValues } from "./reference/typed-value.ts";
import { contractSymbols } from "./symbols.ts";

/** A webhook or a callback, with the name that its receiver knows it by. */
export interface NamedWebhook {
  readonly name: string;
  readonly operation: Operation;
}

/** The webhooks that a receiver reads: those whose body is JSON, or that have none. */
export function receivedWebhooks({ webhooks }: ApiModel): NamedWebhook[] {
  const operations = (webhooks?.operations ?? []).filter(
    ({ requestBody }) =>
      requestBody === undefined || requestBody.content.some(({ kind }) => kind === "json"),
  );
  const names = operations.map(descriptionName);
  return operations.map((operation, index) => {
    const name = names[index];
    const isOwn = name !== undefined && names.indexOf(name) === names.lastIndexOf(name);
    return { name: isOwn ? name : operation.id, operation };
  });
}

/** A webhook's name in the description; a callback has none of its own. */
function descriptionName({ path }: Operation): string | undefined {
  const [, name, ...rest] = path.split("/");
  return name === undefined || rest.length > 0 ? undefined : decodeURIComponent(name);
}

/** The inputs of webhooks as an interface. */
export function webhooksInterface(
  names: ModuleScope,
  group: OperationGroup,
  received: readonly NamedWebhook[],
): StatementStructures {
  return {
    kind: StructureKind.Interface,
    name: "Webhooks",
    isExported: true,
    docs: documentation("The inputs of webhooks and callbacks, by the names of these."),
    properties: received.map(({ name, operation }) => ({
      name: propertyKey(name),
      type: names.use(contractSymbols.input(group, operation)),
      docs: operation.summary === "" ? [] : documentation(operation.summary),
    })),
  };
}

/** A webhook with an input that pages to read can show, as text. */
export interface WebhookExample extends NamedWebhook {
  readonly input: string;
}

/** A longer body would hide what an example shows. */
const longestInput = 300;

/** The first webhook that has a body to show; `undefined` where none has. */
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
