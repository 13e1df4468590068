import { StructureKind, type StatementStructures } from "ts-morph";
import { propertyKey } from "@openapi-packages/description/text/escape";
import type {
  ApiModel,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { documentation } from "./documentation.ts";
import type { ModuleScope } from "./module-scope.ts";
import { contractSymbols } from "./symbols.ts";

/** A webhook or a callback, with its name for receivers. */
export interface NamedWebhook {
  readonly name: string;
  readonly operation: Operation;
}

/** Returns the webhooks that a receiver supports: those with a JSON body or without a body. */
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

/** Returns a webhook's name in the description; `undefined` for a callback. */
function descriptionName({ path }: Operation): string | undefined {
  const [, name, ...rest] = path.split("/");
  return name === undefined || rest.length > 0 ? undefined : decodeURIComponent(name);
}

/** Declares the interface with the inputs of webhooks. */
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
