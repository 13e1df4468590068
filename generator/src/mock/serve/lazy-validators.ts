import type { OperationValidators, Validator } from "@openapi-packages/runtime";
import { ValidatorRegistry, type ValidatorNames } from "../../compile/compile-validators.ts";
import { RunningModule } from "../../compile/running-module.ts";
import type { AnswerValidators } from "../answers/answer-maker.ts";
import type { ApiModel, Operation } from "../../model/api-model.ts";

/**
 * The validators of a model's operations, each compiled when it is first asked for: of a description
 * with a thousand operations a mock is asked for few.
 */
export class LazyValidators implements AnswerValidators {
  readonly #registry: ValidatorRegistry;
  readonly #running: RunningModule;
  readonly #names = new Map<Operation, ValidatorNames>();

  /** @param helpers what compiled validators import from the runtime */
  constructor(model: ApiModel, helpers: Readonly<Record<string, unknown>>) {
    this.#registry = new ValidatorRegistry(model);
    this.#running = new RunningModule(this.#registry.module, helpers);
  }

  readonly operations = { get: (operation: Operation) => this.#namesOf(operation) };

  /** As the runtime takes them. */
  of(operation: Operation): OperationValidators {
    const { locations, body, responses } = this.#namesOf(operation);
    const find = (name: string): Validator => this.#find(name);
    return {
      ...Object.fromEntries(
        Object.entries(locations).map(([location, name]) => [location, find(name)]),
      ),
      ...(body.size === 0 ? {} : { body: byMediaType(body, find) }),
      responses: byStatus(responses, find),
    };
  }

  accepts(name: string, value: unknown): boolean {
    return this.#find(name)(value);
  }

  refusal(name: string, value: unknown): string | undefined {
    const validate = this.#find(name);
    if (validate(value)) return undefined;
    const [finding] = validate.errors ?? [];
    return `${finding?.instancePath || "the value"} does not satisfy ${finding?.keyword}`;
  }

  #namesOf(operation: Operation): ValidatorNames {
    const names = this.#names.get(operation) ?? this.#registry.operation(operation);
    this.#names.set(operation, names);
    return names;
  }

  #find(name: string): Validator {
    return this.#running.exported(name) as Validator;
  }
}

/** Status → media type → what a name stands for. */
export function byStatus<Item>(
  responses: ReadonlyMap<string, ReadonlyMap<string, string>>,
  find: (name: string) => Item,
): Record<string, Record<string, Item>> {
  return Object.fromEntries(
    [...responses]
      .filter(([, names]) => names.size > 0)
      .map(([status, names]) => [status, byMediaType(names, find)]),
  );
}

function byMediaType<Item>(
  names: ReadonlyMap<string, string>,
  find: (name: string) => Item,
): Record<string, Item> {
  return Object.fromEntries([...names].map(([mediaType, name]) => [mediaType, find(name)]));
}
