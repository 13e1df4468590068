import type { ApiDescriptor } from "@openapi-packages/runtime";
import { basicSecrets, redacted, SecretSearch } from "@openapi-packages/runtime/internals";
import type { Credentials } from "../wire/write-request.ts";

/** A part of a text: plain, or the environment variable for a secret. */
export type Piece = string | { readonly variable: string };

interface Secret {
  readonly text: string;
  readonly variable: string;
  readonly option: keyof GivenCredentials;
}

/** The names of environment variables with credentials, by security scheme. */
export interface SecretNames {
  readonly credentials?: Readonly<Record<string, string>>;
  readonly otherCredentials?: Readonly<Record<string, string>>;
  readonly expiredCredentials?: Readonly<Record<string, string>>;
  readonly weakCredentials?: Readonly<Record<string, string>>;
}

/** The options with credentials, and the prefixes of their variables. */
const prefixes = {
  credentials: "",
  otherCredentials: "OTHER_",
  expiredCredentials: "EXPIRED_",
  weakCredentials: "WEAK_",
} as const satisfies Record<keyof SecretNames, string>;

/** The credentials of a run, by option. */
type GivenCredentials = { readonly [Option in keyof typeof prefixes]?: Credentials };

/** The credentials of a run, which are replaced by names of variables wherever something is shown. */
export class Secrets {
  readonly #secrets: readonly Secret[];
  readonly #further: ReadonlySet<string>;
  readonly #search: SecretSearch;

  private constructor(secrets: readonly Secret[], further: ReadonlySet<string>) {
    this.#secrets = secrets;
    this.#further = further;
    this.#search = new SecretSearch([...secrets.map(({ text }) => text), ...further]);
  }

  /** @param names the variables that the user has named */
  static of(api: ApiDescriptor, given: GivenCredentials, names: SecretNames = {}): Secrets {
    const options = Object.keys(prefixes) as (keyof typeof prefixes)[];
    const all = options.flatMap((option) => secretsOf(api, option, given[option], names[option]));
    return new Secrets(all, new Set());
  }

  /** Returns a copy with additional secret texts. */
  with(texts: Iterable<string>): Secrets {
    const further = [...texts].filter((text) => text !== redacted);
    return new Secrets(this.#secrets, new Set([...this.#further, ...further]));
  }

  /** True if a text contains a credential of an option. */
  has(option: keyof GivenCredentials, text: string): boolean {
    return this.#search.find(text).some(({ index }) => this.#secrets[index]?.option === option);
  }

  /** Splits a text into pieces, with variables in place of credentials. */
  pieces(text: string): Piece[] {
    const pieces: Piece[] = [];
    const add = (piece: string): void => {
      const last = pieces.at(-1);
      if (typeof last === "string") pieces[pieces.length - 1] = last + piece;
      else if (piece !== "") pieces.push(piece);
    };
    let from = 0;
    for (const { start, end, index } of this.#search.find(text)) {
      add(text.slice(from, start));
      const variable = this.#secrets[index]?.variable;
      if (variable === undefined) add(redacted);
      else pieces.push({ variable });
      from = end;
    }
    add(text.slice(from));
    return pieces.length === 0 ? [text] : pieces;
  }

  /** Returns a text for display: `Bearer $BEARER_AUTH`. */
  hide(text: string): string {
    return this.pieces(text)
      .map((piece) => (typeof piece === "string" ? piece : `$${piece.variable}`))
      .join("");
  }
}

function secretsOf(
  { securitySchemes }: ApiDescriptor,
  option: keyof GivenCredentials,
  credentials: Credentials = {},
  names: Readonly<Record<string, string>> = {},
): Secret[] {
  return Object.entries(credentials).flatMap(([scheme, text]) => {
    const variable = names[scheme] ?? `${prefixes[option]}${variableOf(scheme)}`;
    const descriptor = securitySchemes[scheme];
    const isBasic = descriptor?.type === "http" && descriptor.scheme.toLowerCase() === "basic";
    if (!isBasic) return [{ text, variable, option }];
    // A single key is sent as the user name.
    const [pair = "", user = "", password = ""] = basicSecrets(
      text.includes(":") ? text : `${text}:`,
    );
    return [
      // Of encodings that are equal the first one counts.
      { text: Buffer.from(pair).toString("base64"), variable: `${variable}_BASE64`, option },
      { text: pair, variable, option },
      { text: password, variable: `${variable}_PASSWORD`, option },
      { text: user, variable: `${variable}_USERNAME`, option },
    ];
  });
}

/** Converts `bearerAuth` to the name of a variable: `BEARER_AUTH`. */
export function variableOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z\d]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toUpperCase();
  const isTaken = /^(?:HOME|IFS|LANG|PATH|PWD|SHELL|TERM|TMPDIR|USER)$/.test(words);
  return /^[A-Z]/.test(words) && !isTaken ? words : `SECRET_${words}`.replace(/_$/, "");
}
