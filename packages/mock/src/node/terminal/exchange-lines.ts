import type { MockExchange, Violation } from "../../types.ts";
import type { Paint, Style } from "./colors.ts";
import { printable } from "./printable.ts";

/** The most issues of one violation that are printed. */
const mostIssues = 5;

/**
 * Formats an exchange as a line: time, status, method, path, operation and milliseconds. Further lines show its
 * faults and violations.
 */
export function exchangeLines(exchange: MockExchange, paint: Paint): string {
  const { status, method, url, operationId, duration, mode, fault, violations } = exchange;
  const parts = [
    paint("dim", timeOf(exchange.time)),
    paint(statusStyle(status), String(status ?? "---")),
    printable(method, 20).padEnd(6),
    printable(url),
    ...(operationId === undefined ? [] : [paint("cyan", printable(operationId))]),
    ...(mode === "mock" ? [] : [paint("dim", mode)]),
    paint("dim", `${Math.round(duration)} ms`),
  ];
  const below = [
    ...(fault === undefined ? [] : [paint("yellow", `fault: ${printable(fault)}`)]),
    ...violations.flatMap((violation) => violationLines(violation, paint)),
  ];
  return [parts.join("  "), ...below.map((line) => `          ${line}`)]
    .map((line) => `${line}\n`)
    .join("");
}

function violationLines({ side, message, issues }: Violation, paint: Paint): string[] {
  const shown = issues
    .slice(0, mostIssues)
    .map((issue) => `${side}: ${issue.in} ${issue.pointer} ${issue.message}`);
  const more = issues.length - shown.length;
  if (more > 0) shown.push(`${side}: and ${more} more`);
  const lines = shown.length > 0 ? shown : [`${side}: ${message}`];
  return lines.map((line) => paint("red", printable(line)));
}

/** Formats the local time as hour, minute and second. */
function timeOf(milliseconds: number): string {
  const time = new Date(milliseconds);
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

function statusStyle(status: number | undefined): Style {
  if (status === undefined || status >= 500) return "red";
  if (status >= 400) return "yellow";
  return status >= 300 ? "cyan" : "green";
}
