import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { mediaOf } from "../../schema/media-of.ts";
import { isPlainObject } from "../../wire/copy-of.ts";
import { checkEnd, checkOutcome } from "../check-outcome.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { isAccepted, plannedAnswers, type PlannedAnswer } from "../planned-answers.ts";

/** Every byte: the text that it is in no encoding comes back as other bytes. */
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/**
 * Calls each operation with every byte in the files of its body, and answers it with a file of every byte. Two calls
 * each.
 */
export function* byteCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    const one = (id: string, run: ClientCase["run"]): ClientCase => ({
      id: `${operation.id}/${id}`,
      operations: [operation],
      run,
    });
    if (operation.model.requestBody !== undefined)
      yield one("request/bytes", (probe) => runRequest(probe, operation));
    const planned = plannedAnswers(operation).find(isFile);
    if (planned !== undefined) yield one("answer/bytes", (probe) => runAnswer(probe, planned));
  }
}

/** True for a success whose body is bytes of any value. */
function isFile({ operation, example, key, media }: PlannedAnswer): boolean {
  const response = operation.model.responses.find(({ status }) => status === key);
  const content = media && mediaOf(response?.content ?? [], media.mediaType);
  return example.status < 300 && content?.kind === "binary";
}

async function runRequest(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  const usual = await probe.usual(operation);
  const input = withEveryByte(usual.input);
  if (input === undefined || !(await probe.run.inputs.isTaken(operation, input))) return;
  const call = await probe.call({ ...usual, input });
  const ended = checkEnd(call);
  if (ended !== undefined) probe.report(ended, call);
  for (const received of call.requests.slice(0, 1))
    for (const problem of await checkRequest(probe.run, call, received))
      probe.report(problem, call);
}

/** Replaces the content of all files of a body; `undefined` if there is none. */
function withEveryByte(input: CallInput): CallInput | undefined {
  const { body } = input;
  if (body instanceof Blob) return { ...input, body: ofEveryByte(body) };
  if (!isPlainObject(body)) return undefined;
  const members = Object.entries(body);
  if (!members.some(([, value]) => value instanceof Blob)) return undefined;
  const files = members.map(([name, value]) => [
    name,
    value instanceof Blob ? ofEveryByte(value) : value,
  ]);
  return { ...input, body: Object.fromEntries(files) as CallInput["body"] };
}

const ofEveryByte = (file: Blob): Blob =>
  file instanceof File
    ? new File([everyByte], file.name, { type: file.type })
    : new Blob([everyByte], { type: file.type });

async function runAnswer(probe: ClientProbe, planned: PlannedAnswer): Promise<void> {
  const input = probe.input(planned.operation);
  const written = await probe.written(planned, input);
  const response = { ...written.response, body: everyByte };
  const answer = { ...written, response, value: everyByte };
  const call = await probe.call({ operation: planned.operation, input, answer });
  const [first] = call.requests;
  if (first !== undefined && !isAccepted(first.request.headers, planned)) return;
  for (const problem of await checkOutcome(probe.run, call)) probe.report(problem, call);
}
