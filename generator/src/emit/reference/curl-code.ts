import { codeBlock, shellText } from "../../escape.ts";
import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import type { ExampleInput } from "../../mock/answers/example-input.ts";
import type { ApiModel, MediaType, Operation } from "../../model/api-model.ts";
import { successContent } from "../../model/streams/stream-member.ts";
import { exampleServer, knownServer } from "../client/readme-examples.ts";
import { pathText, plainText, queryTexts, type NamedText } from "./curl-values.ts";

/**
 * A call of an operation by curl, a line for each option; empty where curl cannot write its body. Credentials come
 * from the environment: `$API_KEY`, or `$API_USERNAME` and `$API_PASSWORD`.
 */
export function curlCode(
  model: ApiModel,
  operation: Operation,
  { input, body, files }: ExampleInput,
): readonly string[] {
  const given =
    body === undefined || input["body"] === undefined
      ? []
      : bodyOptions(body, input["body"], files);
  if (given === undefined) return [];
  const { method } = operation;
  const auth = credentials(model, operation);
  const options = [
    ...(method === "GET"
      ? []
      : method === "HEAD"
        ? ["--head"]
        : [`--request ${shellText(method)}`]),
    ...streamOptions(operation),
    ...auth.options,
    ...headerOptions(operation, input),
    ...given,
    ...(answersFile(operation) ? ["--output answer.bin"] : []),
  ];
  const url =
    shellText(urlOf(model, operation, input, auth.query !== undefined)) + (auth.query ?? "");
  return [...codeBlock([`curl ${url}`, ...options].join(" \\\n  ").split("\n"), "sh"), ""];
}

function urlOf(
  model: ApiModel,
  operation: Operation,
  input: JsonObject,
  isContinued: boolean,
): string {
  const servers = operation.servers.length > 0 ? operation.servers : model.servers;
  const place = { ...model, servers };
  const base = (knownServer(place) ?? exampleServer(place)).replace(/\/$/, "");
  const own = (location: string, name: string): Json | undefined => member(input[location], name);
  const path = operation.path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    const value = own("path", name);
    return parameter === undefined || value === undefined ? whole : pathText(parameter, value);
  });
  const query = operation.parameters.flatMap((parameter): readonly NamedText[] => {
    const value = parameter.in === "query" ? own("query", parameter.name) : undefined;
    return value === undefined ? [] : queryTexts(parameter, value);
  });
  const texts = query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const mark = path.includes("?") ? "&" : "?";
  const written = texts.length === 0 ? "" : `${mark}${texts.join("&")}`;
  if (!isContinued) return `${base}${path}${written}`;
  return `${base}${path}${written}${written === "" ? mark : "&"}`;
}

/** The options that send the first security requirement, and what stands behind the address. */
function credentials(
  { securitySchemes }: ApiModel,
  { security }: Operation,
): { readonly options: readonly string[]; readonly query: string | undefined } {
  const options: string[] = [];
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
    else if (type !== "apiKey") options.push('--header "Authorization: Bearer $API_KEY"');
    else if (place === "query")
      query.push(`${shellText(`${encodeURIComponent(String(key))}=`)}${secret}`);
    else if (place === "cookie") options.push(`--cookie ${shellText(`${String(key)}=`)}${secret}`);
    else options.push(`--header ${shellText(`${String(key)}: `)}${secret}`);
  }
  return { options, query: query.length === 0 ? undefined : query.join("'&'") };
}

function headerOptions({ parameters }: Operation, input: JsonObject): readonly string[] {
  return parameters.flatMap((parameter) => {
    const { name, in: location } = parameter;
    const value =
      location === "header" || location === "cookie" ? member(input[location], name) : undefined;
    if (value === undefined) return [];
    if (location === "cookie")
      return queryTexts(parameter, value).map(
        ([key, text]) => `--cookie ${shellText(`${key}=${text}`)}`,
      );
    const text = Array.isArray(value)
      ? (value as readonly Json[]).map(plainText).join(",")
      : plainText(value);
    return [`--header ${shellText(`${name}: ${text}`)}`];
  });
}

/** curl shows what arrives when it arrives. */
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

/** The options that send a body; `undefined` where curl has none for it. */
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
    return [header, `--data-binary ${shellText(`${lines.join("\n")}\n`)}`];
  }
  switch (kind) {
    case "binary":
      return [header, "--data-binary @example.bin"];
    case "text":
      return [header, `--data-binary ${shellText(String(body))}`];
    case "multipart":
      return isObject(body) ? multipartOptions(body, files) : undefined;
    case "form":
      return isObject(body) ? formOptions(media, body) : undefined;
    case "json":
      return [header, `--data ${shellText(JSON.stringify(body))}`];
  }
}

function multipartOptions(body: JsonObject, files: readonly string[]): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return values.map((one) => {
      if (files.includes(name)) return `--form ${shellText(`${quoted(name)}=@example.txt`)}`;
      if (typeof one !== "object" || one === null)
        return `--form-string ${shellText(`${name}=${String(one)}`)}`;
      return `--form ${shellText(`${quoted(name)}=${quoted(JSON.stringify(one))};type=application/json`)}`;
    });
  });
}

/** curl reads a value between quotes as it is, but for quotes and backslashes. */
const quoted = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;

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
