import type { ApiModel, Operation } from "../../model/api-model.ts";
import type { DocumentedAnswer } from "./mock-answer.ts";
import { mockAnswers } from "./mock-answers.ts";

/** Answers that several operations have, each said once. */
export interface SharedAnswers {
  readonly answers: readonly { readonly name: string; readonly documented: DocumentedAnswer }[];
  /** The name of an answer that is shared. */
  nameOf(documented: DocumentedAnswer): string | undefined;
  /** The names of the shared answers among those of an operation. */
  usedBy(operation: Operation): readonly string[];
}

const known = new WeakMap<ApiModel, SharedAnswers>();

/**
 * The answers that more than one operation has beside the one by default, such as errors; in the
 * order in which operations first have them. Worked out once for a model.
 */
export function sharedAnswers(model: ApiModel): SharedAnswers {
  const shared = known.get(model) ?? makeShared(model);
  known.set(model, shared);
  return shared;
}

function makeShared(model: ApiModel): SharedAnswers {
  const { documented } = mockAnswers(model);
  const texts = new Map<DocumentedAnswer, string>();
  const holders = new Map<string, { documented: DocumentedAnswer; count: number }>();
  for (const answers of documented.values()) {
    const own = new Set<string>();
    for (const answer of answers.slice(1)) {
      const text = JSON.stringify(answer);
      texts.set(answer, text);
      const holder = holders.get(text) ?? { documented: answer, count: 0 };
      if (!own.has(text)) holder.count += 1;
      own.add(text);
      holders.set(text, holder);
    }
  }
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  const answers = [...holders].flatMap(([text, { documented: answer, count }]) => {
    if (count < 2) return [];
    const number = (taken.get(answer.status) ?? 0) + 1;
    taken.set(answer.status, number);
    const status = answer.status === "default" ? "Default" : answer.status;
    const name = `answer${status}${number === 1 ? "" : `_${number}`}`;
    names.set(text, name);
    return [{ name, documented: answer }];
  });
  const nameOf = (answer: DocumentedAnswer): string | undefined =>
    names.get(texts.get(answer) ?? "");
  return {
    answers,
    nameOf,
    usedBy: (operation) =>
      (documented.get(operation) ?? []).flatMap((answer) => nameOf(answer) ?? []),
  };
}
