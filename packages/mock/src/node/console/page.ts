import { randomBytes } from "node:crypto";
import { faultKinds } from "../../faults/fault-kinds.ts";
import { browserScript } from "./browser-script.ts";
import { escapeHtml } from "./escape-html.ts";
import type { OperationSummary } from "./operation-summary.ts";
import { operationsHtml } from "./operations-html.ts";
import { pageStyle } from "./page-style.ts";

/** A mock, as the console's page shows it. */
export interface PageContent {
  readonly title: string;
  readonly operations: readonly OperationSummary[];
  readonly docsUrl?: string | undefined;
}

/**
 * The console's page. It runs its own script and no other, loads nothing from elsewhere, and is shown in
 * no frame (Content Security Policy Level 3).
 *
 * @param base the console's path, without a slash at its end
 */
export function consolePage(
  content: PageContent,
  base: string,
): { readonly html: string; readonly headers: { readonly [name: string]: string } } {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html: pageHtml(content, base, nonce),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cross-origin-opener-policy": "same-origin",
    },
  };
}

function pageHtml(
  { title, operations, docsUrl }: PageContent,
  base: string,
  nonce: string,
): string {
  const name = escapeHtml(title);
  const docs =
    docsUrl === undefined
      ? ""
      : `<a href="${escapeHtml(docsUrl)}" rel="noreferrer">Documentation</a>`;
  return `<!doctype html>
<html lang="en" data-base="${escapeHtml(base)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} – mock</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<header>
<h1>${name}</h1>
<nav aria-label="Sections"><a href="#requests">Requests</a> <a href="#faults">Faults</a> <a href="#state">State</a> <a href="#operations">Operations</a> ${docs}</nav>
<span role="status" data-connection>connecting</span>
</header>
<main>
<p role="alert" class="wrong" data-error></p>
${requestsHtml}
${faultsHtml(operations)}
${stateHtml}
<section id="operations" aria-labelledby="operations-heading">
<h2 id="operations-heading">Operations</h2>
${operationsHtml(operations)}</section>
</main>
<script nonce="${nonce}">${browserScript}</script>
</body>
</html>
`;
}

const requestsHtml = `<section id="requests" aria-labelledby="requests-heading">
<h2 id="requests-heading">Requests</h2>
<p class="soft" data-logged></p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="requests-heading">
<table>
<thead><tr><th scope="col">Time</th><th scope="col">Status</th><th scope="col">Request</th><th scope="col">Operation</th><th scope="col">Milliseconds</th><th scope="col">Faults and violations</th></tr></thead>
<tbody data-requests></tbody>
</table>
</div>
</section>`;

const stateHtml = `<section id="state" aria-labelledby="state-heading">
<h2 id="state-heading">State</h2>
<div class="buttons">
<button type="button" data-action="reset">Reset</button>
<form data-form="advance">
<label>Seconds <input name="seconds" type="number" min="0" step="any" value="60" required></label>
<button type="submit">Advance time</button>
</form>
</div>
<p class="soft" data-usage></p>
<div data-state></div>
</section>`;

function faultsHtml(operations: readonly OperationSummary[]): string {
  const ids = operations.map(({ operationId }) => option(operationId, operationId)).join("");
  const kinds = faultKinds.map((kind) => option(kind, kind)).join("");
  return `<section id="faults" aria-labelledby="faults-heading">
<h2 id="faults-heading">Faults</h2>
<form data-form="fault">
<label>Operation <select name="operation"><option value="">all</option>${ids}</select></label>
<label>Fault <select name="fault"><option value="">none</option>${kinds}</select></label>
<label>Status <input name="status" type="number" min="200" max="599" placeholder="503"></label>
<label>Latency <input name="latency" class="short" placeholder="200..800"></label>
<label>Probability <input name="probability" type="number" min="0" max="1" step="any" placeholder="1"></label>
<label>Times <input name="times" type="number" min="1" placeholder="any"></label>
<label>After items <input name="after" type="number" min="0" placeholder="1"></label>
<button type="submit">Add fault</button>
</form>
<div class="buttons">
<button type="button" data-action="faults" data-on="true">Switch faults off</button>
<button type="button" data-action="clear-faults">Clear faults</button>
</div>
<ol data-faults></ol>
</section>`;
}

const option = (value: string, text: string): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`;
