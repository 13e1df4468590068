import type { FaultRule } from "../../../types.ts";

/** Says in words what a fault rule does; runs in the browser, see `browser-script.ts`. */
export class FaultWords {
  /** Returns a sentence: "The next 2 calls of listPets answer 503 after 200 ms." */
  of(rule: FaultRule): string {
    const { latency, status, fault, times, probability = 1 } = rule;
    const time = latency === undefined ? "" : ` after ${String(latency).replace("..", " to ")} ms`;
    const ending = times === 1 && probability === 1 ? "s" : "";
    const effects = [
      ...(status === undefined ? [] : [`answer${ending} ${status}`]),
      ...(fault === undefined ? [] : [this.#effect(rule, ending)]),
    ];
    if (effects.length === 0) effects.push(`answer${ending}`);
    return `${this.#calls(rule)} ${effects.join(" and ")}${time}.`;
  }

  #calls({ operation, times, probability = 1 }: FaultRule): string {
    const of = this.#operations(operation ?? "*");
    const chance = `, each with a probability of ${Number((probability * 100).toFixed(4))} %,`;
    if (probability < 1)
      return times === undefined
        ? `Calls of ${of}${chance}`
        : `Calls of ${of}${chance} until ${times} did,`;
    if (times === undefined) return `All calls of ${of}`;
    return `The next ${times === 1 ? "call" : `${times} calls`} of ${of}`;
  }

  #operations(operation: string): string {
    const text = operation.replaceAll("*", "");
    if (text === "") return "any operation";
    const isOpenStart = operation.startsWith("*");
    const isOpenEnd = operation.endsWith("*");
    if (isOpenStart && isOpenEnd) return `operations with ${text} in their name`;
    if (isOpenEnd) return `operations that begin with ${text}`;
    return isOpenStart ? `operations that end with ${text}` : text;
  }

  /** @param ending of the verb, whose subject is one call or several */
  #effect({ fault, after = 1 }: FaultRule, ending: string): string {
    const items = `${after} ${after === 1 ? "item" : "items"}`;
    switch (fault) {
      case "reset":
        return `break${ending} the connection before the answer`;
      case "half-body":
        return `break${ending} the connection in the middle of the answer`;
      case "malformed-json":
        return `send${ending} broken JSON`;
      case "drip":
        return `send${ending} the answer slowly in small chunks`;
      case "stream-error":
        return `send${ending} an error after ${items} of the stream`;
      default:
        return `end${ending} the stream after ${items}`;
    }
  }
}
