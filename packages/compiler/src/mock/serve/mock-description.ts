import type {
  CallbackPlan,
  MockDescription,
  MockExample,
  MockOperation,
  StateDescriptor,
} from "@openapi-packages/mock/description";
import type {
  ApiDescriptor,
  OperationCodec,
  OperationDescriptor,
  OperationErrorBodies,
  OperationReceivedBodies,
  OperationValidators,
  SensitiveTable,
} from "@openapi-packages/runtime";
import { ErrorPlanner } from "../../compile/errors/plan-errors.ts";
import { ReceivedPlanner } from "../../compile/received/plan-received.ts";
import { apiDescriptor, operationDescriptor } from "../../compile/descriptors/descriptors.ts";
import { sensitiveTable } from "../../compile/descriptors/sensitive-table.ts";
import { plainObject } from "../../compile/plain-data.ts";
import type { JsonObject } from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  Operation,
  OperationGroup,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
import { ExampleInputs } from "../answers/example-input.ts";
import { AnswerMaker } from "../answers/answer-maker.ts";
import { bySuccess, statusOf } from "../answers/answer-statuses.ts";
import type { DocumentedAnswer, MockBody, RefusedExample } from "../answers/mock-answer.ts";
import { idempotencyHeader } from "../idempotency-header.ts";
import { planState } from "../state/plan-state.ts";
import { errorBodiesOfPlan, receivedBodies } from "./body-plans.ts";
import { LazySerializers } from "./lazy-serializers.ts";
import { LazyValidators } from "./lazy-validators.ts";

/** The parts of the runtime that a mock's description uses. */
export interface DescriptionRuntime {
  /** The functions that compiled validators call, by name. */
  readonly validation: Readonly<Record<string, unknown>>;
  /** The functions that compiled serializers call, by name. */
  readonly serialization: Readonly<Record<string, unknown>>;
  /** Makes the body of a streamed answer. */
  readonly streamOf: (items: readonly unknown[]) => unknown;
}

type RefusalListener = (refused: readonly RefusedExample[]) => void;

/** Options of {@link mockDescription}. */
export interface DescriptionOptions {
  /** False for a mock without state. Default: true. */
  readonly isRemembering?: boolean;
  /** The callbacks of operations. Without it, the mock sends none. */
  readonly callbacks?: CallbackPlan | undefined;
  /** Called with the examples of an operation that its validators refuse, when its answers are first made. */
  readonly onRefused?: RefusalListener;
  /** Returns the codec of an operation. Without it, operations have none. */
  readonly codecOf?: (operation: Operation) => OperationCodec | undefined;
}

/**
 * Makes the description of a mock from a model, without generated code. The names of operations are
 * made at once, everything else when it is first read: a mock of a thousand operations starts as fast
 * as one of ten.
 */
export function mockDescription(
  model: ApiModel,
  runtime: DescriptionRuntime,
  { isRemembering = true, onRefused = () => {}, codecOf, callbacks }: DescriptionOptions = {},
): MockDescription {
  const { title, groups } = model;
  const maker = new OperationMaker(model, runtime, onRefused, codecOf);
  let sensitive: SensitiveTable | undefined;
  const description = {
    title,
    ...(callbacks && { callbacks }),
    get sensitive() {
      return (sensitive ??= plainObject(sensitiveTable(model) ?? {}) as SensitiveTable);
    },
    // A test compares it with the descriptor in generated code.
    api: plainObject(apiDescriptor(model)) as unknown as ApiDescriptor,
    operations: groups.flatMap((group) =>
      group.operations.map((operation) => maker.make(group, operation)),
    ),
  };
  if (!isRemembering) return description;
  let state: StateDescriptor | undefined;
  return Object.defineProperties(description, {
    state: {
      enumerable: true,
      get: () => (state ??= planState(model, (operation) => maker.successesOf(operation))),
    },
  });
}

class OperationMaker {
  readonly #model: ApiModel;
  readonly #runtime: DescriptionRuntime;
  readonly #validators: LazyValidators;
  readonly #serializers: LazySerializers;
  readonly #onRefused: RefusalListener;
  /** The answers already made, by the operation's id and the status. */
  readonly #made = new Map<string, readonly DocumentedAnswer[]>();
  readonly #errors: ErrorPlanner;
  readonly #received: ReceivedPlanner;
  readonly #codecOf: DescriptionOptions["codecOf"];
  #answers: AnswerMaker | undefined;
  #inputs: ExampleInputs | undefined;

  constructor(
    model: ApiModel,
    runtime: DescriptionRuntime,
    onRefused: RefusalListener,
    codecOf: DescriptionOptions["codecOf"],
  ) {
    this.#codecOf = codecOf;
    this.#onRefused = onRefused;
    this.#model = model;
    this.#runtime = runtime;
    this.#validators = new LazyValidators(model, runtime.validation);
    this.#serializers = new LazySerializers(model, runtime.serialization);
    this.#errors = new ErrorPlanner(model, this.#validators);
    this.#received = new ReceivedPlanner(model);
  }

  make({ name, tag }: OperationGroup, operation: Operation): MockOperation {
    let validators: OperationValidators | undefined;
    let answers: readonly MockExample[] | undefined;
    const validatorsOf = (): OperationValidators => this.#validators.of(operation);
    let errorBodies: OperationErrorBodies | undefined;
    let received: OperationReceivedBodies | undefined;
    const errorBodiesOf = (): OperationErrorBodies => errorBodiesOfPlan(this.#errors.of(operation));
    const receivedOf = (): OperationReceivedBodies =>
      receivedBodies(this.#received.of(operation), this.#received.named);
    const examplesOf = (): readonly MockExample[] => this.#examples(operation);
    const inputOf = (): JsonObject => this.#inputOf(operation);
    const idempotencyKey = idempotencyHeader(operation);
    const codecOf = this.#codecOf;
    return {
      get codec() {
        return codecOf?.(operation);
      },
      operation: lazyDescriptor(this.#model, operation),
      ...(operation.summary === "" ? {} : { summary: operation.summary }),
      tag,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      get validators() {
        return (validators ??= validatorsOf());
      },
      serializers: this.#serializers.of(operation),
      get errorBodies() {
        return (errorBodies ??= errorBodiesOf());
      },
      get received() {
        return (received ??= receivedOf());
      },
      get answers() {
        return (answers ??= examplesOf());
      },
      get exampleCall() {
        return { method: `${name}.${operation.methodName}`, input: inputOf() };
      },
    };
  }

  #inputOf(operation: Operation): JsonObject {
    this.#inputs ??= new ExampleInputs(this.#model);
    return this.#inputs.of(operation)?.input ?? {};
  }

  /** Returns the success answers of an operation. */
  successesOf(operation: Operation): readonly DocumentedAnswer[] {
    return bySuccess(operation.responses)
      .filter((response) => statusOf(operation, response) < 300)
      .flatMap((response) => this.#answersWith(operation, response));
  }

  /** Returns the answers that document one response of an operation, made once. */
  #answersWith(operation: Operation, response: OperationResponse): readonly DocumentedAnswer[] {
    const key = `${operation.id} ${response.status}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    this.#answers ??= new AnswerMaker(this.#model, this.#validators);
    const { answers, refused } = this.#answers.answerWith(operation, response);
    this.#made.set(key, answers);
    if (refused.length > 0) this.#onRefused(refused);
    return answers;
  }

  #examples(operation: Operation): readonly MockExample[] {
    const answers = bySuccess(operation.responses).flatMap((response) =>
      this.#answersWith(operation, response),
    );
    return answers.map((one) => this.#example(one));
  }

  #example({ name, answer }: DocumentedAnswer): MockExample {
    const { status, contentType, headers, body } = answer;
    return {
      ...(name === undefined ? {} : { name }),
      status,
      ...(contentType === undefined ? {} : { contentType }),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body: this.#body(body) }),
    };
  }

  #body(body: MockBody): unknown {
    switch (body.kind) {
      case "value":
        return body.value;
      case "stream":
        return this.#runtime.streamOf(body.items);
      case "file":
        return new Blob([body.text], { type: body.mediaType });
    }
  }
}

/**
 * Returns an operation's descriptor. Its parameters, bodies and responses are made when they are first
 * read.
 */
function lazyDescriptor(model: ApiModel, operation: Operation): OperationDescriptor {
  const { id, method, path, servers } = operation;
  let whole: OperationDescriptor | undefined;
  const all = (): OperationDescriptor =>
    (whole ??= plainObject(
      operationDescriptor(model, operation),
    ) as unknown as OperationDescriptor);
  return {
    operationId: id,
    method,
    path,
    get parameters() {
      return all().parameters;
    },
    get requestBody() {
      return all().requestBody;
    },
    get responses() {
      return all().responses;
    },
    get pagination() {
      return all().pagination;
    },
    get security() {
      return all().security;
    },
    ...(servers.length === 0 ? {} : { servers }),
    // The getters return `undefined` for absent members.
  } as OperationDescriptor;
}
