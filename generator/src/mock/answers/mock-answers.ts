import type { ApiModel, Operation } from "../../model/api-model.ts";
import { AnswerMaker } from "./answer-maker.ts";
import { examplePointer } from "./example-pointer.ts";
import type { DocumentedAnswer, MockAnswer, Refusal, RefusedExample } from "./mock-answer.ts";

/** The answers of all mocks. */
export interface MockAnswers {
  /** What each answers by itself. An operation is missing where no answer conforms to its responses. */
  readonly answers: ReadonlyMap<Operation, MockAnswer>;
  /** What each may answer, what it answers by itself first. */
  readonly documented: ReadonlyMap<Operation, readonly DocumentedAnswer[]>;
  readonly refused: readonly RefusedExample[];
}

const known = new WeakMap<ApiModel, MockAnswers>();

/**
 * What each mock answers: the examples of each documented status, or where there is none that its
 * own validator accepts, a value made from the schema; success first. Worked out once for a model.
 */
export function mockAnswers(model: ApiModel): MockAnswers {
  const made = known.get(model) ?? makeAnswers(model);
  known.set(model, made);
  return made;
}

/** The examples that {@link mockAnswers} met and could not use; none before it has been asked. */
export function refusedExamples(model: ApiModel): readonly RefusedExample[] {
  return known.get(model)?.refused ?? [];
}

function makeAnswers(model: ApiModel): MockAnswers {
  const maker = new AnswerMaker(model);
  const answers = new Map<Operation, MockAnswer>();
  const documented = new Map<Operation, readonly DocumentedAnswer[]>();
  const refused: RefusedExample[] = [];
  for (const operation of model.groups.flatMap(({ operations }) => operations)) {
    const answered = maker.answer(operation);
    const [first] = answered.answers;
    if (first !== undefined) answers.set(operation, first.answer);
    documented.set(operation, answered.answers);
    refused.push(...answered.refused.map((refusal) => refusedExample(model, operation, refusal)));
  }
  return { answers, documented, refused };
}

/** Where an example stands that could not be used. */
export function refusedExample(
  model: ApiModel,
  operation: Operation,
  { place, of, reason }: Refusal,
): RefusedExample {
  const [response, content, name] = place;
  const media = operation.responses[response]?.content[content];
  const pointer = media && examplePointer(model, media, name);
  return { pointer: pointer ?? operation.pointer, of, reason };
}

export { AnswerMaker, type Answered, type AnswerValidators } from "./answer-maker.ts";
