import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case } from "../../../run/case.ts";
import { withHeader, type WireRequest } from "../../../wire/wire-request.ts";
import { reportUnrefused } from "../../judge/refusal.ts";
import { reportWrongRefusal } from "../../judge/wrong-refusal.ts";
import { sendChanged } from "../../judge/send-changed.ts";
import type { ServerContext } from "../../server-context.ts";

/** A kind of invalid body. */
interface WrongBody {
  readonly kind: string;
  readonly what: string;
  /** Returns the changed request; `undefined` if it does not apply. */
  readonly change: (request: WireRequest) => WireRequest | undefined;
}

const malformed: WrongBody = {
  kind: "malformed",
  what: "a body that is cut off before its last byte, so that it is not JSON",
  change: (request) =>
    request.body === undefined || !/[\]}]$/.test(new TextDecoder().decode(request.body))
      ? undefined
      : { ...request, body: request.body.subarray(0, -1) },
};

const absent: WrongBody = {
  kind: "empty",
  what: "a request without a body, which is required",
  change: (request) => ({
    ...request,
    body: undefined,
    headers: withHeader(
      withHeader(request.headers, "content-type", undefined),
      "content-length",
      "0",
    ),
  }),
};

const empty: WrongBody = {
  kind: "empty-json",
  what: "a body of no bytes, which is not JSON",
  change: (request) => ({ ...request, body: new Uint8Array() }),
};

/** Tests bodies that are invalid as a whole: none, truncated, empty. At most three requests of an operation. */
export function* bodyCases(context: ServerContext, operation: VerifiedOperation): Generator<Case> {
  const { requestBody, pointer } = operation.model;
  const [media] = requestBody?.content ?? [];
  if (requestBody === undefined || media === undefined) return;
  const isJson = media.kind === "json" && media.stream === undefined;
  const all = [
    ...(isJson ? [malformed] : []),
    ...(requestBody.required ? [absent] : []),
    ...(isJson && requestBody.required ? [empty] : []),
  ];
  for (const { kind, what, change } of all)
    yield {
      id: `${operation.id}/invalid/body/${kind}`,
      operations: [operation],
      aims: ["4XX"],
      async run(probe) {
        const exchange = await sendChanged(context.inputs, probe, operation, {
          what,
          async of(base) {
            const request = change(base.request);
            const verdict = request && (await context.checker.check(operation, request));
            return verdict?.isTaken === false ? request : undefined;
          },
        });
        const rule =
          kind === "empty" ? `${pointer}/requestBody/required` : `${pointer}/requestBody`;
        if (exchange === undefined) return;
        reportUnrefused(probe, operation, exchange, { what, pointer: rule });
        if (kind === "malformed")
          reportWrongRefusal(probe, operation, exchange, { what, part: "syntax" });
      },
    };
}
