import type {
  Assistant,
  AssistantRun,
  AssistantRunEvent,
  AssistantRunStatus,
  CreateAssistantRunBody,
} from "@genai-app/contract";
import type { Clock } from "./clock.ts";
import { EventLog } from "./event-log.ts";

/** A language model: streams its output for an input. */
export type Model = (input: string, signal: AbortSignal) => AsyncIterable<string>;

/** A run with its events. */
export interface Run {
  record: AssistantRun;
  readonly events: EventLog<AssistantRunEvent>;
  readonly cancellation: AbortController;
}

/** The time that a run is queued, in milliseconds. */
const queueTime = 500;

/** Starts and stores the runs of assistants. */
export class Runs {
  readonly #runs = new Map<string, Run>();
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #model: Model;

  constructor(clock: Clock, newId: () => string, model: Model) {
    this.#clock = clock;
    this.#newId = newId;
    this.#model = model;
  }

  get(id: string): Run | undefined {
    return this.#runs.get(id);
  }

  /** The runs of an assistant, the oldest first. */
  of(assistantId: string): Run[] {
    return [...this.#runs.values()].filter(({ record }) => record.assistant_id === assistantId);
  }

  /** Starts a run, which proceeds in the background. */
  start(assistant: Assistant, body: CreateAssistantRunBody, userId: string): Run {
    const record = this.#newRecord(assistant, body, userId);
    const run: Run = { record, events: new EventLog(), cancellation: new AbortController() };
    this.#runs.set(record.assistant_run_id, run);
    void this.#perform(run);
    return run;
  }

  /** Cancels a run. */
  cancel(run: Run): void {
    run.cancellation.abort();
    this.#end(run, "CANCELLED", "run.cancelled", null);
  }

  async #perform(run: Run): Promise<void> {
    const { input = "" } = run.record;
    const { signal } = run.cancellation;
    try {
      await this.#clock.wait(queueTime, signal);
      this.#change(run, { status: "RUNNING" });
      this.#emit(run, "run.started", { input });
      let text = "";
      for await (const chunk of this.#model(input, signal)) {
        signal.throwIfAborted();
        text += chunk;
        this.#emit(run, "text.chunk", { text: chunk });
      }
      this.#change(run, { output: { text } });
      this.#end(run, "SUCCEEDED", "run.completed", { text });
    } catch {
      if (!signal.aborted) this.#end(run, "FAILED", "run.failed", null);
    }
  }

  #end(run: Run, status: AssistantRunStatus, type: string, payload: unknown): void {
    this.#change(run, { status, completed_at: this.#clock.now().toISOString() });
    this.#emit(run, type, payload);
    run.events.close();
  }

  #change(run: Run, changes: Partial<AssistantRun>): void {
    run.record = { ...run.record, ...changes, updated_at: this.#clock.now().toISOString() };
  }

  #emit(run: Run, type: string, payload: unknown): void {
    const now = this.#clock.now();
    run.events.append({
      event_id: this.#newId(),
      assistant_run_id: run.record.assistant_run_id,
      origin: "assistant",
      type,
      payload,
      timestamp: now.getTime() / 1000,
      created_at: now.toISOString(),
    });
  }

  #newRecord(assistant: Assistant, body: CreateAssistantRunBody, userId: string): AssistantRun {
    const now = this.#clock.now().toISOString();
    const threadId = body.thread_id ?? (body.new_thread === true ? this.#newId() : undefined);
    return {
      assistant_run_id: this.#newId(),
      assistant_id: assistant.assistant_id,
      status: "QUEUED",
      ...(body.input === undefined ? {} : { input: body.input }),
      args: body.args ?? [],
      stream: body.stream ?? false,
      ...(threadId === undefined ? {} : { thread_id: threadId }),
      ...resourcesOf(assistant, body),
      created_by: userId,
      created_at: now,
      updated_at: now,
      completed_at: null,
    };
  }
}

/** True if a run has ended. */
export const hasEnded = ({ record }: Run): boolean => record.completed_at !== null;

/** The resources of a run: its own, by default those of its assistant, and additional ones. */
function resourcesOf(assistant: Assistant, body: CreateAssistantRunBody) {
  const union = (ids: string[], more: string[] = []): string[] => [...new Set([...ids, ...more])];
  return {
    knowledge_base_ids: union(
      body.knowledge_base_ids ?? assistant.knowledge_base_ids,
      body.additional_knowledge_base_ids,
    ),
    retriever_ids: union(
      body.retriever_ids ?? assistant.retriever_ids,
      body.additional_retriever_ids,
    ),
    ruleset_ids: union(body.ruleset_ids ?? assistant.ruleset_ids, body.additional_ruleset_ids),
    structure_ids: union(
      body.structure_ids ?? assistant.structure_ids,
      body.additional_structure_ids,
    ),
    tool_ids: union(body.tool_ids ?? assistant.tool_ids, body.additional_tool_ids),
  };
}
