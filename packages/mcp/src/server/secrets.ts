import { isRecord } from "../schema/resolve.ts";

const redacted = "REDACTED";

/** The usual names of secrets. */
const usualSecrets =
  /authorization|cookie|passw|secret|credential|api[-_]?key|access[-_]?key|private[-_]?key|token$|signature$|^sig$/iu;

/** The most credentials that are remembered; renewed ones replace the oldest. */
const mostSecrets = 50;

/** Keeps credentials out of what models and their users see. */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #names: ReadonlySet<string>;

  /** @param names of members that are secret */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** Remembers a credential; very short ones would take half of a text with them. */
  learn(secret: string): void {
    if (secret.length < 4) return;
    this.#values.delete(secret);
    this.#values.add(secret);
    const [oldest] = this.#values;
    if (this.#values.size > mostSecrets && oldest !== undefined) this.#values.delete(oldest);
  }

  /** A text without the credentials that have been sent, as they are, as JSON and as addresses have them. */
  hide(text: string): string {
    let hidden = text;
    for (const value of this.#values)
      for (const form of new Set([
        value,
        JSON.stringify(value).slice(1, -1),
        encodeURIComponent(value),
      ]))
        hidden = hidden.replaceAll(form, redacted);
    return hidden;
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
