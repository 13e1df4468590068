import { faultKinds } from "../../faults/fault-kinds.ts";
import { escapeHtml } from "./escape-html.ts";
import type { OperationSummary } from "./operation-summary.ts";
import { operationsHtml } from "./operations-html.ts";

const option = (value: string, text = value): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`;

/** Returns the part with the requests: filters, the list, and the selected request. */
export function requestsHtml(operations: readonly OperationSummary[]): string {
  const methods = [...new Set(operations.map(({ method }) => method))].toSorted();
  const tags = new Set(operations.flatMap(({ tag = "" }) => (tag === "" ? [] : [tag])));
  return `<section id="requests" aria-labelledby="requests-heading">
<h2 id="requests-heading" class="unseen">Requests</h2>
<form data-form="filter" class="filters" role="search" aria-label="Requests">
<input type="search" name="text" placeholder="Search in requests and answers" aria-label="Search" autocomplete="off">
<select name="method" aria-label="Method">${option("", "any method")}${methods.map((one) => option(one)).join("")}</select>
<input name="status" list="statuses" placeholder="status" aria-label="Status" autocomplete="off">
<input name="where" list="operation-ids" placeholder="operation or /path" aria-label="Operation or path" autocomplete="off">
<select name="tag" aria-label="Tag">${option("", "any tag")}${[...tags].map((one) => option(one)).join("")}</select>
<label class="check"><input type="checkbox" name="problems" value="true"> problems only</label>
<button type="reset">Clear</button>
<output class="soft" data-count></output>
</form>
<datalist id="statuses">${["2xx", "3xx", "4xx", "5xx", "none"].map((one) => option(one)).join("")}</datalist>
<datalist id="operation-ids">${operations.map(({ operationId }) => option(operationId)).join("")}</datalist>
<div class="split" data-split>
<div class="master">
<p class="soft hint" data-empty>There is no request yet, or none that matches.</p>
<ol class="requests" data-requests aria-label="Requests"></ol>
</div>
<article class="detail" data-detail aria-label="Chosen request" aria-live="off"></article>
</div>
</section>`;
}

/** Returns the part with the operations and their filter. */
export function operationsSection(operations: readonly OperationSummary[]): string {
  return `<section id="operations" aria-labelledby="operations-heading" hidden>
<h2 id="operations-heading">Operations <span class="soft">(${operations.length})</span></h2>
<p class="filters"><input type="search" data-operation-filter placeholder="Filter by name, path, tag or summary" aria-label="Filter operations" autocomplete="off"> <output class="soft" data-operation-count></output></p>
${operationsHtml(operations)}
<form data-form="send" aria-label="Send a request" hidden>
<label class="whole">Input, as a client takes it: path, query, header, cookie, body <textarea data-input class="code" spellcheck="false" autocomplete="off"></textarea></label>
<button type="submit">Send</button>
<button type="button" data-action="copy-curl">Copy as curl</button>
<button type="button" data-action="copy-call">Copy as a call of the client</button>
<output class="soft" data-sent></output>
<pre class="whole" data-copied tabindex="0" aria-label="Copied text" hidden></pre>
</form>
</section>`;
}

/** The part with the stored records. */
export const stateHtml = `<section id="state" aria-labelledby="state-heading" hidden>
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

/** Returns the part with the faults. */
export function faultsHtml(): string {
  const kinds = faultKinds.map((kind) => option(kind)).join("");
  return `<section id="faults" aria-labelledby="faults-heading" hidden>
<h2 id="faults-heading">Faults</h2>
<form data-form="fault" class="fields">
<label>Operation <input name="operation" list="operation-ids" placeholder="all, or Create*" autocomplete="off"></label>
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
