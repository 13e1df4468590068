import { redacted } from "@openapi-packages/runtime/internals";

/** A shorter text stands in other texts by chance. */
const shortest = 4;

/** The secrets of a header that is left out: a credential without its scheme, the values of cookies. */
export function headerSecrets(name: string, value: string): readonly string[] {
  if (/^(?:set-)?cookie$/i.test(name)) {
    // Of a cookie that is set, the first pair has its value; the others are attributes.
    const pairs = /^set/i.test(name) ? value.split(";").slice(0, 1) : value.split(";");
    return pairs.map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
  }
  return [value.replace(/^[A-Za-z]+ (?=\S)/, "")];
}

/** What a URL has and its redacted copy has not: parts of its path, values of its query, user and password. */
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

/** A value of plain data whose texts have none of the secrets. */
export function withoutTexts<Value>(value: Value, secrets: readonly string[]): Value {
  const long = secrets.filter((one) => one.length >= shortest && one !== redacted);
  const hide = (text: string): string =>
    long.reduce((shown, secret) => shown.replaceAll(secret, redacted), text);
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return hide(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value) as Value;
}
