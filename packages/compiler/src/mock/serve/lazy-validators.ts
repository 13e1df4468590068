import type { OperationValidators, Validator } from "@openapi-packages/runtime";
import { RunningCode } from "../../compile/code/running-code.ts";
import { SchemaValidators } from "../../compile/validators/schema-validators.ts";
import type {
  ValidatorCompiler,
  ValidatorNames,
} from "../../compile/validators/validator-compiler.ts";
import type { AnswerValidators } from "../answers/answer-maker.ts";
import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";

/**
 * Compiles the validators of a model's operations, each when it is first used: of a thousand
 * operations, a mock uses few.
 */
export class LazyValidators implements AnswerValidators {
  readonly #compiler: ValidatorCompiler;
  readonly #running: RunningCode;
  readonly #validator: (check: unknown) => Validator;
  readonly #validators = new Map<string, Validator>();
  readonly #names = new Map<Operation, ValidatorNames>();

  /** @param helpers the functions of the runtime that compiled validators call */
  constructor(model: ApiModel, helpers: Readonly<Record<string, unknown>>) {
    this.#compiler = SchemaValidators.of(model).compiler;
    this.#running = new RunningCode(this.#compiler.partOf, helpers);
    this.#validator = helpers["validator"] as (check: unknown) => Validator;
  }

  readonly operations = { get: (operation: Operation) => this.#namesOf(operation) };

  /** Returns the validators of an operation in the form that the runtime takes. */
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
    const [error] = validate.errors ?? [];
    return `${error?.instancePath || "the value"} does not satisfy ${error?.keyword}`;
  }

  #namesOf(operation: Operation): ValidatorNames {
    const names = this.#names.get(operation) ?? this.#compiler.operation(operation).names;
    this.#names.set(operation, names);
    return names;
  }

  #find(name: string): Validator {
    const known = this.#validators.get(name);
    if (known !== undefined) return known;
    const validator = this.#validator(this.#running.function(name));
    this.#validators.set(name, validator);
    return validator;
  }
}

/** Finds an item for each name: status → media type → item. */
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
