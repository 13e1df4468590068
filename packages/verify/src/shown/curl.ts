import type { Piece } from "./secrets.ts";
import { shellWord } from "./shell.ts";

/** A request as it is shown: credentials are variables, other secrets left out. */
export interface CurlRequest {
  readonly method: string;
  readonly url: readonly Piece[];
  readonly headers: readonly (readonly [name: string, value: readonly Piece[]])[];
  readonly body: readonly Piece[] | Uint8Array | undefined;
  /** The length of a body that may have secrets which nobody can look for. Default: there is none. */
  readonly hiddenBytes?: number;
}

/** A longer body is not pasted into a shell. */
const longestBody = 8192;

/** A curl command that sends a request, to be pasted into a shell, with a comment on what it needs. */
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

/** What a command of ours ends with: outside of quotes, since quoted text is followed by its quote. */
const comment = / {2}# [^']*$/;

/** A command with a comment on what it needs to be run, behind that which it has. */
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
  // Without a value curl leaves a header out, unless a semicolon takes the place of the colon.
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
