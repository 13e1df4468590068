import { escapeHtml } from "./escape-html.ts";
import type { OperationSummary } from "./operation-summary.ts";

/** Up to this many operations all tags are unfolded initially. */
const fewOperations = 12;

/** Returns the documentation of all operations as HTML, folded by tag, each with an anchor. */
export function operationsHtml(operations: readonly OperationSummary[]): string {
  const byTag = Map.groupBy(operations, ({ tag = "" }) => tag);
  const isOpen = operations.length <= fewOperations;
  return Array.from(byTag, ([tag, own]) => groupOf(tag || "Without tag", own, isOpen)).join("");
}

function groupOf(tag: string, operations: readonly OperationSummary[], isOpen: boolean): string {
  return `<details class="group" data-tag="${escapeHtml(tag)}"${isOpen ? " open" : ""}>
<summary>${escapeHtml(tag)} <span class="soft">(${operations.length})</span></summary>
${operations.map(operationOf).join("")}</details>
`;
}

function operationOf(operation: OperationSummary): string {
  const { operationId, method, path, summary = "", tag, state } = operation;
  const properties = [
    ...parameterRows(operation),
    ...(operation.body.length === 0 ? [] : [["Body", codes(operation.body)]]),
    ["Answers", operation.responses.map(responseOf).join(", ")],
    ...(state ? [["Remembers", escapeHtml(`${state.kind} ${state.resource}`)]] : []),
  ];
  const rows = properties.map(
    ([name, html]) => `<tr><th scope="row">${name}</th><td>${html}</td></tr>`,
  );
  const id = escapeHtml(operationId);
  const text = escapeHtml([method, path, operationId, tag, summary].join(" ").toLowerCase());
  return `<details id="operation-${id}" data-operation="${id}" data-text="${text}">
<summary><span class="method">${escapeHtml(method)}</span> <span class="target">${escapeHtml(path)}</span> <span class="soft">${id}</span></summary>
<p>${escapeHtml(summary)}</p>
<table>${rows.join("")}</table>
<p class="buttons"><button type="button" data-send="${id}">Send a request</button> <button type="button" data-requests-of="${id}">Show its requests</button></p>
</details>
`;
}

function parameterRows({ parameters }: OperationSummary): string[][] {
  if (parameters.length === 0) return [];
  const texts = parameters.map(
    ({ name, in: location, isRequired }) =>
      `${codes([name])} in ${escapeHtml(location)}${isRequired ? "" : ", optional"}`,
  );
  return [["Parameters", texts.join("<br>")]];
}

const responseOf = ({ status, content }: OperationSummary["responses"][number]): string =>
  content.length === 0 ? codes([status]) : `${codes([status])} ${codes(content)}`;

const codes = (texts: readonly string[]): string =>
  texts.map((text) => `<code>${escapeHtml(text)}</code>`).join(", ");
