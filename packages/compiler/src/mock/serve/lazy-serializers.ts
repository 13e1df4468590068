import type { OperationSerializers, Serializer } from "@openapi-packages/runtime";
import { RunningCode } from "../../compile/code/running-code.ts";
import { NamedSchemas } from "../../compile/named-schemas.ts";
import { SerializerCompiler } from "../../compile/serializers/serializer-compiler.ts";
import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import { byStatus } from "./lazy-validators.ts";

type Responses = NonNullable<OperationSerializers["responses"]>;

/** Compiles the serializers of a model's operations, each when it is first used. */
export class LazySerializers {
  readonly #model: ApiModel;
  readonly #compiler: SerializerCompiler;
  readonly #running: RunningCode;
  #commonError: Serializer | undefined;

  /** @param helpers the functions of the runtime that compiled serializers call */
  constructor(model: ApiModel, helpers: Readonly<Record<string, unknown>>) {
    this.#model = model;
    this.#compiler = new SerializerCompiler(NamedSchemas.of(model));
    this.#running = new RunningCode(this.#compiler.partOf, helpers);
  }

  /** Returns the serializers of an operation in the form that the runtime takes. */
  of(operation: Operation): OperationSerializers {
    let responses: Responses | undefined;
    const compile = (): Responses =>
      byStatus(this.#compiler.operation(operation).names, (name) => this.#find(name));
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
    const name = this.#compiler.commonError(this.#model);
    return name === undefined ? whole : this.#find(name);
  }

  #find(name: string): Serializer {
    return this.#running.function(name) as Serializer;
  }
}

const whole: Serializer = (value) => value;
