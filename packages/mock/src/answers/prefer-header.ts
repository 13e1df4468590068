/** A preference, or a parameter of one. */
export interface PreferPair {
  /** In lower case. */
  readonly name: string;
  /** Empty if there is none. */
  readonly value: string;
  /** The name of the preference that this is a parameter of. Default: it is a preference itself. */
  readonly of?: string;
}

const token = /^[!#$%&'*+\-.^_`|~\w]+/;
const quoted = /^"((?:[^"\\]|\\.)*)"/s;
/** More characters than a token allows, because clients do not quote names of examples that contain a slash. */
const unquoted = /^[^\s",;]+/;

/**
 * Splits the value of a `Prefer` header into its preferences and their parameters, in order (RFC 7240, section
 * 2).
 *
 * @returns `undefined` when it is not a list of preferences.
 */
export function parsePrefer(text: string): PreferPair[] | undefined {
  const pairs: PreferPair[] = [];
  let rest = text.trimStart();
  let of: string | undefined;
  while (rest !== "") {
    const name = token.exec(rest)?.[0].toLowerCase();
    if (name !== undefined) {
      rest = rest.slice(name.length).trimStart();
      let value = "";
      if (rest.startsWith("=")) {
        rest = rest.slice(1).trimStart();
        const read = readValue(rest);
        if (read === undefined) return undefined;
        value = read.value;
        rest = rest.slice(read.length).trimStart();
      }
      pairs.push({ name, value, ...(of === undefined ? {} : { of }) });
      of ??= name;
    }
    if (rest === "") break;
    if (rest.startsWith(",")) of = undefined;
    else if (!rest.startsWith(";")) return undefined;
    rest = rest.slice(1).trimStart();
  }
  return pairs;
}

function readValue(text: string): { readonly value: string; readonly length: number } | undefined {
  const [whole, inner] = quoted.exec(text) ?? [];
  if (whole !== undefined && inner !== undefined)
    return { value: inner.replaceAll(/\\(.)/gs, "$1"), length: whole.length };
  if (text.startsWith('"')) return undefined;
  const value = unquoted.exec(text)?.[0] ?? "";
  return { value, length: value.length };
}
