import { isObject, member, type Json, type JsonObject } from "../json/json.ts";
import { nearestName } from "../names/nearest-name.ts";
import type { OperationPlace, Place } from "../load/openapi/operation-places.ts";
import type { ModelContext } from "./model-context.ts";

/** The signature scheme of Standard Webhooks 1.0, as in the runtime. */
export const standardWebhooks: JsonObject = {
  algorithm: "sha256",
  encoding: "base64",
  header: "webhook-signature",
  prefix: "v1,",
  idHeader: "webhook-id",
  timestampHeader: "webhook-timestamp",
  content: "{id}.{timestamp}.{body}",
  secretEncoding: "base64",
};

const choices: Readonly<Record<string, readonly string[]>> = {
  algorithm: ["sha1", "sha256", "sha512"],
  encoding: ["hex", "base64"],
  secretEncoding: ["text", "base64"],
};
const required = ["algorithm", "encoding", "header"];
const headers = ["header", "idHeader", "timestampHeader"];
const texts = [...headers, "prefix", "timestampPrefix", "content"];
const members = [...Object.keys(choices), ...texts, "tolerance"];

/** Matches a header name (RFC 9110, section 5.6.2). */
const fieldName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

const form =
  "give standard-webhooks, or an object with algorithm, encoding, header and what else there is of prefix, idHeader, timestampHeader, timestampPrefix, content, tolerance and secretEncoding";

/**
 * Reads how a webhook or a callback is signed: the `x-webhook-signature` of its operation, or else
 * of its path item, or else of the description. `undefined` if there is none.
 */
export function buildSignature(
  context: ModelContext,
  { place, pathItem }: OperationPlace,
): JsonObject | undefined {
  const root: Place = { node: context.document, pointer: "" };
  for (const { node, pointer } of [place, pathItem, root]) {
    const declared = member(node, "x-webhook-signature");
    if (declared === undefined) continue;
    if (declared === "standard-webhooks") return standardWebhooks;
    return checked(context, declared, `${pointer}/x-webhook-signature`);
  }
  return undefined;
}

function checked(context: ModelContext, declared: Json, pointer: string): JsonObject | undefined {
  let isSound = true;
  const report = (message: string, below: string, hint = form): void => {
    isSound = false;
    const ignored = `${message}, so it is ignored`;
    context.report("webhook-signature-invalid", ignored, pointer + below, hint);
  };
  if (!isObject(declared)) {
    report("x-webhook-signature is neither standard-webhooks nor an object", "");
    return undefined;
  }
  for (const name of Object.keys(declared)) {
    if (members.includes(name)) continue;
    const nearest = nearestName(name, members);
    const question = nearest === undefined ? undefined : `did you mean ${nearest}?`;
    report(`x-webhook-signature has no member ${name}`, `/${name}`, question);
  }
  for (const name of required)
    if (declared[name] === undefined) report(`x-webhook-signature has no ${name}`, "");
  for (const [name, values] of Object.entries(choices)) {
    const value = declared[name];
    if (value !== undefined && !values.includes(value as string))
      report(
        `${name} of x-webhook-signature is not known`,
        `/${name}`,
        `one of ${values.join(", ")}`,
      );
  }
  for (const name of texts) checkText(declared, name, report);
  const { tolerance } = declared;
  if (tolerance !== undefined && (typeof tolerance !== "number" || tolerance <= 0))
    report(
      "tolerance of x-webhook-signature is not a number of seconds",
      "/tolerance",
      "such as 300",
    );
  const signature = { ...declared, content: contentOf(declared, report) };
  return isSound ? signature : undefined;
}

function checkText(
  declared: JsonObject,
  name: string,
  report: (message: string, below: string, hint?: string) => void,
): void {
  const value = declared[name];
  if (value === undefined) return;
  const isName = headers.includes(name);
  const isFit = typeof value === "string" && (!isName || fieldName.test(value));
  if (!isFit)
    report(
      `${name} of x-webhook-signature is not a ${isName ? "name of a header" : "string"}`,
      `/${name}`,
    );
}

/**
 * Returns the template of the signed text, `{body}` by default, and checks that each placeholder
 * has its header.
 */
function contentOf(
  declared: JsonObject,
  report: (message: string, below: string, hint?: string) => void,
): string {
  const { content = "{body}" } = declared;
  if (typeof content !== "string") return "{body}";
  const parts = { id: "idHeader", timestamp: "timestampHeader" } as const;
  if (!content.includes("{body}"))
    report(
      "content of x-webhook-signature does not have {body}",
      "/content",
      "such as {timestamp}.{body}",
    );
  for (const [part, header] of Object.entries(parts)) {
    const hasPart = content.includes(`{${part}}`);
    if (hasPart && declared[header] === undefined)
      report(
        `content of x-webhook-signature has {${part}}, but there is no ${header}`,
        "/content",
        `give ${header}`,
      );
    // Anyone can change what is not signed, so an unsigned timestamp protects from nothing.
    if (!hasPart && part === "timestamp" && declared[header] !== undefined)
      report(
        `${header} of x-webhook-signature is not signed`,
        `/${header}`,
        `put {${part}} into content`,
      );
  }
  return content;
}
