import { escapePointerToken, isObject, nearestName } from "@openapi-packages/runtime/internals";
import { checks } from "../check/checks.ts";
import { member, pointerParts } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { applicableSchemas } from "../schema/members.ts";
import { bodySchema } from "../schema/request-place.ts";

/** An error in expectations. */
export interface ExpectationProblem {
  /** JSON pointer into the expectations. */
  readonly pointer: string;
  readonly message: string;
}

const members = [
  "parameters",
  "inputs",
  "differsFromMock",
  "leaveAlone",
  "destructive",
  "maxResponseTimes",
  "credentialsElsewhere",
  "sharedResources",
  "privateResources",
  "workflowInputs",
  "before",
  "after",
  "known",
];

/** Where an input has parameters. */
const locations = ["path", "query", "header", "cookie"];

/** Checks expectations, and suggests similar names for unknown ones. */
export function expectationProblems(api: VerifiedApi, value: unknown): ExpectationProblem[] {
  const check = new ExpectationCheck(api);
  check.all(value);
  return check.problems;
}

class ExpectationCheck {
  readonly problems: ExpectationProblem[] = [];
  readonly #api: VerifiedApi;
  readonly #operations: readonly string[];

  constructor(api: VerifiedApi) {
    this.#api = api;
    this.#operations = api.operations.map(({ id }) => id);
  }

  all(value: unknown): void {
    if (!this.#isObject(value, "", "expectations are")) return;
    this.#members(value, "", members);
    this.#parameters(value["parameters"]);
    this.#inputs(value["inputs"]);
    for (const name of ["leaveAlone", "destructive"])
      for (const [id, pointer] of this.#items(value[name], `/${name}`))
        this.#operation(id, pointer);
    this.#responseTimes(value["maxResponseTimes"]);
    if (!["boolean", "undefined"].includes(typeof value["credentialsElsewhere"]))
      this.#add("/credentialsElsewhere", "credentialsElsewhere is true or false");
    for (const name of ["sharedResources", "privateResources"])
      for (const [resource, pointer] of this.#items(value[name], `/${name}`))
        this.#resource(resource, pointer);
    this.#workflowInputs(value["workflowInputs"]);
    for (const name of ["before", "after"])
      for (const [step, pointer] of this.#items(value[name], `/${name}`)) this.#step(step, pointer);
    for (const [one, pointer] of this.#items(value["differsFromMock"], "/differsFromMock"))
      this.#differing(one, pointer);
    for (const [one, pointer] of this.#items(value["known"], "/known")) this.#known(one, pointer);
  }

  #responseTimes(times: unknown): void {
    if (times === undefined) return;
    if (!this.#isObject(times, "/maxResponseTimes", "response times are")) return;
    for (const [id, time] of Object.entries(times)) {
      const pointer = at("/maxResponseTimes", id);
      this.#operation(id, pointer);
      if (typeof time !== "number" || time <= 0)
        this.#add(pointer, "a response time is a number of milliseconds above 0");
    }
  }

  #resource(name: unknown, pointer: string): void {
    const known = Object.keys(this.#api.description.mock.state?.resources ?? {});
    if (typeof name !== "string" || !known.includes(name))
      this.#add(pointer, unknownName("resource", String(name), known));
  }

  #workflowInputs(inputs: unknown): void {
    if (inputs === undefined || !this.#isObject(inputs, "/workflowInputs", "inputs are")) return;
    for (const [id, values] of Object.entries(inputs))
      this.#isObject(values, at("/workflowInputs", id), "the inputs of a workflow are");
  }

  #add(pointer: string, message: string): void {
    this.problems.push({ pointer, message });
  }

  #isObject(
    value: unknown,
    pointer: string,
    what: string,
  ): value is Readonly<Record<string, unknown>> {
    if (isObject(value)) return true;
    this.#add(pointer, `${what} an object`);
    return false;
  }

  #members(value: object, pointer: string, known: readonly string[]): void {
    for (const name of Object.keys(value))
      if (!known.includes(name) && name !== "$schema")
        this.#add(at(pointer, name), unknownName("member", name, known));
  }

  /** Iterates over an optional list. */
  #items(list: unknown, pointer: string): [item: unknown, pointer: string][] {
    if (list === undefined) return [];
    if (Array.isArray(list))
      return list.map((item: unknown, index) => [item, at(pointer, String(index))]);
    this.#add(pointer, `${pointer.slice(1)} is a list`);
    return [];
  }

  #operation(id: unknown, pointer: string): void {
    if (typeof id !== "string") this.#add(pointer, "an operation is named by its operationId");
    else if (!this.#operations.includes(id))
      this.#add(pointer, unknownName("operation", id, this.#operations));
  }

  #differing(one: unknown, pointer: string): void {
    if (!this.#isObject(one, pointer, "an operation that differs is")) return;
    this.#members(one, pointer, ["operation", "reason"]);
    this.#operation(one["operation"], at(pointer, "operation"));
    if (typeof one["reason"] !== "string" || one["reason"] === "")
      this.#add(pointer, "an operation that differs has a reason");
  }

  #parameters(parameters: unknown): void {
    if (parameters === undefined) return;
    if (!this.#isObject(parameters, "/parameters", "parameters are")) return;
    const names = new Set(
      this.#api.operations.flatMap(({ model }) => model.parameters.map(({ name }) => name)),
    );
    for (const [name, value] of Object.entries(parameters)) {
      const pointer = at("/parameters", name);
      if (!names.has(name)) this.#add(pointer, unknownName("parameter", name, [...names]));
      if (!["string", "number", "boolean"].includes(typeof value))
        this.#add(pointer, "the value of a parameter is a text, a number, true or false");
    }
  }

  #inputs(inputs: unknown): void {
    if (inputs === undefined || !this.#isObject(inputs, "/inputs", "inputs are")) return;
    for (const [id, input] of Object.entries(inputs)) {
      this.#operation(id, at("/inputs", id));
      this.#input(id, input, at("/inputs", id));
    }
  }

  #input(id: unknown, input: unknown, pointer: string): void {
    if (!this.#isObject(input, pointer, "an input is")) return;
    this.#members(input, pointer, [...locations, "body", "bodyParts"]);
    const operation = typeof id === "string" ? this.#api.find(id) : undefined;
    this.#bodyParts(operation, input["bodyParts"], at(pointer, "bodyParts"));
    for (const location of locations) {
      const values = input[location];
      if (values === undefined) continue;
      const place = at(pointer, location);
      if (!this.#isObject(values, place, `${location} is`) || operation === undefined) continue;
      const own = operation.model.parameters.filter((one) => one.in === location);
      const names = own.map(({ name }) => name);
      for (const name of Object.keys(values))
        if (!names.includes(name))
          this.#add(at(place, name), unknownName(`parameter of ${operation.id}`, name, names));
    }
  }

  #bodyParts(operation: VerifiedOperation | undefined, parts: unknown, pointer: string): void {
    if (parts === undefined || !this.#isObject(parts, pointer, "bodyParts are")) return;
    const schema = operation && bodySchema(operation, undefined)?.json;
    if (operation !== undefined && operation.model.requestBody === undefined)
      this.#add(pointer, `${operation.id} has no body`);
    for (const place of Object.keys(parts)) {
      const own = at(pointer, place);
      if (!place.startsWith("/")) {
        this.#add(own, "the place of a part of the body is a JSON pointer, such as /owner/id");
        continue;
      }
      const [name = ""] = pointerParts(place);
      const { document } = this.#api.description.model;
      const names = applicableSchemas(document, schema).flatMap((one) =>
        Object.keys(member(one, "properties") ?? {}),
      );
      const isMisspelt = !names.includes(name) && nearestName(name, names) !== undefined;
      if (isMisspelt) this.#add(own, unknownName("member", name, names));
    }
  }

  #step(step: unknown, pointer: string): void {
    if (!this.#isObject(step, pointer, "a step is")) return;
    if ("command" in step) {
      this.#members(step, pointer, ["command"]);
      if (typeof step["command"] !== "string" || step["command"] === "")
        this.#add(at(pointer, "command"), "a command is a text");
      return;
    }
    if (step["operation"] === undefined) {
      this.#add(pointer, "a step has operation, which is called, or command, which is run");
      return;
    }
    this.#members(step, pointer, ["operation", "input", "parameters"]);
    this.#operation(step["operation"], at(pointer, "operation"));
    if (step["input"] !== undefined)
      this.#input(step["operation"], step["input"], at(pointer, "input"));
    const { parameters } = step;
    if (parameters === undefined) return;
    if (!this.#isObject(parameters, at(pointer, "parameters"), "parameters of a step are")) return;
    for (const [name, place] of Object.entries(parameters))
      if (typeof place !== "string" || !/^(\/.*)?$/s.test(place))
        this.#add(
          at(at(pointer, "parameters"), name),
          "the place of a parameter in the answer is a JSON pointer, such as /id",
        );
  }

  #known(one: unknown, pointer: string): void {
    if (!this.#isObject(one, pointer, "a known failure is")) return;
    const isById = one["id"] !== undefined;
    this.#members(one, pointer, isById ? ["id", "reason"] : ["check", "operation", "reason"]);
    if (typeof one["reason"] !== "string" || one["reason"].trim() === "")
      this.#add(pointer, "a known failure has a reason");
    if (isById) {
      if (typeof one["id"] !== "string")
        this.#add(at(pointer, "id"), "the id of a failure is a text");
      return;
    }
    const { check, operation } = one;
    if (check === undefined || operation === undefined) {
      this.#add(pointer, "a known failure is named by id, or by check and operation");
      return;
    }
    if (typeof check !== "string" || !Object.hasOwn(checks, check))
      this.#add(at(pointer, "check"), unknownName("check", String(check), Object.keys(checks)));
    this.#operation(operation, at(pointer, "operation"));
  }
}

const at = (pointer: string, name: string): string => `${pointer}/${escapePointerToken(name)}`;

/** Describes an unknown name, with the most similar known one. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  return `there is no ${what} ${JSON.stringify(name)}${hint}`;
}
