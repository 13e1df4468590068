import { randomBytes } from "node:crypto";
import { browserScript } from "./browser-script.ts";
import { escapeHtml } from "./escape-html.ts";
import type { OperationSummary } from "./operation-summary.ts";
import { faultsHtml, operationsSection, requestsHtml, stateHtml } from "./page-parts.ts";
import { pageStyle } from "./page-style.ts";

/** The contents of the console's page. */
export interface PageContent {
  readonly title: string;
  readonly operations: readonly OperationSummary[];
  readonly docsUrl?: string | undefined;
  /** The most requests that are kept. */
  readonly logged: number;
}

/**
 * Builds the console's page. It runs only its own script, loads nothing from elsewhere, and cannot be shown in
 * a frame (Content Security Policy Level 3).
 *
 * @param base the console's path, without a trailing slash
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
  { title, operations, docsUrl, logged }: PageContent,
  base: string,
  nonce: string,
): string {
  const name = escapeHtml(title);
  const docs =
    docsUrl === undefined
      ? ""
      : `<a href="${escapeHtml(docsUrl)}" rel="noreferrer">Documentation</a>`;
  return `<!doctype html>
<html lang="en" data-base="${escapeHtml(base)}" data-logged="${logged}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name} – mock</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<header>
<h1>${name}</h1>
<nav aria-label="Sections"><a href="#requests">Requests</a> <a href="#operations">Operations</a> <a href="#state">State</a> <a href="#faults">Faults<span data-faults-number></span></a> ${docs}</nav>
<span role="status" data-connection>connecting</span>
</header>
<main>
<p role="alert" class="wrong" data-error></p>
${requestsHtml(operations)}
${operationsSection(operations)}
${stateHtml}
${faultsHtml()}
</main>
<script nonce="${nonce}">${browserScript}</script>
</body>
</html>
`;
}
