import type { Redactor } from "@openapi-packages/runtime/internals";
import {
  basicSecrets,
  parseJson,
  redacted,
  SecretSearch,
} from "@openapi-packages/runtime/internals";
import type { HeaderField } from "./header-fields.ts";

/**
 * Returns the secrets in a header: a credential without its scheme, both halves for `Basic`, the values of
 * cookies.
 */
export function headerSecrets(name: string, value: string): readonly string[] {
  if (/^(?:set-)?cookie$/i.test(name)) {
    // In Set-Cookie the first pair has the value; the others are attributes.
    const pairs = /^set/i.test(name) ? value.split(";").slice(0, 1) : value.split(";");
    return pairs.map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
  }
  const basic = /^Basic +([\w+/-]+=*)$/i.exec(value)?.[1];
  const pair = basic === undefined ? [] : basicSecrets(Buffer.from(basic, "base64").toString());
  return [value.replace(/^[A-Za-z]+ (?=\S)/, ""), ...pair];
}

/** Returns the parts of a URL that its redacted copy lacks: path segments, query values, user and password. */
export function urlSecrets(url: string, shown: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  const parts = (text: string): string[] => text.split(/[/?#&=]/);
  const own = parts(url);
  const left = parts(shown);
  const gone = own.length === left.length ? own.filter((_, index) => left[index] === redacted) : [];
  return [...gone, ...gone.map(plain), username, password];
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Returns the secrets that a redactor leaves out of the URL and the headers of an exchange. */
export function exchangeSecrets(
  redactor: Redactor,
  url: string,
  fields: readonly HeaderField[],
): readonly string[] {
  return [
    ...urlSecrets(url, redactor.url(url)),
    ...fields.flatMap(([name, value]) =>
      Object.values(redactor.headers([[name, value]]))[0] === redacted
        ? headerSecrets(name, value)
        : [],
    ),
  ];
}

/** Creates a search for secrets, without the placeholder of already redacted ones. */
export const searchFor = (secrets: readonly string[]): SecretSearch =>
  new SecretSearch(secrets.filter((one) => one !== redacted));

/** Removes secrets from the texts of a value. */
export function withoutTexts<Value>(value: Value, search: SecretSearch): Value {
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return search.replace(one, redacted);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value) as Value;
}

/** Removes secrets from the text of a body. JSON stays JSON, even if a number was secret. */
export function withoutSecrets(text: string, search: SecretSearch): string {
  if (search.find(text).length === 0) return text;
  try {
    return JSON.stringify(search.replaceIn(parseJson(text), redacted));
  } catch {
    return search.replace(text, redacted);
  }
}
