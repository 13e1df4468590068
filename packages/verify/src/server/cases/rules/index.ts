import { isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { choicesFor, isAction, recordWriteOf } from "../../../records/stories/record-writes.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { Flow, isDone } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { amountRulesOf } from "./amount-rules.ts";
import { amounts } from "./amounts.ts";
import { belowFloor, floorsOf } from "./floors.ts";
import { limitRulesOf } from "./limit-rules.ts";
import { limits } from "./limit-run.ts";
import { documentsRefusal } from "./member-words.ts";
import { needRulesOf, type NeedRule } from "./needed-members.ts";
import { orderOfChanged, orderOfCreated } from "./order-run.ts";
import { orderRulesOf, type OrderRule } from "./ordered-members.ts";
import { overlapRuleOf, overlaps } from "./overlaps.ts";
import { flagRulesOf } from "./flag-rules.ts";
import { namedElsewhere, sameParents } from "./same-parent.ts";
import { settingLimitsOf } from "./setting-limits.ts";
import { singleFlag } from "./single-flag.ts";
import { uniqueRulesOf } from "./unique-rules.ts";
import { uniqueMembers } from "./unique-run.ts";

/** Breaks what sentences of the description say of the members of a body: at most 10 requests for a rule. */
export function* ruleCases({ api, options }: CaseContext): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    yield* orderCases(api, resource);
    const { operation } = resource.create;
    const rule = overlapRuleOf(api, resource);
    if (rule !== undefined)
      yield {
        id: `${operation.id}/overlaps`,
        operations: [operation],
        aims: ["409"],
        run: (probe) => overlaps(new Flow(probe, resource), rule),
      };
    yield* numberCases(api, resource);
    for (const flag of flagRulesOf(api, resource))
      yield {
        id: `${operation.id}/single-flag/${flag.member}`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => singleFlag(new Flow(probe, resource), flag),
      };
    for (const unique of uniqueRulesOf(api, resource))
      yield {
        id: `${operation.id}/unique/${unique.members.join("/")}`,
        operations: [operation],
        aims: ["409"],
        run: (probe) =>
          uniqueMembers(
            new Flow(probe, resource),
            unique,
            options.otherCredentials && probe.as(options.otherCredentials),
          ),
      };
  }
  for (const operation of api.operations) {
    if (!mayNeed(api, operation) || !documentsRefusal(operation)) continue;
    for (const rule of needRulesOf(api, operation))
      yield {
        id: `${operation.id}/needed/${rule.value}/${rule.needed}`,
        operations: [operation],
        aims: ["4XX"],
        run: (probe) => withoutNeeded(probe, operation, rule),
      };
  }
}

/** What sentences say of numbers: limits of how many there are, floors, and amounts that add up; and of records that others name. */
function* numberCases(api: VerifiedApi, resource: ResourceFlow): Generator<Case> {
  const { operation } = resource.create;
  const countLimits = [...limitRulesOf(api, resource), ...settingLimitsOf(api, resource)];
  for (const [index, limit] of countLimits.entries())
    yield {
      id: `${operation.id}/limits/${index}`,
      operations: [operation],
      aims: ["2XX", "409"],
      run: (probe) => limits(new Flow(probe, resource), limit),
    };
  for (const same of sameParents(api, resource))
    yield {
      id: `${operation.id}/same-parent/${same.member}`,
      operations: [operation],
      aims: ["4XX"],
      run: (probe) => namedElsewhere(new Flow(probe, resource), same),
    };
  for (const floor of floorsOf(api, resource))
    yield {
      id: `${floor.change.operation.id}/floor/${floor.member}`,
      operations: [floor.change.operation],
      aims: ["4XX"],
      run: (probe) => belowFloor(new Flow(probe, resource), floor),
    };
  for (const amount of amountRulesOf(api, resource))
    yield {
      id: `${amount.by.operation.id}/amounts`,
      operations: [amount.by.operation],
      aims: ["2XX"],
      run: (probe) => amounts(new Flow(probe, resource), amount),
    };
}

function* orderCases(api: VerifiedApi, resource: ResourceFlow): Generator<Case> {
  const { create, replace, update } = resource;
  const rules = orderRulesOf(api, create.operation);
  const caseOf = (
    { operation }: FoundOperation,
    { lower, upper, within }: OrderRule,
    run: (flow: Flow) => Promise<void>,
  ): Case => ({
    id: [operation.id, "order", ...(within === undefined ? [] : [within]), lower, upper].join("/"),
    operations: [operation],
    aims: ["4XX"],
    run: (probe) => run(new Flow(probe, resource)),
  });
  if (documentsRefusal(create.operation))
    for (const rule of rules) yield caseOf(create, rule, (flow) => orderOfCreated(flow, rule));
  for (const change of [replace, update]) {
    if (change === undefined || change.operation === create.operation) continue;
    if (!documentsRefusal(change.operation)) continue;
    const own = orderRulesOf(api, change.operation);
    const isSaid = (rule: OrderRule): boolean =>
      own.some(
        ({ lower, upper, within }) =>
          lower === rule.lower && upper === rule.upper && within === rule.within,
      );
    const isHeld = holdsResult(change.operation, create.operation);
    for (const rule of [...own, ...rules.filter((one) => !isSaid(one))])
      yield caseOf(change, rule, (flow) =>
        orderOfChanged(flow, change, rule, isHeld || own.includes(rule)),
      );
  }
}

/** True if a change says that its result is held to the rules of a creation: "The result must obey all rules of createOrder". */
function holdsResult({ model }: VerifiedOperation, creation: VerifiedOperation): boolean {
  return sentencesOf(model.description).some(
    (one) =>
      /\b(?:rules|conditions|constraints|checks|validation)\b/i.test(one) &&
      /\b(?:result(?:ing)?|merged|patched|afterwards|after the change)\b/i.test(one) &&
      (/\bcreat(?:e|ed|ing|ion)\b/i.test(one) || one.includes(creation.id)) &&
      !/\b(?:not|no|never|except|unless|but|only)\b/i.test(one),
  );
}

/** True if no stored value can be what a body lacks: it creates a record, or is an action. */
function mayNeed(api: VerifiedApi, operation: VerifiedOperation): boolean {
  const write = recordWriteOf(api, operation);
  const isAct = write !== undefined && isAction(api, write);
  return isAct || effectOf(api, operation)?.kind === "create";
}

/** Sends a value without the member that it needs: 1 request, and those for the record. */
async function withoutNeeded(
  probe: Probe,
  operation: VerifiedOperation,
  { member, value, needed, sentence }: NeedRule,
): Promise<void> {
  const { api, records } = probe;
  const write = recordWriteOf(api, operation);
  const isAct = write !== undefined && isAction(api, write);
  const { input } = await records.inputFor(operation, isAct ? true : "new");
  if (input === undefined || !isObject(input.body)) return;
  const state = write && stateMemberOf(api, write.resource);
  const known = write === undefined ? [] : choicesFor(api, write, input, state);
  const own = known.find((one) => one.value === value)?.body;
  const { [needed]: _, ...body } = own ?? ({ ...input.body, [member]: value } as JsonObject);
  const request = { ...input, body: { ...body, [member]: value } };
  if ((await probe.write(operation, request)) === undefined) return;
  const exchange = await probe.call(operation, request);
  reportAnswer(probe, operation, exchange);
  if (!isDone(exchange)) return;
  const { status = 0 } = exchange.response ?? {};
  const message = `takes ${JSON.stringify(value)} as \`${member}\` without \`${needed}\`: it answers ${status}, and the description says ${JSON.stringify(sentence)}`;
  const { pointer } = operation.model;
  const problem = { check: "described-rule", message, pointer, about: needed } as const;
  probe.report(problem, operation, [exchange]);
}
