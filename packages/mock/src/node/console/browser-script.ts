import type { MockUsage } from "../../limits.ts";
import type { FaultRule, MockExchange } from "../../types.ts";
import type { ResourceView } from "./state-view.ts";

/*
 * Everything below runs in the browser: the text of these functions is the page's script. They may use
 * each other and what browsers have, and nothing else of this module.
 */

/** An element with attributes and children; text is never read as HTML. */
function element(
  name: string,
  attributes: { readonly [name: string]: string } = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** The one element of the page that a selector finds. */
function one(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Calls the mock, and shows what it refuses. */
async function call(method: string, path: string, value?: unknown): Promise<Response | undefined> {
  const response = await fetch((document.documentElement.dataset["base"] ?? "") + path, {
    method,
    ...(method === "GET" ? {} : { headers: { "content-type": "application/json" } }),
    ...(value === undefined ? {} : { body: JSON.stringify(value) }),
  }).catch(() => undefined);
  if (response?.ok) {
    if (method !== "GET") one("[data-error]").textContent = "";
    return response;
  }
  const answer: unknown = await response?.json().catch(() => undefined);
  const { message = "the mock does not answer" } = (answer ?? {}) as { message?: string };
  one("[data-error]").textContent = message;
  return undefined;
}

function operationLink(operationId: string): HTMLElement {
  const href = `#operation-${encodeURIComponent(operationId)}`;
  return element("a", { href }, operationId);
}

/** The faults and violations of a request. */
function problemsOf({ fault, violations, mode }: MockExchange): HTMLElement[] {
  const items = violations.flatMap(({ side, message, issues }) =>
    issues.length === 0
      ? [element("li", { class: "wrong" }, `${side}: ${message}`)]
      : issues.map((issue) =>
          element(
            "li",
            { class: "wrong" },
            `${side}: ${issue.in} ${issue.pointer} ${issue.message}`,
          ),
        ),
  );
  if (fault !== undefined) items.unshift(element("li", { "data-fault": fault }, `fault: ${fault}`));
  if (mode !== "mock") items.unshift(element("li", {}, mode));
  return items.length === 0 ? [] : [element("ul", {}, ...items)];
}

/** Shows a request above those before it. */
function showRequest(exchange: MockExchange): void {
  const { number, time, status, method, url, operationId, duration } = exchange;
  const level = status === undefined || status >= 500 ? "server" : "client";
  const row = element(
    "tr",
    { "data-request": String(number), "data-operation-id": operationId ?? "" },
    element("td", {}, new Date(time).toLocaleTimeString()),
    element(
      "td",
      { "data-level": status !== undefined && status < 400 ? "success" : level },
      status === undefined ? "none" : String(status),
    ),
    element("td", { class: "code" }, `${method} ${url}`),
    element("td", {}, ...(operationId === undefined ? [] : [operationLink(operationId)])),
    element("td", {}, duration.toFixed(1)),
    element("td", {}, ...problemsOf(exchange)),
  );
  const rows = one("[data-requests]");
  rows.prepend(row);
  while (rows.children.length > 200) rows.lastElementChild?.remove();
}

/** One record: its key, its members that are no lists or objects, and all of it as JSON. */
function recordRow(record: unknown, columns: readonly string[], open: ReadonlySet<string>) {
  const members = (record ?? {}) as { readonly [member: string]: unknown };
  const id = String(members[columns[0] ?? ""] ?? "");
  const details = element(
    "details",
    { "data-record": id },
    element("summary", {}, "JSON"),
    element("pre", {}, JSON.stringify(record, undefined, 2)),
  );
  details.toggleAttribute("open", open.has(id));
  const cells = columns.map((column) => {
    const value = members[column];
    return element("td", {}, value === undefined || value === null ? "" : String(value));
  });
  return element("tr", {}, ...cells, element("td", {}, details));
}

function resourceTable(view: ResourceView, open: ReadonlySet<string>): HTMLElement {
  const { resource, key, total, records } = view;
  const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;
  const names = records.flatMap((record) =>
    Object.entries(record ?? {}).flatMap(([name, value]) => (isPlain(value) ? [name] : [])),
  );
  const first = key === undefined ? [] : [key];
  const columns = [...new Set([...first, ...names])].slice(0, 5);
  const heads = [...columns, "All"].map((name) => element("th", { scope: "col" }, name));
  const shown = records.length < total ? `, the last ${records.length} shown` : "";
  const details = element(
    "details",
    { "data-resource": resource, "data-record": `resource ${resource}` },
    element("summary", {}, `${resource} (${total}${shown})`),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...records.map((record) => recordRow(record, columns, open))),
    ),
  );
  details.toggleAttribute("open", open.has(`resource ${resource}`));
  return details;
}

/** Shows what is remembered, where it has changed; what was open stays so. */
async function showState(): Promise<void> {
  const place = one("[data-state]");
  // Many changes at once are shown together.
  if (place.dataset["reading"] !== undefined) {
    place.dataset["reading"] = "again";
    return;
  }
  do {
    place.dataset["reading"] = "once";
    await readState(place);
  } while (place.dataset["reading"] === "again");
  delete place.dataset["reading"];
}

async function readState(place: HTMLElement): Promise<void> {
  await showUsage();
  const response = await call("GET", "/records");
  const text = await response?.text();
  if (text === undefined || text === place.dataset["shown"]) return;
  place.dataset["shown"] = text;
  const opened = place.querySelectorAll<HTMLElement>("details[open]");
  const open = new Set(Array.from(opened, (details) => details.dataset["record"] ?? ""));
  const views = JSON.parse(text) as ResourceView[];
  const tables = views.map((view) => resourceTable(view, open));
  place.replaceChildren(...(views.length === 0 ? ["Nothing is remembered."] : tables));
}

/** Shows how much is remembered, of how much at most, and what went. */
async function showUsage(): Promise<void> {
  const response = await call("GET", "/usage");
  if (response === undefined) return;
  const usage = (await response.json()) as MockUsage & { loggedRequests: number };
  const { records, stateBytes, recordings, evicted, limits, loggedRequests } = usage;
  const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  const parts = [
    `${records} of at most ${limits.records} records (${limits.resourceRecords} of one resource)`,
    `${mebibytes(stateBytes)} of at most ${mebibytes(limits.stateBytes)}`,
    ...(recordings === 0 ? [] : [`${recordings} of at most ${limits.recordings} recorded answers`]),
  ];
  const went = evicted === 0 ? "" : ` ${evicted} went, the oldest first.`;
  one("[data-usage]").textContent = `${parts.join(", ")}.${went}`;
  one("[data-logged]").textContent = `The last ${loggedRequests} are shown.`;
}

async function showFaults(): Promise<void> {
  const response = await call("GET", "/faults");
  if (response === undefined) return;
  const { isOn, rules } = (await response.json()) as { isOn: boolean; rules: FaultRule[] };
  const items = rules.map((rule) => element("li", { class: "code" }, JSON.stringify(rule)));
  one("[data-faults]").replaceChildren(...items);
  const button = one("[data-action=faults]");
  button.dataset["on"] = String(isOn);
  button.textContent = isOn ? "Switch faults off" : "Switch faults on";
}

/** The members of a rule that a form has been filled with. */
function ruleOf(form: HTMLFormElement): { [member: string]: unknown } {
  const rule: { [member: string]: unknown } = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || value === "") continue;
    const isText = name === "operation" || name === "fault" || value.includes("..");
    rule[name] = isText ? value : Number(value);
  }
  return rule;
}

function onSubmit(name: string, submit: (form: HTMLFormElement) => Promise<unknown>): void {
  one(`[data-form=${name}]`).addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(event.currentTarget as HTMLFormElement);
  });
}

function onClick(action: string, click: (button: HTMLElement) => Promise<unknown>): void {
  const button = one(`[data-action=${action}]`);
  button.addEventListener("click", () => void click(button));
}

/** Follows the requests; each connection begins with the run of the mock that it is. */
function follow(): void {
  const source = new EventSource(`${document.documentElement.dataset["base"]}/requests`);
  const connection = one("[data-connection]");
  let run: unknown;
  source.addEventListener("run", ({ data }) => {
    connection.textContent = "connected";
    if (run !== undefined && run !== data) one("[data-requests]").replaceChildren();
    run = data;
    void showState();
    void showFaults();
  });
  source.addEventListener("request", ({ data }) => showRequest(JSON.parse(data as string)));
  source.addEventListener("state", () => void showState());
  source.addEventListener("faults", () => void showFaults());
  source.addEventListener("error", () => {
    connection.textContent = "not connected";
  });
}

function startConsole(): void {
  onClick("reset", () => call("POST", "/reset", {}));
  onClick("clear-faults", () => call("DELETE", "/faults"));
  onClick("faults", (button) => call("PUT", "/faults", { isOn: button.dataset["on"] !== "true" }));
  onSubmit("fault", (form) => call("POST", "/faults", ruleOf(form)));
  onSubmit("advance", (form) => {
    const seconds = Number(new FormData(form).get("seconds"));
    return call("POST", "/advance", { milliseconds: seconds * 1000 });
  });
  follow();
  // Lifecycles move by themselves.
  setInterval(() => {
    if (document.visibilityState === "visible") void showState();
  }, 2000);
}

const parts = [
  element,
  one,
  call,
  operationLink,
  problemsOf,
  showRequest,
  recordRow,
  resourceTable,
  showState,
  readState,
  showUsage,
  showFaults,
  ruleOf,
  onSubmit,
  onClick,
  follow,
];

/** The script of the console's page. Loaders that keep the names of functions call `__name` in them. */
export const browserScript = [
  '"use strict";',
  "const __name = (value) => value;",
  ...parts.map(String),
  `(${startConsole})();`,
].join("\n");
