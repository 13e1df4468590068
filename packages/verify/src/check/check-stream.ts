import type { EventStreamMessage, MediaTypeDescriptor } from "@openapi-packages/runtime";
import { createStreamParser, itemOf, parseJson } from "@openapi-packages/runtime/internals";
import type { WireResponse } from "../wire/wire-request.ts";
import type { Problem } from "./checks.ts";
import { schemaIssues, type AnswerSchema } from "./schema-issues.ts";
import { streamTextFault } from "./stream-text.ts";

/** The largest item that is read, in bytes. */
const mostOfItem = 1024 * 1024;

/** The items of a stream, and its violations of the description. */
export interface CheckedStream {
  readonly items: readonly unknown[];
  readonly problems: readonly Problem[];
}

/** Checks the items of a stream and its text and, if it is complete, that it ends as documented. */
export function checkStream(
  response: WireResponse,
  media: MediaTypeDescriptor,
  schema: AnswerSchema,
  pointer: string,
): CheckedStream {
  const { stream } = media;
  // The parts of a multipart body are no lines.
  if (stream === undefined || stream === "multipart") return { items: [], problems: [] };
  const check = new StreamCheck(media, schema, pointer);
  const fault = streamTextFault(stream, response.body, response.isWhole);
  if (fault !== undefined) check.add(fault);
  check.read(response);
  return check;
}

class StreamCheck implements CheckedStream {
  readonly items: unknown[] = [];
  readonly problems: Problem[] = [];
  readonly #media: MediaTypeDescriptor;
  readonly #schema: AnswerSchema;
  readonly #pointer: string;
  /** True after the terminal event, or one that reports an error. */
  #isEnded = false;
  #isOver = false;

  constructor(media: MediaTypeDescriptor, schema: AnswerSchema, pointer: string) {
    this.#media = media;
    this.#schema = schema;
    this.#pointer = pointer;
  }

  add(message: string, rest: Partial<Problem> = {}): void {
    this.problems.push({ check: "stream", message, pointer: this.#pointer, ...rest });
  }

  read({ body, isWhole }: WireResponse): void {
    const { terminal } = this.#media;
    try {
      const parser = createStreamParser(this.#media, mostOfItem, true);
      for (const message of parser.push(body)) this.#take(message);
      if (isWhole) for (const message of parser.end?.() ?? []) this.#take(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.add(`item ${this.items.length + 1} of the stream cannot be read: ${reason}`);
      return;
    }
    if (isWhole && !this.#isEnded && terminal !== undefined)
      this.add(`the stream ends without ${endText(terminal)}, which ends it by the description`);
  }

  #take(message: EventStreamMessage): void {
    const { terminal, errorEvent } = this.#media;
    if (this.#isOver && terminal !== undefined)
      this.add(`the stream goes on after ${endText(terminal)}, which ends it by the description`);
    const isError = message.event === errorEvent;
    const isTerminal =
      terminal !== undefined &&
      (terminal.data === undefined || terminal.data === message.data) &&
      (terminal.event === undefined || terminal.event === message.event);
    if (isTerminal || isError) this.#isEnded = true;
    if (isTerminal) this.#isOver = true;
    if (isError || (isTerminal && terminal.data !== undefined)) return;
    const item = itemOf(this.#media, message, parseJson);
    if (item === undefined) return;
    this.items.push(item.value);
    const found = schemaIssues(this.#schema, `item ${this.items.length} of the stream`, item.value);
    if (found !== undefined) this.add(found.message, { issues: found.issues });
  }
}

const endText = ({ data, event }: NonNullable<MediaTypeDescriptor["terminal"]>): string =>
  JSON.stringify(data ?? event);
