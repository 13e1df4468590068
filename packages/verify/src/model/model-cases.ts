import { isObject, responseKey } from "@openapi-packages/runtime/internals";
import type { Problem } from "../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { withGiven } from "../records/given.ts";
import type { Case, CaseMaker } from "../run/case.ts";
import type { Probe } from "../run/probe.ts";
import { firstDivergence } from "./comparison.ts";
import type { Divergence } from "./divergence.ts";
import { Facts } from "./facts.ts";
import { bodyValidator, fixedMembers, Planner, type ResourcePlan } from "./planner.ts";
import { sequencesOf } from "./sequences.ts";
import { SequenceRunner, type SequenceResult } from "./sequence-run.ts";
import { shrink, type DivergentRun } from "./shrink.ts";
import type { ModelOperation, Step } from "./step.ts";
import { variableMembers } from "./varied-body.ts";

/** The most divergences that are reported for one resource. */
const mostDivergences = 3;

/**
 * Sends the same sequences of calls to the service and to the mock of its description, for each resource that
 * can be created: about 35 requests each, and up to 60 more short sequences to shrink a divergence.
 */
export const modelCases: CaseMaker = ({ api, options }) => {
  const differing = new Set(
    (options.expectations?.differsFromMock ?? []).map(({ operation }) => operation),
  );
  const planner = new Planner(api, (_, input) => input);
  return Object.keys(api.description.mock.state?.resources ?? {}).flatMap((resource): Case[] => {
    const plan = planner.plan(resource);
    if (plan === undefined) return [];
    const operations = operationsOf(plan);
    if (differing.has(plan.creator.operation.id)) return [];
    return [
      {
        id: `${plan.creator.operation.id}/model`,
        operations,
        aims: ["2XX", "404"],
        run: (probe) => new ModelRun(probe, resource, differing).run(),
      },
    ];
  });
};

function operationsOf(plan: ResourcePlan): VerifiedOperation[] {
  const { creator, reads, lists, updates, deletes, acts } = plan;
  return [creator, ...reads, ...lists, ...updates, ...deletes, ...acts].map(
    ({ operation }) => operation,
  );
}

class ModelRun {
  readonly #probe: Probe;
  readonly #api: VerifiedApi;
  readonly #resource: string;
  readonly #differing: ReadonlySet<string>;
  readonly #facts: Facts;
  readonly #runner: SequenceRunner;

  constructor(probe: Probe, resource: string, differing: ReadonlySet<string>) {
    this.#probe = probe;
    this.#api = probe.api;
    this.#resource = resource;
    this.#differing = differing;
    this.#facts = new Facts(probe.api);
    this.#runner = new SequenceRunner(probe);
  }

  async run(): Promise<void> {
    const planner = new Planner(this.#api, (operation, input) =>
      withGiven(this.#probe.options.expectations ?? {}, operation, input),
    );
    const plan = planner.plan(this.#resource);
    if (plan === undefined) return;
    const kept = this.#comparable(plan);
    const sequences = sequencesOf(
      kept,
      planner,
      (call, isWhole) => this.#updateBody(kept, call, isWhole),
      this.#probe.seed,
    );
    const results: { steps: readonly Step[]; result: SequenceResult }[] = [];
    for (const steps of sequences) {
      const result = await this.#runVaried(steps);
      this.#facts.learn(result);
      results.push({ steps, result });
    }
    this.#noteRefusals(plan, results[0]?.result);
    const seen = new Set<string>();
    for (const { steps, result } of results) {
      const divergence = firstDivergence(this.#api, result, this.#facts);
      if (divergence === undefined || seen.has(divergence.kind)) continue;
      if (seen.size >= mostDivergences) break;
      seen.add(divergence.kind);
      const shortest = await shrink({ steps, result, divergence }, (shorter) =>
        this.#again(shorter, divergence),
      );
      this.#report(shortest);
    }
  }

  #comparable(plan: ResourcePlan): ResourcePlan {
    const kept = (calls: readonly ModelOperation[]): ModelOperation[] =>
      calls.filter(
        ({ operation }) => !this.#differing.has(operation.id) && this.#probe.mayCall(operation),
      );
    const { reads, lists, updates, deletes, acts } = plan;
    const [keptReads, keptLists] = [kept(reads), kept(lists)];
    const changing = { updates: kept(updates), deletes: kept(deletes), acts: kept(acts) };
    return { ...plan, reads: keptReads, lists: keptLists, ...changing };
  }

  /** Runs a sequence. If the service refuses its varied bodies, it runs again with the bodies of examples. */
  async #runVaried(steps: readonly Step[]): Promise<SequenceResult> {
    const result = await this.#runner.run(steps);
    const created = result.observations.filter(({ step }) => step.creates !== undefined);
    const isRefused = created.some(({ service }) => (service.response?.status ?? 0) >= 400);
    const isDone = created.some(({ service }) => (service.response?.status ?? 500) < 300);
    if (!isRefused || isDone || !this.#runner.isVarying) return result;
    this.#runner.isVarying = false;
    return this.#runner.run(steps);
  }

  async #again(steps: readonly Step[], wanted: Divergence): Promise<DivergentRun | undefined> {
    const result = await this.#runner.run(steps);
    this.#facts.learn(result);
    const divergence = firstDivergence(this.#api, result, this.#facts);
    return divergence?.kind === wanted.kind ? { steps, result, divergence } : undefined;
  }

  /**
   * Returns the body of an update: all members of its example, or the first one that may have any value,
   * including those of a creation.
   */
  #updateBody({ creator, key }: ResourcePlan, call: ModelOperation, isWhole: boolean): unknown {
    const { body } = call.input;
    if (isWhole || !isObject(body)) return body;
    const isValid = bodyValidator(call);
    const created = isObject(creator.input.body) ? creator.input.body : {};
    const all = { ...created, ...body };
    const anyBody = { number: 1, isValid: () => true, key: undefined };
    const variation = { ...anyBody, fixed: fixedMembers(this.#api, call) };
    const names = [
      ...variableMembers(all, variation),
      ...variableMembers(all, { ...variation, numbers: true }),
    ];
    const one = names
      .filter((name) => name !== key)
      .map((name) => ({ [name]: all[name] }))
      .find(isValid);
    return one ?? body;
  }

  #noteRefusals(plan: ResourcePlan, result: SequenceResult | undefined): void {
    const { operation } = plan.creator;
    if (this.#facts.hasSucceeded(operation.id)) return;
    const refused = result?.observations.find(({ step }) => step.call.operation === operation);
    const status = refused?.service.response?.status;
    const reason =
      status === undefined
        ? `what ${operation.id} needs cannot be created`
        : `${operation.id} answers ${status} to its example`;
    const what = `${reason}, so that no record can be compared with the mock's`;
    this.#probe.miss(operation, [{ what, how: `inputs.${operation.id}` }]);
  }

  #report({ result, divergence }: DivergentRun): void {
    const shown = result.observations.slice(0, divergence.at + 1);
    const last = shown.at(-1);
    if (last === undefined) return;
    const both = shown.filter(({ mock }) => mock !== undefined);
    const { operation } = last.step.call;
    const problem: Problem = {
      check: "differs-from-mock",
      message: divergence.message,
      pointer: rulePointer(operation, last.service.response?.status ?? 0),
      issues: [
        {
          in: "body",
          pointer: divergence.member === undefined ? "" : `/${divergence.member}`,
          keyword: divergence.kind,
          message: divergence.message,
        },
      ],
    };
    this.#probe.report(
      problem,
      operation,
      both.map(({ service }) => service),
      both.flatMap(({ mock }) => mock ?? []),
    );
  }
}

/** Returns the place of the response that documents a status, or of the operation if there is none. */
function rulePointer({ model, mock }: VerifiedOperation, status: number): string {
  const key = responseKey(mock.operation.responses, status);
  return key === undefined ? model.pointer : `${model.pointer}/responses/${key}`;
}
