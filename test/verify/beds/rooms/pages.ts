import { json, Refusal, type Answer } from "./answers.ts";
import { faulty } from "./faults.ts";

/** The query of a request; every parameter may be there once. */
export class Query {
  readonly #values: URLSearchParams;
  readonly path: string;

  constructor(path: string, search: string) {
    this.path = path;
    this.#values = new URLSearchParams(search);
  }

  /** As members, for the checks. */
  text(name: string): { [name: string]: string } {
    const values = this.#values.getAll(name);
    if (values.length > 1) throw new Refusal(400, `${name} may be given once.`);
    return values[0] === undefined ? {} : { [name]: values[0] };
  }

  integer(name: string, min: number, max = Infinity): number | undefined {
    const value = this.text(name)[name];
    if (value === undefined) return undefined;
    const number = /^-?(0|[1-9]\d*)$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max))
      throw new Refusal(400, `${name} must be a whole number from ${min} to ${max}.`);
    return number;
  }

  /** The address of another page with the same filters. */
  link(page: number, rel: string): string {
    const values = new URLSearchParams(this.#values);
    values.set("page", String(page));
    return `<${this.path}?${values.toString()}>; rel="${rel}"`;
  }
}

/** One page of what was found, with the headers that lead to the others. */
export function paged<T>(
  query: Query,
  found: readonly T[],
  show: (item: T) => unknown,
  total = found.length,
): Answer {
  const page = query.integer("page", 1) ?? 1;
  const perPage = query.integer("perPage", 1, 100) ?? 20;
  const last = Math.max(1, Math.ceil(found.length / perPage));
  const from = (page - 1) * perPage;
  const start = faulty("pages-overlap") && page > 1 ? from - 1 : from;
  const links = [query.link(1, "first"), query.link(last, "last")];
  if (page > 1) links.push(query.link(Math.min(page - 1, last), "prev"));
  if (page < last) links.push(query.link(page + 1, "next"));
  return json(found.slice(start, from + perPage).map(show), {
    "X-Total-Count": String(total),
    Link: links.join(", "),
  });
}
