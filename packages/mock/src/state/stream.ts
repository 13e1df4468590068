import { eventFieldsOf } from "@openapi-packages/runtime/internals";
import { withEventFields } from "@openapi-packages/runtime";
import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer, RequestContext } from "@openapi-packages/runtime/server";
import { StreamItems } from "../stream-of.ts";
import { untilLeft } from "../answers/until-left.ts";
import type { StateOperation } from "../description.ts";
import { nextTurn, applyDue } from "./lifecycle.ts";
import type { MockInput } from "./settings.ts";
import type { OperationPlan } from "./plan.ts";
import { parentOf, placesIn } from "./places.ts";
import { textOf, typedLike } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";
import type { Resources } from "./resources.ts";
import { shownBy } from "./shown.ts";
import { isBelow } from "./store.ts";

type StreamPlan = OperationPlan<Extract<StateOperation, { kind: "stream" }>>;

/**
 * Streams the records below the path: first the existing ones, then new ones. It ends with the lifecycle of the
 * parent or, without a lifecycle, after the existing records.
 */
export function stream(
  resources: Resources,
  plan: StreamPlan,
  input: MockInput,
  { signal, lastEventId }: RequestContext,
): Answer<AnyResult> {
  const places = placesIn(resources, plan, input);
  const parent = parentOf(resources, plan, places);
  const items = new StreamedItems(resources, plan, places, parent);
  // Without records the example's items are sent, as for streams without state.
  if (items.isEmpty) return { ...plan.success, body: new StreamItems(keyed(plan, places)) };
  return { ...plan.success, body: untilLeft((left) => items.stream(lastEventId, left), signal) };
}

class StreamedItems {
  readonly #resources: Resources;
  readonly #plan: StreamPlan;
  readonly #places: Scope;
  readonly #parent: MockRecord | undefined;

  constructor(
    resources: Resources,
    plan: StreamPlan,
    places: Scope,
    parent: MockRecord | undefined,
  ) {
    this.#resources = resources;
    this.#plan = plan;
    this.#places = places;
    this.#parent = parent;
  }

  /** True if there is nothing to send, now or later. */
  get isEmpty(): boolean {
    applyDue(this.#resources);
    return !this.#isAlive && this.#below(0).length === 0;
  }

  get #isAlive(): boolean {
    return this.#parent?.since !== undefined;
  }

  async *stream(
    lastEventId: string | undefined,
    left: AbortSignal,
  ): AsyncGenerator<unknown, void, undefined> {
    applyDue(this.#resources);
    let last = this.#startBehind(lastEventId);
    for (;;) {
      applyDue(this.#resources);
      const fresh = this.#below(last);
      for (const record of fresh) {
        last = record.order;
        if (!record.isGone) yield this.#item(record);
      }
      if (fresh.length > 0) continue;
      if (!this.#isAlive || this.#parent?.isGone !== false) break;
      await this.#change(this.#parent, left);
    }
  }

  /** Returns the position of the record that a client received last; 0 if there is none. */
  #startBehind(lastEventId: string | undefined): number {
    if (lastEventId === undefined) return 0;
    const { store, parents } = this.#plan;
    return store.find(lastEventId, parents, this.#places)?.order ?? 0;
  }

  #below(last: number): readonly MockRecord[] {
    const { store, parents } = this.#plan;
    return store.after(last).filter((record) => isBelow(record, parents, this.#places, false));
  }

  #item(record: MockRecord): object {
    const item = { ...shownBy(this.#resources, this.#plan, record) };
    const { event, key } = record;
    return withEventFields(
      item,
      event === undefined ? fieldsFor(key) : { ...fieldsFor(key), event },
    );
  }

  /** Waits for a change of the records, or of their parent. */
  async #change(parent: MockRecord, left: AbortSignal): Promise<void> {
    const { clock } = this.#resources.settings;
    const store = this.#resources.storeOf(parent.resource);
    const due = store === undefined ? Infinity : nextTurn(this.#resources, store, parent);
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    const own = this.#plan.store.name;
    const forget = this.#resources.onChange((record) => {
      if (record === parent || record.resource === own) wake();
    });
    left.addEventListener("abort", wake, { once: true });
    try {
      await clock.wait(Math.max(due - clock.now(), 0), woken.signal);
    } catch (error) {
      if (!woken.signal.aborted) throw error;
    } finally {
      forget();
      left.removeEventListener("abort", wake);
    }
    left.throwIfAborted();
  }
}

/** Returns the example's items as records below the path, each with its key as event id. */
function keyed({ items, store, parents }: StreamPlan, places: Scope): unknown[] {
  return items.map((item) => {
    if (!isObject(item)) return item;
    const placed = { ...item };
    for (const { parameter, member } of parents) {
      const place = places[parameter];
      const shown = member === undefined ? undefined : getMember(item, member);
      if (member !== undefined && place !== undefined && shown !== undefined)
        setMember(placed, member, typedLike(place, shown));
    }
    const key = getMember(item, store.descriptor.key ?? "");
    const named = key === undefined || key === null ? {} : fieldsFor(textOf(key));
    return withEventFields(placed, { ...eventFieldsOf(item), ...named });
  });
}

/** Returns the event id of a key, if an event stream can express it. */
const fieldsFor = (key: string): { readonly id?: string } =>
  /^[^\r\n\0]+$/.test(key) ? { id: key } : {};
