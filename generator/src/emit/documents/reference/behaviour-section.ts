import { markdownCode } from "@openapi-packages/description/text/escape";
import { idempotencyHeader } from "@openapi-packages/compiler/mock/idempotency-header";
import type { Operation } from "@openapi-packages/description/model/api-model";
import { successContent } from "@openapi-packages/description/model/streams/stream-member";
import type { ReferenceContext } from "./reference-context.ts";

/**
 * Writes the section about an operation's behaviour: credentials, retries, pages, streams,
 * statuses.
 */
export function behaviourSection(
  { shown, model }: ReferenceContext,
  operation: Operation,
): readonly string[] {
  const isCalled = shown.has("client");
  const lines = [
    ...securityLine(operation, Object.keys(model.securitySchemes).length > 0),
    ...(isCalled ? [retryLine(operation)] : []),
    ...pagesLine(operation, isCalled),
    ...streamLine(operation, isCalled),
    ...pollingLine(operation, isCalled),
  ];
  return lines.length === 0 ? [] : ["## Behaviour", "", ...lines.map((line) => `- ${line}`), ""];
}

function securityLine({ security }: Operation, hasSchemes: boolean): readonly string[] {
  if (!hasSchemes) return [];
  const requirements = security.filter((one) => Object.keys(one).length > 0);
  if (requirements.length === 0) return ["**Credentials:** none."];
  const words = requirements.map((requirement) =>
    Object.entries(requirement)
      .map(([name, scopes]) =>
        scopes.length === 0
          ? markdownCode(name)
          : `${markdownCode(name)} with ${scopes.map(markdownCode).join(", ")}`,
      )
      .join(" and "),
  );
  const optional = requirements.length < security.length ? ", or none" : "";
  return [`**Credentials:** ${words.join(", or ")}${optional}.`];
}

const repeatable = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "QUERY"];

function retryLine(operation: Operation): string {
  const { method, parameters } = operation;
  if (repeatable.includes(method))
    return `**Retries:** the client repeats it, since \`${method}\` may be repeated.`;
  const usual = parameters.find(
    ({ in: place, name }) => place === "header" && /^(x-)?idempotency-key$/i.test(name),
  );
  const header = usual?.name ?? idempotencyHeader(operation);
  return header === undefined
    ? "**Retries:** the client repeats it after 429 and 503, and if nothing had been sent; with the option `idempotencyKey` also after other failures, like an idempotent method."
    : `**Retries:** the client repeats it, with the same key in ${markdownCode(header)}, which it generates by default.`;
}

function pagesLine(
  { pagination, hasUndeclaredPages }: Operation,
  isCalled: boolean,
): readonly string[] {
  if (pagination === undefined)
    return hasUndeclaredPages
      ? [
          "**Pages:** the response is one page; the description does not say how to get the next one.",
        ]
      : [];
  const members = Object.values(pagination.request).map(markdownCode).join(", ");
  const how = members === "" ? `by ${pagination.style}` : `by ${pagination.style}: ${members}`;
  return [
    `**Pages:** ${how}.${isCalled ? " `for await` gives the items of all pages, `.pages()` the pages, `await` the first." : ""}`,
  ];
}

function streamLine({ responses }: Operation, isCalled: boolean): readonly string[] {
  const media = successContent(responses).find(({ stream }) => stream !== undefined);
  if (media === undefined) return [];
  const { terminal, errorEvent } = media.ends ?? {};
  const ends = [
    ...(terminal?.event === undefined ? [] : [`the event ${markdownCode(terminal.event)} ends it`]),
    ...(terminal?.data === undefined ? [] : [`the data ${markdownCode(terminal.data)} ends it`]),
    ...(errorEvent === undefined
      ? []
      : [`the event ${markdownCode(errorEvent)} reports a failure`]),
  ];
  const endings = ends.length === 0 ? "" : `; ${ends.join(", ")}`;
  return [
    `**Stream:** ${markdownCode(media.mediaType)}${endings}.${isCalled ? " `break` closes the connection." : ""}`,
  ];
}

function pollingLine({ polling }: Operation, isCalled: boolean): readonly string[] {
  if (polling === undefined) return [];
  const { member, succeeded, final } = polling;
  const states = final.map(markdownCode).join(", ");
  const how = isCalled
    ? ` \`.waitFor()\` of the call reads again until it is ${markdownCode(succeeded)}; another final status is a \`FinalStatusError\`.`
    : "";
  return [`**Status:** ${markdownCode(member)} changes until it is one of ${states}.${how}`];
}
