import { redacted, SecretSearch, usualSecrets } from "@openapi-packages/runtime/internals";
import { isRecord } from "../schema/resolve.ts";

/** The most credentials that are remembered; renewed ones replace the oldest. */
const mostSecrets = 50;

/** Keeps credentials out of what models and their users see. */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #names: ReadonlySet<string>;
  #search: SecretSearch | undefined;

  /** @param names of members that are secret */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** Remembers a credential. */
  learn(secret: string): void {
    if (secret === "") return;
    if (!this.#values.has(secret)) this.#search = undefined;
    this.#values.delete(secret);
    this.#values.add(secret);
    const [oldest] = this.#values;
    if (this.#values.size > mostSecrets && oldest !== undefined) this.#values.delete(oldest);
  }

  /** A text, or plain data, without the credentials that have been sent, in whatever encoding. */
  hide<Value>(value: Value): Value {
    this.#search ??= new SecretSearch(this.#values);
    return this.#search.replaceIn(value, redacted);
  }

  /** A value of JSON without members that have the name of a secret. */
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
