import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { OperationDescriptor, Validator } from "@openapi-packages/runtime";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";
import { responseKey } from "@openapi-packages/runtime/internals";
import type { MockOperation, PathParameterState, StateOperation } from "../description.ts";
import { StreamItems } from "../stream-of.ts";
import { tokensOf, valueAt, withoutValueAt, withValueAt } from "./pointers.ts";
import { textOf } from "./record.ts";
import type { Scope, Shown } from "./record.ts";
import { refusedMembers } from "./refused-members.ts";
import type { RequestShape } from "./request-shape.ts";
import type { ResourceStore } from "./store.ts";
import type { MockInput, StateSettings } from "./settings.ts";

/** How an answer can omit a value; `fixed`: it must be that of the example. */
export type Absence = "remove" | "null" | "empty" | "fixed";

/** A place of an answer. */
export interface AnswerPlace {
  readonly tokens: readonly string[];
  /** The value of the example there. */
  readonly example: unknown;
}

/** An operation with state, and facts about its answer that are computed on first use. */
export class OperationPlan<Kind extends StateOperation = StateOperation> {
  readonly operation: OperationDescriptor;
  readonly serializers: MockOperation["serializers"];
  readonly state: Kind;
  readonly store: ResourceStore;
  /**
   * The path parameter that identifies the record. Default: the path contains none, or there is only one
   * record.
   */
  readonly item: PathParameterState | undefined;
  /** The other path parameters: the parents of the record or list. */
  readonly parents: readonly PathParameterState[];
  /** The index of the last accepted value, by member. */
  readonly learned = new Map<string, number>();
  /** The shapes of its requests by their members, in order of arrival. */
  readonly shapes: RequestShape[] = [];
  /** Members that other operations require in a new record; `undefined` until one was created. */
  completion: JsonObject | undefined;
  /** The shared view of all records that it returns unchanged. */
  readonly asTheyAre: readonly Shown[] = [{ by: this }];
  readonly #settings: StateSettings;
  readonly #absences = new Map<string, Absence>();
  readonly #places = new Map<string, AnswerPlace>();
  #success: Answer<AnyResult> | undefined;
  #pattern: JsonObject | undefined | null = null;
  #validator: Validator | undefined | null = null;
  #tokens: readonly string[] | undefined;

  constructor(mock: MockOperation, state: Kind, store: ResourceStore, settings: StateSettings) {
    this.operation = mock.operation;
    this.serializers = mock.serializers;
    this.state = state;
    this.store = store;
    this.#settings = settings;
    this.item = itemOf(mock.operation, state, store);
    this.parents = state.path.filter((one) => one !== this.item);
  }

  /** The answer of its first success example, or else its first documented success without a body. */
  get success(): Answer<AnyResult> {
    this.#success ??= this.#findSuccess();
    return this.#success;
  }

  /** The items of its first success example, if that is a stream. */
  get items(): readonly unknown[] {
    const { body } = this.success;
    return body instanceof StreamItems ? body.items : [];
  }

  /**
   * The place of the record in the answer's body: of its first item for a list, of the item itself for a
   * stream.
   */
  get tokens(): readonly string[] {
    this.#tokens ??= this.#findTokens();
    return this.#tokens;
  }

  /** True if its answer contains records. */
  get isShowing(): boolean {
    return this.state.kind === "stream" || this.state.at !== undefined;
  }

  /** The record in its first success example. */
  get pattern(): JsonObject | undefined {
    if (this.#pattern === null) this.#pattern = this.#findPattern();
    return this.#pattern;
  }

  /** Returns the record's members that the answer's schema rejects; `undefined` when it is valid. */
  refusedIn(value: JsonObject): readonly string[] | undefined {
    if (this.#validator === null) this.#validator = this.#findValidator();
    const validator = this.#validator;
    if (validator === undefined || validator(this.bodyWith(value))) return undefined;
    return refusedMembers(validator.errors ?? [], this.tokens);
  }

  /** Returns the record's members that are serialized in the answer. */
  declaredIn(value: JsonObject): readonly string[] {
    const { status, contentType } = this.success;
    const key = responseKey(this.operation.responses, status) ?? "";
    const first = this.operation.responses[key]?.content?.[0]?.mediaType ?? "";
    const serializer = this.serializers?.responses?.[key]?.[contentType ?? first];
    if (serializer === undefined || !this.isShowing) return Object.keys(value);
    const sent = valueAt(serializer(this.bodyWith(value)), this.tokens);
    return isObject(sent) ? Object.keys(sent).filter((name) => sent[name] !== undefined) : [];
  }

  /** Returns the example's body with another record. */
  bodyWith(value: JsonObject): unknown {
    const { kind } = this.state;
    if (kind === "list") return withValueAt(this.success.body, this.tokens.slice(0, -1), [value]);
    return kind === "stream" ? value : withValueAt(this.success.body, this.tokens, value);
  }

  /** Returns the place of a JSON pointer in the answer. */
  placeAt(pointer: string): AnswerPlace {
    const known = this.#places.get(pointer);
    if (known !== undefined) return known;
    const example = resolvePointer(this.success.body, pointer);
    const place = { tokens: tokensOf(pointer), example };
    this.#places.set(pointer, place);
    return place;
  }

  /** Returns how the answer can omit a value. */
  absenceAt(pointer: string): Absence {
    const known = this.#absences.get(pointer);
    if (known !== undefined) return known;
    const absence = this.#findAbsence(tokensOf(pointer));
    this.#absences.set(pointer, absence);
    return absence;
  }

  /** True if the answer may have a value at a place, tested with the example. */
  takesAt(pointer: string, value: unknown): boolean {
    return this.#accepts(withValueAt(this.success.body, tokensOf(pointer), value));
  }

  /** Returns the key of the record in the path. */
  keyIn({ path }: MockInput): string {
    return this.item === undefined ? "" : textOf(getMember(path, this.item.parameter));
  }

  /** Returns the other path parameters as texts. */
  scopeIn(input: MockInput): Scope {
    if (this.parents.length === 0) return nowhere;
    const scope: { [parameter: string]: string } = {};
    for (const { parameter } of this.parents)
      scope[parameter] = textOf(getMember(input.path, parameter));
    return scope;
  }

  #findAbsence(tokens: readonly string[]): Absence {
    const { body } = this.success;
    if (this.#accepts(withoutValueAt(body, tokens))) return "remove";
    if (this.#accepts(withValueAt(body, tokens, null))) return "null";
    return this.#accepts(withValueAt(body, tokens, "")) ? "empty" : "fixed";
  }

  #accepts(body: unknown): boolean {
    if (this.#validator === null) this.#validator = this.#findValidator();
    return this.#validator === undefined || this.#validator(body);
  }

  #findSuccess(): Answer<AnyResult> {
    const { responses, operationId } = this.operation;
    const examples = this.#settings.examplesOf(operationId);
    const first =
      examples.find((one) => one.status < 300) ?? examples.find((one) => one.status < 400);
    if (first !== undefined) return first;
    const status = Object.keys(responses).find((one) => /^[23]\d\d$/.test(one));
    return { status: status === undefined ? 200 : Number(status) };
  }

  #findTokens(): readonly string[] {
    if (this.state.kind === "stream") return [];
    const tokens = tokensOf(this.state.at ?? "");
    return this.state.kind === "list" ? [...tokens, "0"] : tokens;
  }

  #findPattern(): JsonObject | undefined {
    const { kind, at } = this.state;
    if (kind === "stream") return this.items.find(isObject);
    if (at === undefined || this.success.body === undefined) return undefined;
    const found = resolvePointer(this.success.body, at);
    if (kind === "list") return Array.isArray(found) ? found.find(isObject) : undefined;
    return isObject(found) ? found : undefined;
  }

  #findValidator(): Validator | undefined {
    const { status, contentType } = this.success;
    const key = responseKey(this.operation.responses, status);
    if (key === undefined || !this.isShowing) return undefined;
    const all = this.#settings.validatorsOf(this.operation.operationId).responses;
    const validators = all?.[key] ?? {};
    const first = this.operation.responses[key]?.content?.[0]?.mediaType ?? "";
    const mediaType = contentType ?? first;
    const validator = Object.hasOwn(validators, mediaType) ? validators[mediaType] : undefined;
    // If the validator rejects the example itself, it cannot check values derived from it.
    const example = this.state.kind === "stream" ? this.pattern : this.success.body;
    return validator?.(example) === true ? validator : undefined;
  }
}

/** The scope of a path without parents. */
const nowhere: Scope = Object.freeze({});

/** Returns the path parameter that identifies the record. */
function itemOf(
  { path: template }: OperationDescriptor,
  { kind, path, resource }: StateOperation,
  { descriptor }: ResourceStore,
): PathParameterState | undefined {
  if (kind === "list" || kind === "stream") return undefined;
  const last = path.at(-1);
  if (kind === "create") return last && template.endsWith(`{${last.parameter}}`) ? last : undefined;
  const named =
    path.findLast((one) => one.resource === resource) ??
    path.findLast((one) => one.parameter === descriptor.keyParameter);
  // A resource without keys has one record in each place.
  const hasKeys = descriptor.key !== undefined || descriptor.keyParameter !== undefined;
  return named ?? (hasKeys && last?.resource === undefined ? last : undefined);
}
