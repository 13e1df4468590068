import * as fc from "fast-check";
import type { CallInput } from "@openapi-packages/runtime/client";
import { operationInput } from "../../../arbitraries/operation-input.ts";
import type { Problem } from "../../../check/checks.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { isDestructive } from "../../../records/destructive.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { seedOf } from "../../../run/seed.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { RequestChecker } from "../../checker/request-checker.ts";
import { isUndecided, missDecision, validProblems } from "../../judge/accepts-valid.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { asCalled } from "./as-called.ts";

/** The number of generated inputs of each operation. */
const inputsEach = 10;

/** The same of operations that need a new record for each, since they use it up. */
const inputsOfNewRecords = 4;

/** Headers of conditional requests and of ranges, which have a family of their own. */
const ofConditions = /^(?:if-|range$)/i;

/** The most requests of a case, including those for shrinking. */
const mostRequests = 60;

/** The most failures that one case looks for. */
const mostFailures = 3;

/**
 * Generates inputs from the schemas: each answer must be as documented, and no valid value may be refused.
 * Failures are shrunk. Ten requests of an operation with more than path parameters, four if each uses
 * up its record, and those for required records.
 */
export function* generatedCases({ api }: CaseContext): Generator<Case> {
  const checker = new RequestChecker(api);
  for (const operation of api.operations) {
    const { parameters, requestBody } = operation.model;
    const others = parameters.filter(
      ({ in: place, name }) => place !== "path" && !(place === "header" && ofConditions.test(name)),
    );
    if (requestBody === undefined && others.length === 0) continue;
    yield {
      id: `${operation.id}/generated`,
      operations: [operation],
      run: (probe) => new GeneratedCase(probe, operation, checker).run(),
    };
  }
}

interface Found {
  readonly problem: Problem;
  readonly exchange: Exchange;
}

class GeneratedCase {
  readonly #probe: Probe;
  readonly #operation: VerifiedOperation;
  readonly #checker: RequestChecker;
  /** The known failures, by check and place. */
  readonly #known = new Set<string>();
  #requests = 0;
  #prepared: CallInput | undefined;

  constructor(probe: Probe, operation: VerifiedOperation, checker: RequestChecker) {
    this.#probe = probe;
    this.#operation = operation;
    this.#checker = checker;
  }

  async run(): Promise<void> {
    const { api } = this.#probe;
    const inputs = operationInput(api, this.#operation);
    if (inputs === undefined) return;
    while (this.#known.size < mostFailures && this.#requests < mostRequests) {
      const found = await this.#search(inputs);
      if (found === undefined) return;
      this.#known.add(keyOf(found.problem));
      this.#probe.report(found.problem, this.#operation, [found.exchange]);
    }
  }

  /** Returns the smallest input that shows a new failure. */
  async #search(inputs: fc.Arbitrary<CallInput>): Promise<Found | undefined> {
    let smallest: Found | undefined;
    const property = fc.asyncProperty(inputs, async (input) => {
      const problems = await this.#problemsOf(input);
      const found = problems.find(({ problem }) =>
        smallest === undefined
          ? !this.#known.has(keyOf(problem))
          : keyOf(problem) === keyOf(smallest.problem),
      );
      if (found !== undefined) smallest = found;
      return found === undefined;
    });
    const { errorInstance } = await fc.check(property, {
      seed: this.#probe.seed,
      numRuns: this.#isReusable ? inputsEach : inputsOfNewRecords,
    });
    // An error of the case itself is not an answer of the service.
    if (errorInstance instanceof Error && smallest === undefined) throw errorInstance;
    return smallest;
  }

  async #problemsOf(made: CallInput): Promise<Found[]> {
    if (this.#requests >= mostRequests) return [];
    const operation = this.#operation;
    const prepared = await this.#prepare();
    if (prepared === undefined) return [];
    const called = asCalled(this.#probe, operation, made, prepared);
    const key = `verify-${seedOf(JSON.stringify(called))}`;
    const owned = withOwnKey(operation, called, key);
    const input = await this.#probe.records.withCurrentTag(operation, owned);
    const request = await this.#probe.write(operation, input);
    if (request === undefined) return [];
    const { isTaken } = await this.#checker.check(operation, request);
    if (!isTaken) return [];
    this.#requests += 1;
    const exchange = await this.#probe.send(operation, request);
    const problems = validProblems(this.#probe.api, operation, input, exchange);
    if (isUndecided(operation, exchange, problems))
      missDecision(this.#probe, operation, "an input made of its schemas");
    return problems.map((problem) => ({ problem, exchange }));
  }

  /** True if one record does for all inputs: the operation does not use it up. */
  get #isReusable(): boolean {
    const { method } = this.#operation.model;
    const isDestroying = isDestructive(this.#probe.api, this.#operation);
    return !isDestroying || method === "PUT" || method === "PATCH";
  }

  /** Prepares the records that the input refers to. They are created anew if the operation deletes them. */
  async #prepare(): Promise<CallInput | undefined> {
    const isDestroying = isDestructive(this.#probe.api, this.#operation);
    if (this.#prepared !== undefined && this.#isReusable) return this.#prepared;
    const { input, missing } = await this.#probe.records.inputFor(this.#operation, isDestroying);
    this.#probe.miss(this.#operation, missing);
    this.#prepared = input;
    return input;
  }
}

const keyOf = ({ check, pointer, issues = [] }: Problem): string =>
  [check, pointer, issues[0]?.pointer.replaceAll(/\/\d+/g, "/*") ?? ""].join("|");
