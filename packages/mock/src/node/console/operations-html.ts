import { escapeHtml } from "./escape-html.ts";
import type { OperationSummary } from "./operation-summary.ts";

/** The documentation of all operations, an article with an anchor each. */
export function operationsHtml(operations: readonly OperationSummary[]): string {
  return operations.map(articleOf).join("");
}

function articleOf(operation: OperationSummary): string {
  const { operationId, method, path, summary = "", tag, state } = operation;
  const properties = [
    ...(tag === undefined ? [] : [["Tag", escapeHtml(tag)]]),
    ...parameterRows(operation),
    ...(operation.body.length === 0 ? [] : [["Body", codes(operation.body)]]),
    ["Answers", operation.responses.map(responseOf).join(", ")],
    ...(state ? [["Remembers", escapeHtml(`${state.kind} ${state.resource}`)]] : []),
  ];
  const rows = properties.map(
    ([name, html]) => `<tr><th scope="row">${name}</th><td>${html}</td></tr>`,
  );
  const id = escapeHtml(operationId);
  return `<article id="operation-${id}" data-operation="${id}" aria-label="${id}">
<h3><code>${escapeHtml(`${method} ${path}`)}</code> <span class="soft">${id}</span></h3>
<p>${escapeHtml(summary)}</p>
<table>${rows.join("")}</table>
</article>
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
