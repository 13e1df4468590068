import type { OperationDescriptor, SensitiveTable } from "@openapi-packages/runtime";
import { headerValue, Redactor } from "@openapi-packages/runtime/internals";
import type { Places } from "@openapi-packages/runtime/internals";
import type { MockDescription } from "../../description.ts";
import type { KeptBytes } from "./kept-bytes.ts";
import type { LoggedExchange } from "./logged-exchange.ts";
import { redactedBody } from "./redacted-body.ts";
import { shortened } from "./shortened.ts";
import type { ExchangeDetails, ExchangeSummary, MessageView } from "./shown-exchange.ts";

const undescribed: OperationDescriptor = { operationId: "", method: "", path: "", responses: {} };

/** Creates what the console shows of exchanges, without their secrets. */
export class ExchangeViews {
  readonly #description: MockDescription;
  readonly #tags: ReadonlyMap<string, string>;

  constructor(description: MockDescription) {
    this.#description = description;
    this.#tags = new Map(
      description.operations.flatMap(({ operation, tag }) =>
        tag === undefined ? [] : [[operation.operationId, tag]],
      ),
    );
  }

  summary(logged: LoggedExchange): ExchangeSummary {
    return shortened(this.#whole(logged));
  }

  details(logged: LoggedExchange): ExchangeDetails {
    const { begun, answer, sent, received, exchange } = logged;
    const redactor = this.#redactor(begun.operation);
    const { headers } = begun.request;
    const type = headerValue(begun.request, "content-type");
    const response = answer && {
      headers: headersOf(redactor, answer.headers),
      body: bodyOf(
        received,
        String(answer.headers["content-type"] ?? ""),
        redactor.response(answer.status),
        exchange === undefined,
      ),
    };
    return {
      ...this.#whole(logged),
      request: { headers: headersOf(redactor, headers), body: bodyOf(sent, type, redactor.body) },
      ...(response && { response }),
    };
  }

  #whole({ begun, answer, exchange, received }: LoggedExchange): ExchangeSummary {
    const { number, time, request, operation } = begun;
    const operationId = operation?.operationId;
    const tag = operationId === undefined ? undefined : this.#tags.get(operationId);
    const redactor = this.#redactor(operation);
    const known = exchange ?? {
      number,
      time,
      operationId,
      status: answer?.status,
      method: request.method,
      mode: "mock" as const,
      fault: undefined,
      violations: [],
    };
    const violations = known.violations.map((one) => ({ ...one, url: redactor.url(one.url) }));
    return {
      ...known,
      violations,
      url: redactor.url(request.url),
      ...(tag === undefined ? {} : { tag }),
      isOpen: exchange === undefined,
      received: received.size,
    };
  }

  #redactor(operation: OperationDescriptor = undescribed): Redactor {
    const table: SensitiveTable = this.#description.sensitive ?? {};
    return new Redactor(table, operation);
  }
}

type Headers = LoggedExchange["begun"]["request"]["headers"];

/** Returns the redacted headers with all of their lines. */
const headersOf = (redactor: Redactor, headers: Headers): MessageView["headers"] =>
  redactor.headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]],
    ),
  );

function bodyOf(
  body: KeptBytes,
  contentType: string | undefined,
  places: Places,
  isOpen = false,
): MessageView["body"] {
  const { size, kept } = body;
  const isCut = isOpen || kept < size;
  const text = redactedBody({ bytes: body.bytes(), contentType, isCut }, places);
  return { size, kept, ...(text === undefined ? {} : { text }) };
}
