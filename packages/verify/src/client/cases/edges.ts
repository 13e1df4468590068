import type { Json } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { headerOf, withHeader } from "../../wire/wire-request.ts";
import { checkEnd, checkOutcome, placeOf } from "../check-outcome.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { edges, valueAt, withEdges, type Edge, type EdgeName, type Path } from "../edge-values.ts";
import { beyondAscii } from "../inputs.ts";
import { answerSchema, isAccepted, usualAnswer, type PlannedAnswer } from "../planned-answers.ts";
import type { MadeCall, PlannedCall } from "../planned-call.ts";
import type { ScriptedAnswer } from "../scripted-server.ts";

/** The edge values of requests, and of answers. */
const ofRequests = [
  "falsy-values",
  "empty-values",
  "fewest-members",
  "one-item",
  "look-alikes",
  "surrounded-texts",
  "integers",
  "decimals",
] as const;
const ofAnswers = [
  "falsy-values",
  "empty-values",
  "fewest-members",
  "one-item",
  "look-alikes",
  "integers",
  "decimals",
] as const;

/**
 * Calls each operation with edge values in its parameters and its JSON body, and answers it with edge values in its
 * JSON answer, as far as the schemas allow them. Up to sixteen calls each.
 */
export function* edgeCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    const one = (id: string, run: ClientCase["run"]): ClientCase => ({
      id: `${operation.id}/${id}`,
      operations: [operation],
      run,
    });
    const { parameters, requestBody } = operation.model;
    if (parameters.length > 0 || requestBody !== undefined) {
      for (const name of ofRequests)
        yield one(`request/${name}`, (probe) => runRequest(probe, operation, name));
    }
    const planned = usualAnswer(operation);
    const schema = planned && answerSchema(planned);
    if (planned === undefined || schema === undefined || planned.example.status >= 300) continue;
    for (const name of ofAnswers)
      yield one(`answer/${name}`, (probe) => runAnswer(probe, planned, schema, name));
    yield one("answer/pieces", (probe) => runPieces(probe, planned, schema));
  }
}

async function runRequest(
  probe: ClientProbe,
  operation: VerifiedOperation,
  name: EdgeName,
): Promise<void> {
  const usual = await probe.usual(operation);
  const input = await probe.run.inputs.withEdges(operation, usual.input, edges[name]);
  if (input !== undefined) await runInput(probe, { ...usual, input });
}

async function runInput(probe: ClientProbe, planned: PlannedCall): Promise<void> {
  const call = await probe.call(planned);
  const ended = checkEnd(call);
  if (ended !== undefined) probe.report(ended, call);
  for (const received of call.requests.slice(0, 1))
    for (const problem of await checkRequest(probe.run, call, received))
      probe.report(problem, call);
}

async function runAnswer(
  probe: ClientProbe,
  planned: PlannedAnswer,
  schema: Json,
  name: EdgeName,
): Promise<void> {
  const usual = await probe.usual(planned.operation);
  const isText = name === "look-alikes";
  const edge = isText ? await ofPlainTexts(probe, usual, schema) : edges[name];
  const made = await answerWith(probe, usual, schema, edge);
  if (made === undefined) return;
  const call = await callAnswered(probe, made.planned);
  if (call === undefined || name !== "look-alikes" || call.outcome?.kind !== "answer") return;
  const { body } = call.outcome;
  // A client may make dates of texts that the description calls dates, and of no others.
  const wrong = made.paths.find((path) => valueAt(body, path) instanceof Date);
  if (wrong === undefined) return;
  const place = `/${wrong.join("/")}`;
  const message = `the caller has a Date as ${place}, and the description has a text there that is none by its format`;
  const policy = "texts that look like dates are dates in answers";
  probe.report(
    { check: "call-result", policy, message, pointer: placeOf(made.planned.answer) },
    call,
  );
}

/** Look-alikes where any text may stand: none takes the place of a text with a format. */
async function ofPlainTexts(probe: ClientProbe, usual: PlannedCall, schema: Json): Promise<Edge> {
  const { holds } = probe.run.api.description;
  const any: Edge = (value) => (typeof value === "string" ? [`${value} ${beyondAscii}`] : []);
  const found = await withEdges(usual.answer.value, any, (value) => holds(schema, value as Json));
  const plain = new Set((found?.paths ?? []).map((path) => JSON.stringify(path)));
  return (value, path) =>
    plain.has(JSON.stringify(path)) ? edges["look-alikes"](value, path) : [];
}

/** Sends an answer with characters of several bytes, in pieces that end within them, and a charset as most services do. */
async function runPieces(probe: ClientProbe, planned: PlannedAnswer, schema: Json): Promise<void> {
  const usual = await probe.usual(planned.operation);
  const edge: Edge = (value) => (typeof value === "string" ? [`${value} ${beyondAscii}`] : []);
  const made = await answerWith(probe, usual, schema, edge);
  const { response } = (made?.planned ?? usual).answer;
  const type = `${headerOf(response.headers, "content-type")}; charset=utf-8`;
  const headers = withHeader(response.headers, "content-type", type);
  const pieces = piecesOf(response.body);
  const respond = (): ScriptedAnswer => ({ response: { ...response, headers }, pieces });
  await callAnswered(probe, { ...(made?.planned ?? usual), respond });
}

/** Returns a call whose answer has edge values; `undefined` if none conforms. */
async function answerWith(
  probe: ClientProbe,
  usual: PlannedCall,
  schema: Json,
  edge: Edge,
): Promise<{ readonly planned: PlannedCall; readonly paths: readonly Path[] } | undefined> {
  const { holds } = probe.run.api.description;
  const found = await withEdges(usual.answer.value, edge, (value) => holds(schema, value as Json));
  if (found === undefined) return undefined;
  const planned = await probe.answeredWith(usual, found.value);
  return planned && { planned, paths: found.paths };
}

/** Makes a call and reports what its caller has of the answer. */
async function callAnswered(
  probe: ClientProbe,
  planned: PlannedCall,
): Promise<MadeCall | undefined> {
  const call = await probe.call(planned);
  const [first] = call.requests;
  if (first !== undefined && !isAccepted(first.request.headers, planned.answer)) return undefined;
  for (const problem of await checkOutcome(probe.run, call)) probe.report(problem, call);
  return call;
}

/** The most bytes of a piece. */
const pieceBytes = 256;

/** Splits bytes behind each byte that is only a part of a character, and where a piece is long. */
function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte < 0xc0 && index - start < pieceBytes) continue;
    pieces.push(bytes.subarray(start, index + 1));
    start = index + 1;
  }
  return [...pieces, bytes.subarray(start)];
}
