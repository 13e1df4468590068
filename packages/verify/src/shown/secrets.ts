import type { ApiDescriptor } from "@openapi-packages/runtime";
import { redacted } from "@openapi-packages/runtime/internals";
import type { Credentials } from "../wire/write-request.ts";

/** A part of a text: as it is, or the environment variable that has what is secret of it. */
export type Piece = string | { readonly variable: string };

interface Secret {
  readonly text: string;
  readonly variable: string;
}

/** What is told of credentials: the variables of the environment that have them, by security scheme. */
export interface SecretNames {
  readonly credentials?: Readonly<Record<string, string>>;
  readonly otherCredentials?: Readonly<Record<string, string>>;
  readonly expiredCredentials?: Readonly<Record<string, string>>;
  readonly weakCredentials?: Readonly<Record<string, string>>;
}

/** The options that have credentials, with what begins the names of the variables that stand for them. */
const prefixes = {
  credentials: "",
  otherCredentials: "OTHER_",
  expiredCredentials: "EXPIRED_",
  weakCredentials: "WEAK_",
} as const satisfies Record<keyof SecretNames, string>;

/** The credentials of a run, by the option that has them. */
type GivenCredentials = { readonly [Option in keyof typeof prefixes]?: Credentials };

/** A shorter text stands in other texts by chance, and is no secret. */
const shortest = 4;

/** The credentials of a run, which nothing that is shown has: the names of variables stand in their places. */
export class Secrets {
  readonly #secrets: readonly Secret[];
  readonly #further: Set<string>;

  private constructor(secrets: readonly Secret[], further: ReadonlySet<string>) {
    this.#secrets = secrets;
    this.#further = new Set(further);
  }

  /** @param names the variables that hold them, where the user named some */
  static of(api: ApiDescriptor, given: GivenCredentials, names: SecretNames = {}): Secrets {
    const options = Object.keys(prefixes) as (keyof typeof prefixes)[];
    const secrets = options.flatMap((option) =>
      secretsOf(api, given[option], names[option], prefixes[option]),
    );
    // The longest first: one may be the beginning of another.
    const all = secrets.toSorted((a, b) => b.text.length - a.text.length);
    return new Secrets(all, new Set());
  }

  /** The same with texts that are secret by the description. */
  with(texts: Iterable<string>): Secrets {
    const long = [...texts].filter((text) => text.length >= shortest);
    return new Secrets(this.#secrets, new Set([...this.#further, ...long]));
  }

  /** A text in pieces: variables in the places of credentials. */
  pieces(text: string): Piece[] {
    let pieces: Piece[] = [text];
    for (const { text: secret, variable } of this.#secrets)
      pieces = pieces.flatMap((piece) =>
        typeof piece === "string" ? parted(piece, secret, variable) : [piece],
      );
    return pieces.map((piece) => (typeof piece === "string" ? this.#withoutFurther(piece) : piece));
  }

  /** A text to read: `Bearer $BEARER_AUTH`. */
  hide(text: string): string {
    return this.pieces(text)
      .map((piece) => (typeof piece === "string" ? piece : `$${piece.variable}`))
      .join("");
  }

  #withoutFurther(text: string): string {
    let shown = text;
    for (const secret of this.#further) shown = shown.replaceAll(secret, redacted);
    return shown;
  }
}

function parted(text: string, secret: string, variable: string): Piece[] {
  return text
    .split(secret)
    .flatMap((part, index): Piece[] => (index === 0 ? [part] : [{ variable }, part]))
    .filter((piece) => piece !== "");
}

function secretsOf(
  { securitySchemes }: ApiDescriptor,
  credentials: Credentials = {},
  names: Readonly<Record<string, string>> = {},
  prefix: string,
): Secret[] {
  return Object.entries(credentials).flatMap(([scheme, text]) => {
    const variable = names[scheme] ?? `${prefix}${variableOf(scheme)}`;
    const descriptor = securitySchemes[scheme];
    const isBasic =
      descriptor?.type === "http" && descriptor.scheme.toLowerCase() === "basic" && text !== "";
    const encoded = isBasic
      ? [{ text: Buffer.from(text).toString("base64"), variable: `${variable}_BASE64` }]
      : [];
    const inAddress = encodeURIComponent(text);
    const forms = [
      { text, variable },
      ...(inAddress === text ? [] : [{ text: inAddress, variable }]),
      ...encoded,
    ];
    return forms.filter((form) => form.text.length >= shortest);
  });
}

/** `bearerAuth` as the name of a variable: `BEARER_AUTH`. */
export function variableOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z\d]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toUpperCase();
  return /^[A-Z]/.test(words) ? words : `SECRET_${words}`.replace(/_$/, "");
}
