import type { ClientOptions } from "../src/client/index.ts";
import { logging, type LogRecord, type LoggingOptions } from "../src/client/logging.ts";
import { clientOn } from "./client-harness.ts";

/** A line as the logger was given it. */
export interface Line {
  readonly level: string;
  readonly text: string;
  readonly facts: LogRecord;
}

/** A client that logs, and what it has logged. */
export function clientThatLogs(
  answer: (request: Request) => Response | Promise<Response>,
  options: LoggingOptions = {},
  clientOptions: ClientOptions = {},
) {
  const lines: Line[] = [];
  const to = (level: string) => (text: string, facts: LogRecord) => {
    lines.push({ level, text, facts });
  };
  const logger = { error: to("error"), warn: to("warn"), info: to("info"), debug: to("debug") };
  const middleware = [logging({ logger, ...options })];
  return { ...clientOn(answer, { ...clientOptions, middleware }), lines };
}

/** What the line about the call says, beside those about its attempts. */
export const callLine = (lines: readonly Line[]): LogRecord | undefined =>
  lines.find(({ facts }) => facts.of === "call")?.facts;
