import { streamOf } from "@openapi-packages/mock/node";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Problem } from "../../check/checks.ts";
import { checkOutcome, placeOf } from "../check-outcome.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import type { MadeCall, PlannedCall } from "../planned-call.ts";
import { beyondAscii } from "../inputs.ts";
import {
  inputFor,
  isAccepted,
  isStream,
  plannedAnswers,
  type PlannedAnswer,
  type WrittenAnswer,
} from "../planned-answers.ts";
import type { ScriptedAnswer } from "../scripted-server.ts";
import { splits, streamVariants } from "../stream-text.ts";

/** A stream that answers a call. */
interface Stream {
  readonly probe: ClientProbe;
  readonly planned: PlannedCall;
  readonly text: string;
  /** True if the client gives it as one text. */
  readonly isText: boolean;
}

type Run = (stream: Stream) => Promise<void>;

/**
 * Tests each stream of each operation: byte by byte, split in two at every byte, in all notations of its
 * format, truncated, with an error event, and left by its caller. A call for each, and for each byte of a short
 * one.
 */
export function* streamCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    const planned = plannedAnswers(operation).find(
      (one) => isStream(one) && one.example.status < 300,
    );
    const { media } = planned ?? {};
    if (planned === undefined || media === undefined) continue;
    const one = (name: string, run: Run, isForTexts = false): ClientCase => ({
      id: `${operation.id}/stream/${name}`,
      operations: [operation],
      run: async (probe) => {
        const stream = await streamFor(probe, planned);
        if (stream !== undefined && (isForTexts || !stream.isText)) await run(stream);
      },
    });
    yield one("each-byte", runEachByte, true);
    yield one("split-in-two", runSplits, true);
    for (const { name } of streamVariants(media, anyText))
      yield one(name, (stream) => runVariant(stream, name));
    yield one("cut-off", runCutOff);
    if (media.errorEvent !== undefined) yield one("error-event", runErrorEvent);
    if (media.terminal !== undefined) yield one("terminal-event", runTerminal);
    yield one("left", runLeft);
  }
}

/** A text on which all notations differ. */
const anyText = 'event: a\ndata: {"a":1}\n\n';

/** Prepares a stream; `undefined` if the client cannot ask for it, or does not expose its items. */
async function streamFor(probe: ClientProbe, planned: PlannedAnswer): Promise<Stream | undefined> {
  const { operation } = planned;
  const input = inputFor(planned, probe.input(operation));
  const answer = await fewItems(probe, planned, input);
  const call = { operation, input, answer };
  const { requests, outcome } = await probe.call(call);
  const [first] = requests;
  if (first === undefined || !isAccepted(first.request.headers, planned)) return undefined;
  const isText = outcome?.kind === "answer" && typeof outcome.body === "string";
  if (outcome?.kind === "answer" && outcome.items === undefined && !isText) return undefined;
  return { probe, planned: call, text: new TextDecoder().decode(answer.response.body), isText };
}

/** Returns the first and the last item, with text beyond ASCII if their schema allows it. */
async function fewItems(
  probe: ClientProbe,
  planned: PlannedAnswer,
  input: PlannedCall["input"],
): Promise<WrittenAnswer> {
  const whole = await probe.written(planned, input);
  const all: unknown = planned.example.body;
  if (typeof all !== "object" || all === null || !(Symbol.asyncIterator in all)) return whole;
  const items = await Array.fromAsync(all as AsyncIterable<unknown>);
  const few = items.length > 2 ? [items[0], items.at(-1)] : items;
  for (const candidate of [few.map(withText), few]) {
    const example = { ...planned.example, body: streamOf(candidate) };
    const changed = { ...planned, example } as PlannedAnswer;
    try {
      return await probe.written(changed, input);
    } catch {
      // The schema does not allow it.
    }
  }
  return whole;
}

function withText(item: unknown): unknown {
  if (typeof item === "string") return `${item} ${beyondAscii}`;
  if (!isObject(item)) return item;
  const entries = Object.entries(item);
  const index = entries.findIndex(
    ([name, value]) =>
      typeof value === "string" && !/^(type|event|id|object|role|status|kind)$/.test(name),
  );
  return Object.fromEntries(
    entries.map(([name, value], at) => [
      name,
      at === index ? `${String(value)} ${beyondAscii}` : value,
    ]),
  );
}

async function runEachByte({ probe, planned, text }: Stream): Promise<void> {
  const pieces = Array.from(bytes(text), (byte) => Uint8Array.of(byte));
  await runWhole(probe, planned, { pieces }, "in pieces of one byte");
}

async function runSplits({ probe, planned, text }: Stream): Promise<void> {
  const all = bytes(text);
  for (const at of splits(all)) {
    const pieces = [all.subarray(0, at), all.subarray(at)];
    if (!(await runWhole(probe, planned, { pieces }, `split behind byte ${at} of ${all.length}`)))
      return;
  }
}

async function runVariant({ probe, planned, text }: Stream, name: string): Promise<void> {
  const { media } = planned.answer;
  const variant = media && streamVariants(media, text).find((one) => one.name === name);
  if (variant === undefined) return;
  const what = `with ${name.replaceAll("-", " ")}`;
  if (!(await runWhole(probe, planned, { pieces: [bytes(variant.text)] }, what))) return;
  const pieces = Array.from(bytes(variant.text), (byte) => Uint8Array.of(byte));
  await runWhole(probe, planned, { pieces }, `${what}, in pieces of one byte`);
}

/** Sends the whole stream. Returns true if the caller received all items. */
async function runWhole(
  probe: ClientProbe,
  planned: PlannedCall,
  script: Omit<ScriptedAnswer, "response">,
  what: string,
): Promise<boolean> {
  const respond = (): ScriptedAnswer => ({ response: planned.answer.response, ...script });
  const call = await probe.call({ ...planned, respond });
  const problems = await checkOutcome(probe.run, call);
  for (const problem of problems) {
    const check = problem.check === "call-result" ? "stream-items" : problem.check;
    probe.report({ ...problem, check, message: `of a stream ${what}: ${problem.message}` }, call);
  }
  return problems.length === 0;
}

/** Truncates the stream, so that the connection ends within an item, or before the terminal event. */
async function runCutOff({ probe, planned, text }: Stream): Promise<void> {
  const all = bytes(text);
  const pieces = [all.subarray(0, Math.max(1, all.length - 4))];
  const call = await runEnding(probe, planned, { pieces, ending: "cut" });
  reportEnd(probe, call, "breaks off");
}

async function runErrorEvent({ probe, planned, text }: Stream): Promise<void> {
  const { media } = planned.answer;
  // The error comes after the first item, before the terminal event.
  const [first = ""] = text.split("\n\n");
  const failed = `${first}\n\nevent: ${media?.errorEvent}\ndata: {"message":"It failed."}\n\n`;
  const call = await runEnding(probe, planned, { pieces: [bytes(failed)] });
  reportEnd(probe, call, `has the event ${media?.errorEvent}, which reports an error`);
}

/** Answers a client that reconnects, as the WHATWG specifies for browsers, that there is nothing more. */
function runEnding(
  probe: ClientProbe,
  planned: PlannedCall,
  script: Omit<ScriptedAnswer, "response">,
): Promise<MadeCall> {
  const { response } = planned.answer;
  const over = { response: { status: 204, headers: [], body: new Uint8Array(), isWhole: true } };
  const respond = (count: number): ScriptedAnswer => (count === 0 ? { response, ...script } : over);
  return probe.call({ ...planned, respond });
}

function reportEnd(probe: ClientProbe, call: MadeCall, what: string): void {
  const { outcome, streamError, requests, operation, answer } = call;
  if (outcome?.kind === "error" || streamError !== undefined || requests.length !== 1) return;
  const pointer = placeOf(answer);
  const problem: Problem =
    outcome === undefined
      ? { check: "hang", message: `a stream of ${operation.id} that ${what} does not end`, pointer }
      : {
          check: "stream-end",
          message: `a stream of ${operation.id} that ${what} ends as if it were whole`,
          pointer,
        };
  probe.report(problem, call);
}

/** Checks that the terminal event ends the stream, though the connection stays open. */
async function runTerminal({ probe, planned, text }: Stream): Promise<void> {
  await runWhole(
    probe,
    planned,
    { pieces: [bytes(text)], ending: "open" },
    "whose connection stays open",
  );
}

async function runLeft({ probe, planned, text }: Stream): Promise<void> {
  if (probe.run.adapter.isSequential === true) {
    probe.run.unshown("streams that are left", "a client that takes other calls meanwhile");
    return;
  }
  const [first = ""] = text.split(/(?<=\n\n|\n(?=\{|\x1e))/);
  // An item of a text sequence may be given when the next one begins.
  const begun = planned.answer.media?.stream === "json-seq" ? `${first}\x1e` : first;
  const script = { pieces: [bytes(begun)], ending: "open" } as const;
  const respond = (): ScriptedAnswer => ({ response: planned.answer.response, ...script });
  const call = await probe.call({ ...planned, mostItems: 1, respond });
  const { id } = call.operation;
  const pointer = placeOf(call.answer);
  if (call.items.length === 0 && call.outcome === undefined) {
    const message = `a stream of ${id} gives no item before it has ended, though the first one has arrived`;
    probe.report({ check: "stream-items", message, pointer }, call);
  }
  if (call.items.length === 0 || call.isClosed === true) return;
  const message = `the connection of a stream of ${id} stays open after its caller has left it`;
  probe.report({ check: "stream-left", message, pointer }, call);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
