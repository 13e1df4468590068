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
export function consolePage(content: PageContent, base: string): Page {
  const nonce = randomBytes(16).toString("base64");
  const headers = pageHeaders(
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "form-action 'none'",
  );
  return { html: pageHtml(content, base, nonce), headers };
}

/** A page with its headers. */
export interface Page {
  readonly html: string;
  readonly headers: { readonly [name: string]: string };
}

/**
 * Builds the page for browsers that do not have the console's token yet: a form that asks for it.
 *
 * @param base the console's path, without a trailing slash
 */
export function tokenPage(title: string, base: string): Page {
  const nonce = randomBytes(16).toString("base64");
  const name = escapeHtml(title);
  return {
    headers: pageHeaders(`style-src 'nonce-${nonce}'`, "form-action 'self'"),
    html: `${headHtml(title, nonce)}
<body>
<header><h1>${name}</h1></header>
<main><section>
<h2>Console of the mock</h2>
<p>Open the address that the mock printed when it started, or enter the token that is at its end.</p>
<form action="${escapeHtml(base)}" method="get">
<label>Token <input name="token" type="password" autocomplete="off" required autofocus></label>
<button type="submit">Open</button>
</form>
</section></main>
</body>
</html>
`,
  };
}

function pageHeaders(...policies: readonly string[]): Page["headers"] {
  const own = ["img-src data:", "base-uri 'none'", "frame-ancestors 'none'"];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": ["default-src 'none'", ...policies, ...own].join("; "),
    "cross-origin-opener-policy": "same-origin",
  };
}

/** Returns the beginning of a page. */
const headHtml = (title: string, nonce: string, attributes = ""): string => `<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – mock</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${pageStyle}</style>
</head>`;

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
  const data = ` data-base="${escapeHtml(base)}" data-logged="${logged}"`;
  return `${headHtml(title, nonce, data)}
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
