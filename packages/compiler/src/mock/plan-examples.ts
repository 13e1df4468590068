import {
  arrayMember,
  canonicalText,
  member,
  pointerParts,
  type Json,
} from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  DescribedSchema,
  MediaType,
  NamedSchema,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { variableName } from "@openapi-packages/description/names/names";
import { givenExamples, type AnswerValidators } from "./answers/answer-maker.ts";
import { ExampleInputs } from "./answers/example-input.ts";
import { examplePointer } from "./answers/example-pointer.ts";
import type { DocumentedAnswer, RefusedExample } from "./answers/mock-answer.ts";
import type { MockPlan } from "./plan-mock.ts";

/** The schema of an example, which is its type. */
type ExampleSchema = Pick<DescribedSchema, "json" | "meaning">;

/** An example of the description as a constant. */
export interface PlannedExample {
  /** Unique in all files: `getPet200Rex`, `createPetRequest`, `petExample`. */
  readonly name: string;
  /** `schemas`, `components`, or `operations/` with the file of a tag. */
  readonly file: string;
  /** `undefined` if nothing describes the value. */
  readonly schema: ExampleSchema | undefined;
  /** True if the value is a list of items of the schema, which are streamed. */
  readonly isStream: boolean;
  readonly value: Json;
  /** The constant with the same value, which this one refers to. */
  readonly same?: PlannedExample;
}

/** The examples of a description that conform to their schemas. */
export interface PlannedExamples {
  readonly constants: readonly PlannedExample[];
  /** The constants of the mock's answers that come from examples. */
  readonly answers: ReadonlyMap<DocumentedAnswer, PlannedExample>;
  /** Those that do not conform, beside those of answers. */
  readonly refused: readonly RefusedExample[];
}

/**
 * Plans a constant for each example of schemas, answers, requests and parameters. A value that stands several times is
 * written once.
 */
export function planExamples(
  model: ApiModel,
  validators: AnswerValidators,
  mock: MockPlan,
): PlannedExamples {
  const planner = new ExamplePlanner(model, validators, mock);
  for (const schema of model.schemas) planner.addSchema(schema);
  for (const group of model.groups)
    for (const operation of group.operations) planner.addOperation(group, operation);
  return planner;
}

class ExamplePlanner implements PlannedExamples {
  readonly constants: PlannedExample[] = [];
  readonly answers = new Map<DocumentedAnswer, PlannedExample>();
  readonly refused: RefusedExample[] = [];
  readonly #model: ApiModel;
  readonly #validators: AnswerValidators;
  readonly #mock: MockPlan;
  readonly #inputs: ExampleInputs;
  readonly #names = new Set<string>();
  /** The constants by schema and value, and those of components by their names. */
  readonly #known = new Map<string, PlannedExample>();

  constructor(model: ApiModel, validators: AnswerValidators, mock: MockPlan) {
    this.#model = model;
    this.#validators = validators;
    this.#mock = mock;
    this.#inputs = new ExampleInputs(model);
  }

  /** Adds the examples of a schema (JSON Schema 2020-12, Validation, section 9.5). */
  addSchema({ name, typeName, json, pointer, variant }: NamedSchema): void {
    if (variant !== undefined) return;
    const own = member(json, "example");
    const examples = [...(own === undefined ? [] : [own]), ...arrayMember(json, "examples")];
    const schema: ExampleSchema = {
      json: { $ref: `#${pointer}` },
      meaning: { kind: "reference", name },
    };
    for (const [index, value] of examples.entries()) {
      if (this.#inputs.holds(schema.json, value)) {
        this.#add(`${typeName} example`, { file: "schemas", schema, isStream: false, value });
        continue;
      }
      const at = index === 0 && own !== undefined ? "/example" : "/examples";
      this.#refuse(pointer + at, `the schema ${name}`, "it is not valid");
    }
  }

  /** Adds the examples of an operation's parameters, body and answers. */
  addOperation(group: OperationGroup, operation: Operation): void {
    const file = `operations/${group.fileName}`;
    for (const { name, schema, example } of operation.parameters) {
      if (example === undefined || !this.#inputs.holds(schema.json, example)) continue;
      const base = `${operation.variableName} ${name} parameter`;
      this.#add(base, { file, schema, isStream: false, value: example });
    }
    for (const media of operation.requestBody?.content ?? [])
      this.#addRequest(file, operation, media);
    for (const answer of this.#mock.answers.get(operation) ?? [])
      this.#addAnswer(file, operation, answer);
  }

  #addRequest(file: string, operation: Operation, media: MediaType): void {
    const { kind, schema, stream, mediaType } = media;
    if ((kind !== "json" && kind !== "form") || stream !== undefined) return;
    const validator = this.#validators.operations.get(operation)?.body.get(mediaType);
    for (const { name = "", value } of givenExamples(media)) {
      const reason =
        validator === undefined ? undefined : this.#validators.refusal(validator, value);
      const pointer = examplePointer(this.#model, media, name === "" ? undefined : name);
      if (reason !== undefined)
        this.#refuse(pointer ?? operation.pointer, `${operation.id} request ${mediaType}`, reason);
      else {
        const base = `${operation.variableName} request ${name}`;
        this.#addUsed(base, { file, schema, isStream: false, value }, pointer);
      }
    }
  }

  #addAnswer(file: string, operation: Operation, documented: DocumentedAnswer): void {
    const { answer, status, name = "", component } = documented;
    const { body, isExample, contentType } = answer;
    if (!isExample || body === undefined || body.kind === "file" || this.answers.has(documented))
      return;
    const content = operation.responses.find((one) => one.status === status)?.content ?? [];
    const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
    const [, shared] = component === undefined ? [] : pointerParts(`/${component}`);
    const base = `${shared ?? `${operation.variableName} ${status}`} ${name}`;
    const isStream = body.kind === "stream";
    const value = isStream ? [...body.items] : body.value;
    const own = { file: shared === undefined ? file : "components", isStream, value };
    const pointer =
      isStream || body.component === undefined
        ? undefined
        : `/components/examples/${body.component}/`;
    this.answers.set(documented, this.#addUsed(base, { ...own, schema: media?.schema }, pointer));
  }

  /** Adds an example that may be one of `components.examples`. */
  #addUsed(base: string, example: NewExample, pointer: string | undefined): PlannedExample {
    const [components, kind, component] = pointer === undefined ? [] : pointerParts(pointer);
    if (components !== "components" || kind !== "examples" || component === undefined)
      return this.#add(base, example);
    const key = `${component}\n${canonicalText(example.value)}`;
    const known = this.#known.get(key);
    const same = known ?? this.#add(`${component} example`, { ...example, file: "components" });
    this.#known.set(key, same);
    return this.#add(base, example, same);
  }

  #add(base: string, example: NewExample, given?: PlannedExample): PlannedExample {
    const isLarge = typeof example.value === "object" && example.value !== null;
    const key = canonicalText([example.schema?.json ?? null, example.isStream, example.value]);
    const same = given ?? (isLarge ? this.#known.get(key) : undefined);
    const root = same?.same ?? same;
    const made = { name: this.#nameOf(base), ...example, ...(root && { same: root }) };
    if (root === undefined) this.#known.set(key, made);
    this.constants.push(made);
    return made;
  }

  /** Returns a name that no other constant has. */
  #nameOf(base: string): string {
    const name = variableName(base);
    let unique = name;
    for (let count = 2; this.#names.has(unique.toLowerCase()); count += 1)
      unique = `${name}${/\d$/.test(name) ? "_" : ""}${count}`;
    this.#names.add(unique.toLowerCase());
    return unique;
  }

  #refuse(pointer: string, of: string, reason: string): void {
    if (this.#mock.refused.every((one) => one.pointer !== pointer))
      this.refused.push({ pointer, of, reason, isConstant: true });
  }
}

type NewExample = Omit<PlannedExample, "name" | "same">;
