// Shared basics: the fault switch, errors, revisions, clock, text helpers.

const active = process.env.FAULT ?? "";
export function fault(id: string): boolean {
  return active === id;
}
export function activeFault(): string {
  return active;
}

export class Problem extends Error {
  status: number;
  code: string;
  fields: string[] | undefined;
  headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    detail: string,
    fields?: string[],
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

export const notFound = (what: string) =>
  new Problem(404, "not_found", `There is no such ${what}.`);

let revision = 0;
export function nextRev(): number {
  revision += 1;
  return revision;
}

export function etagOf(prefix: string, rev: number): string {
  return `"${prefix}-${rev.toString(36)}"`;
}

export const now = () => new Date().toISOString();

// Stands for the write to the journal on disk.
export function persist(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4));
}

export const codePoints = (text: string): number => {
  let n = 0;
  for (const _ of text) n += 1;
  return n;
};

// Compares by Unicode code points (UTF-16 order differs for astral characters).
export function compareText(a: string, b: string): number {
  const x = a[Symbol.iterator]();
  const y = b[Symbol.iterator]();
  for (;;) {
    const p = x.next();
    const q = y.next();
    if (p.done || q.done) return p.done ? (q.done ? 0 : -1) : 1;
    const d = p.value.codePointAt(0)! - q.value.codePointAt(0)!;
    if (d !== 0) return d;
  }
}

// The same text for the same JSON value, whatever the order of its members.
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const parts = Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`);
    return `{${parts.join(",")}}`;
  }
  return JSON.stringify(value);
}
