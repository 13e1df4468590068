import type { Piece } from "./secrets.ts";
import { shellWord } from "./shell.ts";

/** A request for display: credentials are variables, other secrets are removed. */
export interface CurlRequest {
  readonly method: string;
  readonly url: readonly Piece[];
  readonly headers: readonly (readonly [name: string, value: readonly Piece[]])[];
  readonly body: readonly Piece[] | Uint8Array | undefined;
  /** The length of a body that cannot be searched for secrets. Default: there is none. */
  readonly hiddenBytes?: number;
}

/** The longest body in a command. */
const longestBody = 8192;

/** Returns a curl command for a shell, with a comment on what it needs. */
export function curlCommand(request: CurlRequest): string {
  const { url, headers, body, hiddenBytes } = request;
  const pieces = [
    ...url,
    ...headers.flatMap(([, value]) => value),
    ...(body === undefined || body instanceof Uint8Array ? [] : body),
  ];
  const variables = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.variable]));
  const needs = [...new Set(variables)].map((name) => `$${name}`);
  if (hiddenBytes !== undefined)
    needs.push(`the body of ${hiddenBytes} bytes, which verify replay sends`);
  return withNeeds(commandOf(request), needs);
}

/** The comment at the end of a command. Within quotes it would be followed by a quote. */
const comment = / {2}# [^']*$/;

/** Adds to the comment of a command what it needs. */
export function withNeeds(command: string, needs: readonly string[]): string {
  if (needs.length === 0) return command;
  const [known] = comment.exec(command) ?? [];
  const before = known === undefined ? "  # needs " : known.includes("needs ") ? ", " : ", needs ";
  return command + before + needs.join(", ").replaceAll("'", "’");
}

function commandOf({ method, url, headers, body, hiddenBytes }: CurlRequest): string {
  const words = ["curl", "--include"];
  if (method === "HEAD") words[1] = "--head";
  else if (method !== "GET" || body !== undefined) words.push("--request", shellWord([method]));
  if (url.some((piece) => typeof piece === "string" && /[[\]{}]/.test(piece)))
    words.push("--globoff");
  if (url.some((piece) => typeof piece === "string" && /\/\.\.?(\/|$|\?)/.test(piece)))
    words.push("--path-as-is");
  words.push(shellWord(url));
  const names = headers.map(([name]) => name.toLowerCase());
  for (const [name, value] of headers) {
    if (/^(?:content-length|host|connection)$/i.test(name)) continue;
    words.push("--header", shellWord(headerPieces(name, value)));
  }
  if (hiddenBytes !== undefined) return [...words, "--data-binary", "@body"].join(" ");
  if (body === undefined) return words.join(" ");
  if (!names.includes("content-type")) words.push("--header", "content-type:");
  return withBody(words, body);
}

function headerPieces(name: string, value: readonly Piece[]): Piece[] {
  // With an empty value curl removes a header, unless a semicolon replaces the colon.
  const isEmpty = value.every((piece) => piece === "");
  if (isEmpty) return [`${name};`];
  const [first, ...rest] = value;
  return typeof first === "string" ? [`${name}: ${first}`, ...rest] : [`${name}: `, ...value];
}

function withBody(words: readonly string[], body: readonly Piece[] | Uint8Array): string {
  const isBinary = body instanceof Uint8Array;
  const length = isBinary
    ? body.length
    : body.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);
  if (length > longestBody)
    return `${words.join(" ")} --data-binary @body  # the body has ${length} bytes, which verify replay sends`;
  if (!isBinary) return [...words, "--data-raw", shellWord(body)].join(" ");
  const encoded = Buffer.from(body).toString("base64");
  return `printf %s ${shellWord([encoded])} | base64 --decode | ${words.join(" ")} --data-binary @-`;
}
