import type { Json } from "@openapi-packages/description/json/json";
import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import { AnswerMaker, type AnswerValidators } from "./answers/answer-maker.ts";
import type { DocumentedAnswer, RefusedExample } from "./answers/mock-answer.ts";
import { planCallbacks, type PlannedCallbacks } from "./plan-callbacks.ts";
import { planState, type StatePlan } from "./state/plan-state.ts";

/** The answers and the state of a description's mock. */
export interface MockPlan {
  /** The answers of each operation, the default first; empty if no value conforms. */
  readonly answers: ReadonlyMap<Operation, readonly DocumentedAnswer[]>;
  readonly state: StatePlan;
  readonly callbacks: PlannedCallbacks;
  /** The examples that validators refuse. */
  readonly refused: readonly RefusedExample[];
}

/**
 * Plans the mock of a description: its answers and what it remembers. Each documented status answers
 * with its examples or, if the operation's validator accepts none, with a value made from the schema.
 */
export function planMock(model: ApiModel, validators: AnswerValidators): MockPlan {
  const maker = new AnswerMaker(model, validators);
  const answers = new Map<Operation, readonly DocumentedAnswer[]>();
  const refused: RefusedExample[] = [];
  for (const operation of model.groups.flatMap(({ operations }) => operations)) {
    const answered = maker.answer(operation);
    answers.set(operation, answered.answers);
    refused.push(...answered.refused);
  }
  const state = planState(model, (operation) => answers.get(operation) ?? []);
  return { answers, state, callbacks: planCallbacks(model), refused };
}

/** Returns the answers that come from components, by component. */
export function componentAnswers({
  answers,
}: MockPlan): ReadonlyMap<string, readonly DocumentedAnswer[]> {
  const all = [...answers.values()].flat();
  const shared = new Set(all.filter(({ component }) => component !== undefined));
  return Map.groupBy(shared, ({ component = "" }) => component);
}

/** Returns the examples of `components.examples` that answers use, by name. */
export function componentExamples({ answers }: MockPlan): ReadonlyMap<string, Json> {
  const bodies = [...answers.values()].flat().map(({ answer }) => answer.body);
  return new Map(
    bodies.flatMap((body): [string, Json][] =>
      body?.kind === "value" && body.component !== undefined ? [[body.component, body.value]] : [],
    ),
  );
}
