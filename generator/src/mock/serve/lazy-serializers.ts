import type { OperationSerializers, Serializer } from "@openapi-packages/runtime";
import { RunningModule } from "../../compile/running-module.ts";
import { SerializerRegistry } from "../../compile/serializers/compile-serializers.ts";
import type { ApiModel, Operation } from "../../model/api-model.ts";
import { byStatus } from "./lazy-validators.ts";

type Responses = NonNullable<OperationSerializers["responses"]>;

/** The serializers of a model's operations, each compiled when one of its members is first asked for. */
export class LazySerializers {
  readonly #model: ApiModel;
  readonly #registry: SerializerRegistry;
  readonly #running: RunningModule;
  #commonError: Serializer | undefined;

  /** @param helpers what compiled serializers import from the runtime */
  constructor(model: ApiModel, helpers: Readonly<Record<string, unknown>>) {
    this.#model = model;
    this.#registry = new SerializerRegistry(model);
    this.#running = new RunningModule(this.#registry, helpers);
  }

  /** As the runtime takes them. */
  of(operation: Operation): OperationSerializers {
    let responses: Responses | undefined;
    const compile = (): Responses =>
      byStatus(this.#registry.operation(operation), (name) => this.#find(name));
    const commonError = (): Serializer => (this.#commonError ??= this.#compileCommonError());
    return {
      get responses() {
        return (responses ??= compile());
      },
      get commonError() {
        return commonError();
      },
    };
  }

  #compileCommonError(): Serializer {
    const name = this.#registry.commonError(this.#model);
    return name === undefined ? whole : this.#find(name);
  }

  #find(name: string): Serializer {
    return this.#running.exported(name) as Serializer;
  }
}

const whole: Serializer = (value) => value;
