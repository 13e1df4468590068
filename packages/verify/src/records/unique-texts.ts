import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../description/verified-api.ts";

/** What a run has learned of members that have another text in each record, such as the number of a contract. */
export class UniqueTexts {
  /** The members of each operation's body, by its identifier. */
  readonly #members = new Map<string, ReadonlySet<string>>();
  /** The texts that records have, by operation and member. */
  readonly #taken = new Set<string>();

  /** Returns the members that need another text in each record, as far as refusals have shown them. */
  of({ id }: VerifiedOperation): readonly string[] {
    return [...(this.#members.get(id) ?? [])];
  }

  /**
   * Notes that other texts in these members made an operation take what it had refused.
   *
   * @param refused the body that was refused, whose texts somebody else's record has
   */
  note(operation: VerifiedOperation, names: readonly string[], refused: unknown): void {
    this.#members.set(operation.id, new Set([...this.of(operation), ...names]));
    this.take(operation, refused);
  }

  /** Notes the texts that a record has. */
  take(operation: VerifiedOperation, body: unknown): void {
    if (!isObject(body)) return;
    for (const name of Object.keys(body)) this.#taken.add(textIn(operation, body, name));
  }

  /** True if a record has one of the texts that have to be unique. */
  isTaken(operation: VerifiedOperation, body: unknown): boolean {
    return this.of(operation).some((name) => this.#taken.has(textIn(operation, body, name)));
  }
}

const textIn = ({ id }: VerifiedOperation, body: unknown, name: string): string =>
  JSON.stringify([id, name, isObject(body) && getMember(body, name)]);

/** Returns the members whose values differ in two bodies. */
export function changedMembers(before: unknown, after: unknown): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}
