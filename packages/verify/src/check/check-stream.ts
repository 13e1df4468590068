import { toIssues, type MediaTypeDescriptor, type Validator } from "@openapi-packages/runtime";
import { createStreamParser, itemOf, parseJson } from "@openapi-packages/runtime/internals";
import type { WireResponse } from "../wire/wire-request.ts";
import type { Problem } from "./checks.ts";

/** The largest item that is read, in bytes. */
const mostOfItem = 1024 * 1024;

/** The items of a stream, and its violations of the description. */
export interface CheckedStream {
  readonly items: readonly unknown[];
  readonly problems: readonly Problem[];
}

/** Checks the items of a stream and, if it is complete, that it ends as documented. */
export function checkStream(
  response: WireResponse,
  media: MediaTypeDescriptor,
  validator: Validator | undefined,
  pointer: string,
): CheckedStream {
  const items: unknown[] = [];
  const problems: Problem[] = [];
  const add = (message: string, rest: Partial<Problem> = {}): void => {
    problems.push({ check: "stream", message, pointer, ...rest });
  };
  const { terminal, errorEvent } = media;
  let isEnded = terminal === undefined;
  try {
    const parser = createStreamParser(media, mostOfItem, false);
    for (const message of parser.push(response.body)) {
      if (message.event === errorEvent) isEnded = true;
      const isTerminal =
        terminal !== undefined &&
        (terminal.data === undefined || terminal.data === message.data) &&
        (terminal.event === undefined || terminal.event === message.event);
      if (isTerminal) isEnded = true;
      if (message.event === errorEvent || (isTerminal && terminal.data !== undefined)) continue;
      const item = itemOf(media, message, parseJson);
      if (item === undefined) continue;
      items.push(item.value);
      if (validator === undefined || validator(item.value)) continue;
      const issues = toIssues("body", validator.errors);
      const [first] = issues;
      add(
        `item ${items.length} of the stream: ${first?.pointer ?? ""} ${first?.message ?? "is invalid"}`,
        { issues },
      );
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    add(`item ${items.length + 1} of the stream cannot be read: ${reason}`);
    return { items, problems };
  }
  if (response.isWhole && !isEnded)
    add(
      `the stream ends without ${JSON.stringify(terminal?.data ?? terminal?.event)}, which ends it by the description`,
    );
  return { items, problems };
}
