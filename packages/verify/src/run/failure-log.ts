import type { Problem } from "../check/checks.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { effectOf } from "../records/effects.ts";
import type { MadeByRequest } from "../records/made-records.ts";
import { templateValues } from "../records/record-keys.ts";
import type { Failure } from "../report/report.ts";
import { showExchange, type ShownBy } from "../shown/step.ts";
import { withNeeds } from "../shown/curl.ts";
import { oneLine } from "../report/report-text.ts";
import type { Exchange } from "../wire/exchange.ts";

/** The failures of a run. Two cases that find the same problem at the same place report one failure. */
export class FailureLog {
  readonly #shownBy: ShownBy;
  readonly #failures = new Map<string, Failure>();

  constructor(shownBy: ShownBy) {
    this.#shownBy = shownBy;
  }

  get size(): number {
    return this.#failures.size;
  }

  /** All failures, in the order in which they were found. */
  get all(): readonly Failure[] {
    return [...this.#failures.values()];
  }

  /**
   * Adds to each command the records that it needs and that have been deleted since.
   *
   * @param gone the deleted records, with the requests that created them
   */
  noteGone(gone: readonly MadeByRequest[]): void {
    if (gone.length === 0) return;
    for (const [key, failure] of this.#failures) {
      const steps = failure.steps.map((step, index) => {
        const exchange = failure.exchanges[index];
        const needs = exchange === undefined ? [] : this.#recordsOf(exchange, gone);
        return { ...step, curl: withNeeds(step.curl, needs) };
      });
      this.#failures.set(key, { ...failure, steps });
    }
  }

  /** Returns the records that a request refers to in its path, its query, or as a text of its body. */
  #recordsOf({ operation, request }: Exchange, gone: readonly MadeByRequest[]): string[] {
    const { api, secrets } = this.#shownBy;
    const [path = "", query = ""] = request.target.split("?");
    const text = request.body === undefined ? "" : Buffer.from(request.body).toString();
    const values = operation && templateValues(operation, path);
    const state = (operation && effectOf(api, operation))?.path ?? [];
    const named = state.map(({ parameter, resource }) => ({ resource, key: values?.[parameter] }));
    const known = new Set(named.flatMap(({ key }) => key ?? []));
    const others = new Set([
      ...path.split("/").map(decoded),
      ...new URLSearchParams(query).values(),
    ]);
    // A parameter whose resource is known names records of that resource alone.
    const isNamed = ({ resource, key }: MadeByRequest): boolean =>
      named.some((one) => one.key === key && (one.resource ?? resource) === resource) ||
      (others.has(key) && !known.has(key)) ||
      text.includes(JSON.stringify(key));
    return gone
      .filter(isNamed)
      .map(({ key, request: { method, target } }) =>
        secrets.hide(
          `a record in place of ${oneLine(key)}, which ${method} ${oneLine(target)} made and which is gone`,
        ),
      );
  }

  /**
   * Adds a failure.
   *
   * @param id the identifier for replaying it: the case and the seed
   * @param expected the mock's answers to the same requests
   */
  add(
    id: string,
    { check, message, pointer, policy, about = "", issues = [] }: Problem,
    operation: VerifiedOperation | undefined,
    exchanges: readonly Exchange[],
    expected?: readonly Exchange[],
  ): void {
    const { description } = this.#shownBy.api;
    const place = issues.map((issue) => issue.pointer.replaceAll(/\/\d+/g, "/*"))[0] ?? "";
    const key = [check, operation?.id, pointer, about, place].join("|");
    const known = this.#failures.get(key);
    if (known !== undefined) {
      const isNew = known.id !== id && !known.alsoIn.includes(id);
      if (isNew) this.#failures.set(key, { ...known, alsoIn: [...known.alsoIn, id] });
      return;
    }
    const shown = exchanges.map((exchange, index) =>
      showExchange(exchange, this.#shownBy, expected?.[index]),
    );
    const secrets = this.#shownBy.secrets.with(shown.flatMap((one) => one.secrets));
    this.#failures.set(key, {
      id,
      check,
      operationId: operation?.id,
      method: operation?.model.method,
      path: operation?.model.path,
      ...(policy !== undefined && { policy }),
      message: secrets.hide(message),
      issues: issues.map((issue) => ({
        ...issue,
        pointer: secrets.hide(issue.pointer),
        message: secrets.hide(issue.message),
      })),
      location: description.locate(pointer),
      pointer: description.writtenPointer(pointer),
      exchanges,
      ...(expected && { expected }),
      steps: shown.map(({ step }) => step),
      alsoIn: [],
    });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
