import type { ShownMessage, Step } from "../shown/step.ts";
import { coverageTables } from "./html-coverage.ts";
import { pageStyle } from "./html-style.ts";
import { html, lines, Markup } from "./html-text.ts";
import type { Failure, VerifyReport } from "./report.ts";
import {
  failurePlace,
  replayText,
  summaryLines,
  wayOut,
  type ReportOptions,
} from "./report-text.ts";
import { coverageSummary, reasonsAgainst } from "./verdict.ts";

/**
 * The report as one HTML page, which loads nothing and runs nothing: operations, their statuses and parameters, and
 * whether each was covered, never seen, or failed.
 */
export function htmlReport(report: VerifyReport, options: ReportOptions = {}): string {
  const reasons = reasonsAgainst(report, options);
  const [kind, verdict] =
    reasons.length === 0 ? ["good", "✓ passed"] : ["bad", `✗ ${reasons.join("; ")}`];
  const summary = summaryLines(report).map((line) => html`<p class="soft">${line}</p> `);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>${report.title}: verification</title>
        <style>
          ${new Markup(pageStyle)}
        </style>
      </head>
      <body>
        <h1>${report.title}</h1>
        <p class="soft">${report.subject}</p>
        <p class="verdict ${kind}">${verdict}</p>
        ${figures(report)} ${summary} ${failureSections(report, options)} ${causeSections(report)}
        <h2>Coverage</h2>
        ${coverageTables(report)} ${restSections(report)}
      </body>
    </html> `;
  return page.text;
}

/** Failures that are shown whole; the others are opened by their readers. */
const mostOpen = 3;

function failureSections({ failures }: VerifyReport, options: ReportOptions): Markup | undefined {
  if (failures.length === 0) return undefined;
  return html`<h2>Failures</h2>
    ${failures.map((one, index) => failureSection(one, index < mostOpen, options))}`;
}

/** What else kept the run from passing, and what it let pass. */
function causeSections({ errors, noLongerFailing, known }: VerifyReport): Markup {
  const stopped = errors.map(
    ({ caseId, message }) =>
      html`<li>
        ${caseId}
        <pre>${lines(message)}</pre>
      </li>`,
  );
  const gone = noLongerFailing.map(({ name, reason }) => html`<li>${name}: ${reason}</li>`);
  const still = known.map(
    ({ failure, reason }) => html`<li>${failure.id}: ${failure.message} (${reason})</li>`,
  );
  return html`${[
    listSection("Cases that could not be run to the end", stopped),
    listSection("Known failures that are no longer there", gone),
    listSection("Known failures, which are still there", still),
  ]}`;
}

function restSections({ leftOut, remaining }: VerifyReport): Markup {
  const left = leftOut.map(
    ({ caseId, reason, how }) => html`<li>${caseId}: ${reason}: ${wayOut(how)}</li>`,
  );
  const records = remaining.map(
    ({ resource, key, madeBy, reason }) =>
      html`<li>${resource} ${key}, of ${madeBy}: ${reason}</li>`,
  );
  return html`${[listSection("Left out", left), listSection("Records left behind", records)]}`;
}

function figures(report: VerifyReport): Markup {
  const sum = coverageSummary(report);
  const shown: readonly (readonly [string, string])[] = [
    [String(report.failures.length), "failures"],
    [`${sum.percent}%`, `${sum.covered} of ${sum.operations} operations covered`],
    [`${sum.seenStatuses} of ${sum.statuses}`, "documented statuses seen"],
    [`${sum.sentParameters} of ${sum.parameters}`, "parameters sent"],
  ];
  return html`<ul class="figures">
    ${shown.map(([figure, text]) => html`<li><strong>${figure}</strong> ${text}</li>`)}
  </ul>`;
}

function listSection(title: string, items: readonly Markup[]): Markup | undefined {
  if (items.length === 0) return undefined;
  return html`<details>
    <summary>${title}: ${items.length}</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}

function failureSection(failure: Failure, isOpen: boolean, options: ReportOptions): Markup {
  const { check, operationId, message, issues, steps, alsoIn } = failure;
  const others = issues
    .slice(1)
    .map((issue) => html`<li><code>${issue.pointer}</code> ${issue.message}</li>`);
  return html`<details${isOpen ? " open" : ""}>
    <summary>
      <span class="key bad">✗ ${check}</span> ${operationId} <strong>${message}</strong>
    </summary>
    <p><code>${failurePlace(failure)}</code></p>
    ${
      others.length === 0
        ? undefined
        : html`<ul>
            ${others}
          </ul>`
    }
    ${steps.map((step) => stepSection(step))}
    <p class="soft">Replay</p>
    <pre>${replayText(failure, options)}</pre>
    ${alsoIn.length === 0 ? undefined : html`<p class="soft">Also in ${alsoIn.join(", ")}</p>`}
  </details> `;
}

function stepSection({ curl, call, request, response, expected, failure }: Step): Markup {
  const answer = response === undefined ? `no answer: ${failure ?? ""}` : String(response.status);
  const text = response === undefined ? "" : messageText(response);
  return html`<p><code>${request.method} ${request.url} → ${answer}</code></p>
    ${
      expected === undefined
        ? answerBox(text)
        : html`<div class="sides">
            <div>
              <p class="soft">answered</p>
              ${answerBox(`${answer}\n${text}`)}
            </div>
            <div>
              <p class="soft">the mock of the description</p>
              ${answerBox(`${expected.status}\n${messageText(expected)}`)}
            </div>
          </div>`
    }
    <pre>${lines(curl)}</pre>
    ${call === undefined ? undefined : html`<pre>${call}</pre>`} `;
}

const answerBox = (text: string): Markup | undefined =>
  text === "" ? undefined : html`<pre>${lines(text)}</pre>`;

function messageText({ headers, body }: ShownMessage): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [...fields, ...(body === undefined ? [] : ["", body])].join("\n");
}
