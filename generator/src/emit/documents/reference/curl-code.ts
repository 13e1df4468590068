import { codeBlock, shellText } from "@openapi-packages/description/text/escape";
import {
  isObject,
  member,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import type { ExampleInput } from "@openapi-packages/compiler/mock/answers/example-input";
import type { ApiModel, MediaType, Operation } from "@openapi-packages/description/model/api-model";
import { successContent } from "@openapi-packages/description/model/streams/stream-member";
import { exampleServer, knownServer } from "../readmes/readme-examples.ts";
import { pathText, plainText, queryTexts, type NamedText } from "./curl-values.ts";

/** Returns a Markdown block with the curl command of an operation; empty if there is none. */
export function curlCode(
  model: ApiModel,
  operation: Operation,
  example: ExampleInput,
): readonly string[] {
  const lines = curlCommand(model, operation, example);
  return lines.length === 0 ? [] : [...codeBlock(lines, "sh"), ""];
}

/**
 * Writes the curl command of an operation, one line per option; empty if curl cannot send its body.
 * Credentials come from the environment: `$API_KEY`, or `$API_USERNAME` and `$API_PASSWORD`.
 */
export function curlCommand(
  model: ApiModel,
  operation: Operation,
  { input, body, files }: ExampleInput,
): readonly string[] {
  const given =
    body === undefined || input["body"] === undefined
      ? []
      : bodyOptions(body, input["body"], files);
  const auth = credentials(model, operation);
  const headers = headerOptions(operation, input);
  if (given === undefined || ![...auth.headers, ...headers].every(isHeader)) return [];
  const options = [
    ...methodOption(operation.method, given.length > 0),
    ...streamOptions(operation),
    ...auth.options,
    ...[...auth.headers, ...headers].map(({ text }) => `--header ${text}`),
    ...cookieOptions(operation, input),
    ...given,
    ...(answersFile(operation) ? ["--output answer.bin"] : []),
  ];
  const url = urlOf(model, operation, input, auth.query);
  return [`curl ${url}`, ...options].join(" \\\n  ").split("\n");
}

/** A header, as the shell word that sends it. */
interface Header {
  readonly name: string;
  readonly text: string;
}

/**
 * False if a name is not a valid header name (RFC 9110, section 5.6.2): curl could read it as a file
 * name.
 */
const isHeader = ({ name }: Header): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

/** Returns the option for the method. By default curl sends GET, or POST with a body. */
function methodOption(method: string, hasBody: boolean): readonly string[] {
  if (method === "HEAD") return ["--head"];
  return method === "GET" && !hasBody ? [] : [`--request ${shellText(method)}`];
}

function urlOf(
  model: ApiModel,
  operation: Operation,
  input: JsonObject,
  secrets: readonly string[],
): string {
  const servers = operation.servers.length > 0 ? operation.servers : model.servers;
  const place = { ...model, servers };
  const base = (knownServer(place) ?? exampleServer(place)).replace(/\/$/, "");
  const own = (location: string, name: string): Json | undefined => member(input[location], name);
  // A fragment is never sent.
  const [template = ""] = operation.path.split("#");
  const path = template.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    const value = own("path", name);
    return parameter === undefined || value === undefined ? whole : pathText(parameter, value);
  });
  const query = operation.parameters.flatMap((parameter): readonly NamedText[] => {
    const isOwn = parameter.in === "query" && !secrets.includes(parameter.name);
    const value = isOwn ? own("query", parameter.name) : undefined;
    return value === undefined ? [] : queryTexts(parameter, value);
  });
  const texts = query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const mark = (text: string): string => (text.includes("?") ? "&" : "?");
  const plain = `${base}${path}`;
  const url = texts.length === 0 ? plain : `${plain}${mark(path)}${texts.join("&")}`;
  if (secrets.length === 0) return shellText(url);
  // The key is in double quotes, so that the shell expands the variable.
  const keys = secrets.map((name, index) => {
    const start = index === 0 ? `${url}${mark(url)}` : "&";
    return `${shellText(`${start}${encodeURIComponent(name)}=`)}"$API_KEY"`;
  });
  return keys.join("");
}

/** The options and headers that send the first security requirement. */
interface Credentials {
  readonly options: readonly string[];
  readonly headers: readonly Header[];
  /** The names of query parameters that are API keys. */
  readonly query: readonly string[];
}

function credentials({ securitySchemes }: ApiModel, { security }: Operation): Credentials {
  const options: string[] = [];
  const headers: Header[] = [];
  const query: string[] = [];
  for (const name of Object.keys(security[0] ?? {})) {
    const scheme = Object.hasOwn(securitySchemes, name) ? (securitySchemes[name] ?? {}) : undefined;
    if (scheme === undefined) continue;
    const { type, in: place, name: key = "" } = scheme;
    const secret = '"$API_KEY"';
    if (type === "mutualTLS")
      options.push('--cert "$API_CERTIFICATE"', '--key "$API_CERTIFICATE_KEY"');
    else if (type === "http" && String(scheme["scheme"]).toLowerCase() === "basic")
      options.push('--user "$API_USERNAME:$API_PASSWORD"');
    else if (type !== "apiKey")
      headers.push({ name: "Authorization", text: '"Authorization: Bearer $API_KEY"' });
    else if (place === "query") query.push(String(key));
    else if (place === "cookie") options.push(`--cookie ${shellText(`${String(key)}=`)}${secret}`);
    else headers.push({ name: String(key), text: `${shellText(`${String(key)}: `)}${secret}` });
  }
  return { options, headers, query };
}

function headerOptions({ parameters }: Operation, input: JsonObject): readonly Header[] {
  return parameters.flatMap((parameter) => {
    const { name, in: location } = parameter;
    const value = location === "header" ? member(input[location], name) : undefined;
    if (value === undefined) return [];
    const text = Array.isArray(value)
      ? (value as readonly Json[]).map(plainText).join(",")
      : plainText(value);
    return [{ name, text: shellText(`${name}: ${text.replace(/[\r\n]+/g, " ")}`) }];
  });
}

function cookieOptions({ parameters }: Operation, input: JsonObject): readonly string[] {
  return parameters.flatMap((parameter) => {
    const value = parameter.in === "cookie" ? member(input["cookie"], parameter.name) : undefined;
    return value === undefined
      ? []
      : queryTexts(parameter, value).map(
          ([key, text]) => `--cookie ${shellText(`${key}=${text}`)}`,
        );
  });
}

/** Returns the option that shows the items of a stream as they arrive. */
function streamOptions({ responses }: Operation): readonly string[] {
  const content = successContent(responses);
  if (content.length === 0 || content.some(({ stream }) => stream === undefined)) return [];
  return ["--no-buffer"];
}

function answersFile({ responses, method }: Operation): boolean {
  const [first] = successContent(responses);
  return (
    method !== "HEAD" &&
    first !== undefined &&
    first.kind === "binary" &&
    first.stream === undefined
  );
}

/** Returns the options that send a body; `undefined` if curl cannot send it. */
function bodyOptions(
  media: MediaType,
  body: Json,
  files: readonly string[],
): readonly string[] | undefined {
  const { kind, mediaType, stream } = media;
  const type = mediaType.includes("*") ? "application/octet-stream" : mediaType;
  const header = `--header ${shellText(`Content-Type: ${type}`)}`;
  if (kind === "parts" || stream === "multipart" || stream === "json-seq") return undefined;
  if (stream !== undefined) {
    const lines = (Array.isArray(body) ? (body as readonly Json[]) : [body]).map((item) =>
      JSON.stringify(item),
    );
    const isEvents = stream === "server-sent-events";
    if (isEvents) return undefined;
    return [header, `--data-raw ${shellText(`${lines.join("\n")}\n`)}`];
  }
  switch (kind) {
    case "binary":
      return [header, "--data-binary @example.bin"];
    case "text":
      return [header, `--data-raw ${shellText(String(body))}`];
    case "multipart":
      return isObject(body) ? multipartOptions(body, files) : undefined;
    case "form":
      return isObject(body) ? formOptions(media, body) : undefined;
    case "json":
      return [header, `--data-raw ${shellText(JSON.stringify(body))}`];
  }
}

function multipartOptions(
  body: JsonObject,
  files: readonly string[],
): readonly string[] | undefined {
  // curl could read other names as syntax of its own.
  if (!Object.keys(body).every((name) => /^[\w.[\]-]+$/.test(name))) return undefined;
  return Object.entries(body).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return values.map((one) => {
      if (files.includes(name)) return `--form ${shellText(`${name}=@example.txt`)}`;
      if (typeof one !== "object" || one === null)
        return `--form-string ${shellText(`${name}=${String(one)}`)}`;
      return `--form ${shellText(`${name}=${quoted(JSON.stringify(one))};type=application/json`)}`;
    });
  });
}

/** Quotes a form value, which curl then reads literally. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

function formOptions({ encoding }: MediaType, body: JsonObject): readonly string[] {
  return Object.entries(body)
    .flatMap(([name, value]) => {
      const own = member(encoding, name);
      const style = member(own, "style");
      const explode = member(own, "explode");
      const isJson = member(own, "contentType") === "application/json";
      return queryTexts(
        {
          name,
          style: typeof style === "string" ? style : undefined,
          explode: typeof explode === "boolean" ? explode : undefined,
          content: isJson ? "application/json" : undefined,
        },
        value,
      );
    })
    .map(([name, text]) => `--data-urlencode ${shellText(`${encodeURIComponent(name)}=${text}`)}`);
}
