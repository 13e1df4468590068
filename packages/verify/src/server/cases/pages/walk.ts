import { resolvePointer } from "@openapi-packages/runtime";
import {
  ApiError,
  callPages,
  describedOperation,
  PaginationError,
  type CallInput,
} from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { sendingCore } from "../../../wire/write-request.ts";

/** The pages of a list that were read. */
export interface Walk {
  readonly pages: readonly (readonly unknown[])[];
  readonly items: readonly unknown[];
  readonly exchanges: readonly Exchange[];
  /** True if the last page was reached. */
  readonly isWhole: boolean;
  /** Why the pages violate the declared pagination; `undefined` if they do not. */
  readonly fault: string | undefined;
}

/** Names of parameters for parts of a list. */
const paging =
  /^(page|offset|skip|start|cursor|after|before|limit|per_?page|page_?(size|token|number)|next|top|max_?(results|keys|items))$/i;

/**
 * Follows the pages of a list as the client does. A list without declared pagination is read by one request.
 *
 * @param most the most pages to read
 */
export async function walkList(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
  most: number,
): Promise<Walk> {
  if (operation.mock.operation.pagination !== undefined)
    return walkPages(probe, operation, input, most);
  const state = probe.api.description.mock.state?.operations[operation.id];
  const exchange = await probe.call(operation, input);
  const place = state?.at === undefined ? undefined : resolvePointer(exchange.value, state.at);
  const items: unknown[] = Array.isArray(place) ? place : [];
  const hasParts =
    operation.model.hasUndeclaredPages ||
    operation.model.parameters.some(({ in: location, name }) =>
      location === "query" ? paging.test(name.replaceAll(/[[\]$-]/g, "")) : false,
    ) ||
    exchange.response?.headers.some(([name]) => name.toLowerCase() === "link") === true;
  const isWhole = exchange.response?.status === 200 && Array.isArray(place) && !hasParts;
  return { pages: [items], items, exchanges: [exchange], isWhole, fault: undefined };
}

async function walkPages(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
  most: number,
): Promise<Walk> {
  const exchanges: Exchange[] = [];
  const pages: unknown[][] = [];
  const { api } = probe.api.description.mock;
  const core = sendingCore(api, probe.options.credentials ?? {}, async (request) => {
    const exchange = await probe.send(operation, request);
    exchanges.push(exchange);
    return exchange.response;
  });
  const pointer = operation.mock.operation.pagination?.response.items ?? "";
  let isWhole = true;
  let fault: string | undefined;
  try {
    const call = callPages(core, describedOperation(operation.mock.operation), input);
    for await (const page of call.pages()) {
      const items = resolvePointer(page, pointer);
      pages.push(Array.isArray(items) ? items : []);
      isWhole = pages.length < most;
      if (!isWhole) break;
    }
  } catch (error) {
    isWhole = false;
    if (error instanceof PaginationError) fault = error.message;
    // Other errors are reported as problems of their exchange.
    else if (!(error instanceof ApiError) && exchanges.length === 0) throw error;
  }
  return { pages, items: pages.flat(), exchanges, isWhole, fault };
}
