import { createClient } from "@genai-app/client";
import { createMock } from "@genai-app/mocks";
import { setupWorker } from "msw/browser";
import { operations } from "../../contract/cases.ts";
import type { Extent } from "../../contract/contract-suite.ts";
import { exchange } from "../../contract/exchange.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { allFlows } from "../../contract/flows/all.ts";
import { mockOptions } from "../../contract/flows/mock-options.ts";
import { answerByScript } from "../../contract/subjects/answer-by-script.ts";
import { Script, token } from "../../contract/subjects/subject.ts";
import type { Subject } from "../../contract/subjects/subject.ts";

/** What tests call on the page, where MSW answers from mocks by its service worker. */
export interface Suite {
  /** What is seen when an operation's input is sent, and answered with the answer of a status. */
  exchange(operationId: string, extent: Extent, status: number): Promise<Exchange>;
  /** Runs a flow with a mock that has been reset; rejects when it sees what it should not. */
  flow(about: string, what: string): Promise<void>;
}

declare global {
  var suite: Suite | undefined;
}

// No such hosts are to be found: what MSW does not answer fails.
const contractUrl = "http://contract.test";
const flowUrl = "http://flows.test";

const script = new Script();
const scripted = createMock({ baseUrl: contractUrl, validateResponses: "strict" });
const remembering = createMock({ ...mockOptions, baseUrl: flowUrl });

const subject: Subject = {
  name: "mock in Chromium",
  client: createClient({ baseUrl: contractUrl, auth: token, retries: 0 }),
  start: () => Promise.resolve(),
  answerWith: (operationId, result) => answerByScript(scripted, script, operationId, result),
  received: () => script.received,
  stop: () => Promise.resolve(),
};

const world = {
  client: createClient({ baseUrl: flowUrl, auth: token, retries: 0 }),
  mock: remembering,
  origin: flowUrl,
  fetch: (input: string, init?: RequestInit) => fetch(input, init),
};

const suite: Suite = {
  exchange(operationId, extent, status) {
    const operation = operations.find((one) => one.operationId === operationId);
    const answer = operation?.answers.find((one) => one.status === status);
    if (!operation || !answer) throw new Error(`there is no answer ${operationId} ${status}`);
    return exchange(subject, operation, operation.inputs[extent], answer);
  },
  async flow(about, what) {
    const flow = allFlows[about]?.[what];
    if (flow === undefined) throw new Error(`there is no flow ${about}: ${what}`);
    remembering.reset();
    await flow(world);
  },
};

const worker = setupWorker(...scripted.handlers(), ...remembering.handlers());
await worker.start({ quiet: true, onUnhandledFrame: "error" });
globalThis.suite = suite;
