import type { OperationCoverage } from "../coverage/coverage.ts";
import { html, type Markup } from "./html-text.ts";
import type { Failure, VerifyReport } from "./report.ts";
import { wayOut } from "./report-text.ts";
import { statusCells } from "./verdict.ts";

/** What was seen of a status or a parameter. */
type State = "covered" | "never" | "failed" | "undocumented";

const signs: Readonly<Record<State, readonly [sign: string, kind: string, meaning: string]>> = {
  covered: ["✓", "good", "seen, and as described"],
  failed: ["✗", "bad", "seen in a failure"],
  undocumented: ["!", "odd", "seen, and not documented"],
  never: ["○", "never", "never seen"],
};

/** Operations by their tags: statuses and parameters, each covered, failed or never seen. */
export function coverageTables(report: VerifyReport): Markup {
  const tags = [...new Set(report.coverage.map(({ tag }) => tag))];
  const legend = Object.values(signs).map(
    ([sign, kind, meaning]) =>
      html`<span><span class="key ${kind}">${sign}</span> ${meaning}</span> `,
  );
  return html`<div class="legend">${legend}</div>
    ${tags.map((tag) => tagTable(tag, report))}`;
}

function tagTable(tag: string, { coverage, failures }: VerifyReport): Markup {
  const rows = coverage.filter((row) => row.tag === tag);
  return html`<h3>${tag}</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Covered</th>
          <th scope="col">Statuses</th>
          <th scope="col">Parameters</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => operationRow(row, failures))}
      </tbody>
    </table> `;
}

function operationRow(row: OperationCoverage, failures: readonly Failure[]): Markup {
  const own = failures.filter(({ operationId }) => operationId === row.operationId);
  const statuses = statusCells(row).map(({ status, isDocumented, count }) => {
    const isFailed = own.some((failure) => hasStatus(failure, status));
    const seen = isDocumented ? "covered" : "undocumented";
    return chip(status, count, isFailed ? "failed" : count === 0 ? "never" : seen);
  });
  const parameters = Object.entries(row.parameters).map(([name, count]) => {
    const isFailed = own.some((failure) => isAbout(failure, name));
    return chip(name, count, isFailed ? "failed" : count === 0 ? "never" : "covered");
  });
  const missing = row.missing.map(
    ({ what, how }) => html`<p class="soft">${what}: ${wayOut(how)}</p>`,
  );
  const mark = row.isCovered
    ? chip("covered", undefined, "covered")
    : html`<li class="odd">○ not covered</li>`;
  return html`<tr>
    <td>
      <code><span class="method">${row.method}</span> ${row.path}</code>
      <p class="soft">${row.operationId}</p>
      ${missing}
    </td>
    <td data-title="Covered">
      <ul class="chips">
        ${mark}
      </ul>
    </td>
    <td data-title="Statuses">
      <ul class="chips">
        ${statuses}
      </ul>
    </td>
    <td data-title="Parameters">
      ${
        parameters.length === 0
          ? undefined
          : html`<ul class="chips">
              ${parameters}
            </ul>`
      }
    </td>
  </tr> `;
}

function chip(name: string, count: number | undefined, state: State): Markup {
  const [sign, kind, meaning] = signs[state];
  const times = count === undefined || count === 0 ? "" : ` × ${count}`;
  return html`<li class="${kind}" title="${meaning}">${sign} ${name}${times}</li>`;
}

/** True if the failure is an answer of that status, which the description writes so. */
function hasStatus({ steps, pointer, operationId }: Failure, status: string): boolean {
  if (pointer.split("/").includes(status)) return true;
  const own = steps.filter((step) => step.operationId === operationId);
  const answered = String(own.at(-1)?.response?.status ?? "");
  return answered === status || status.toUpperCase() === `${answered.charAt(0)}XX`;
}

/** True if the case of the failure is about a parameter: `ListPets/invalid/query.limit/above-maximum`. */
function isAbout({ id, alsoIn }: Failure, parameter: string): boolean {
  return [id, ...alsoIn].some((one) => one.replace(/@\d+$/, "").split("/").includes(parameter));
}
