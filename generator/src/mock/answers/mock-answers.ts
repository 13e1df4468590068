import type { ApiModel, Operation } from "../../model/api-model.ts";
import { noCache, sha256, type CachePart, type TextCache } from "../../write/text-cache.ts";
import { operationHash } from "../../emit/operation-hashes.ts";
import { schemaHashes } from "../../emit/schema-hashes.ts";
import { AnswerMaker, type Answered } from "./answer-maker.ts";
import { examplePointer } from "./example-pointer.ts";
import type { DocumentedAnswer, MockAnswer, Refusal, RefusedExample } from "./mock-answer.ts";

/** The answers of all mocks. */
export interface MockAnswers {
  /** What each answers by itself. An operation is missing where no answer conforms to its responses. */
  readonly answers: ReadonlyMap<Operation, MockAnswer>;
  /** What each may answer, what it answers by itself first. */
  readonly documented: ReadonlyMap<Operation, readonly DocumentedAnswer[]>;
  readonly refused: readonly RefusedExample[];
  /** What tells one answer of an operation from another: it changes when something does that the answer was made from. */
  readonly keys: ReadonlyMap<Operation, string>;
}

const known = new WeakMap<ApiModel, MockAnswers>();

/**
 * What each mock answers: the examples of each documented status, or where there is none that its
 * own validator accepts, a value made from the schema; success first. Worked out once for a model.
 */
export function mockAnswers(model: ApiModel, cache: TextCache = noCache): MockAnswers {
  const made = known.get(model) ?? makeAnswers(model, cache.part("answers"));
  known.set(model, made);
  return made;
}

/** The examples that {@link mockAnswers} met and could not use; none before it has been asked. */
export function refusedExamples(model: ApiModel): readonly RefusedExample[] {
  return known.get(model)?.refused ?? [];
}

/** An answer depends on what its operation says, but in words, and on every schema that it reaches. */
function makeAnswers(model: ApiModel, kept: CachePart): MockAnswers {
  const hashes = schemaHashes(model);
  let maker: AnswerMaker | undefined;
  const answers = new Map<Operation, MockAnswer>();
  const documented = new Map<Operation, readonly DocumentedAnswer[]>();
  const keys = new Map<Operation, string>();
  const refused: RefusedExample[] = [];
  for (const operation of model.groups.flatMap(({ operations }) => operations)) {
    const { hash, names } = operationHash(operation);
    const key = sha256(`${hash}\n${hashes.reachedFrom(names)}`);
    const text = kept.get(key);
    maker ??= text === undefined ? new AnswerMaker(model) : undefined;
    const answered = text === undefined ? maker?.answer(operation) : (JSON.parse(text) as Answered);
    if (answered === undefined) continue;
    if (text === undefined) kept.set(key, JSON.stringify(answered));
    const [first] = answered.answers;
    if (first !== undefined) answers.set(operation, first.answer);
    documented.set(operation, answered.answers);
    keys.set(operation, key);
    refused.push(...answered.refused.map((refusal) => refusedExample(model, operation, refusal)));
  }
  return { answers, documented, refused, keys };
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
