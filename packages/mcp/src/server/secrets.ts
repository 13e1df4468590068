import { redacted, SecretSearch, usualSecrets } from "@openapi-packages/runtime/internals";
import { isRecord } from "../schema/resolve.ts";

/** The most stored credentials. Renewed ones replace the oldest. */
const mostSecrets = 50;

/** Removes credentials from what models and their users see. */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #names: ReadonlySet<string>;
  #search: SecretSearch | undefined;

  /** @param names the names of secret members */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** Stores a credential. */
  learn(secret: string): void {
    if (secret === "") return;
    if (!this.#values.has(secret)) this.#search = undefined;
    this.#values.delete(secret);
    this.#values.add(secret);
    const [oldest] = this.#values;
    if (this.#values.size > mostSecrets && oldest !== undefined) this.#values.delete(oldest);
  }

  /** Returns a text or plain data without the credentials that were sent, in any encoding. */
  hide<Value>(value: Value): Value {
    this.#search ??= new SecretSearch(this.#values);
    return this.#search.replaceIn(value, redacted);
  }

  /** Returns a JSON value without members that have the name of a secret. */
  redact(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.redact(item));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        this.#names.has(name) || usualSecrets.test(name) ? redacted : this.redact(member),
      ]),
    );
  }
}
