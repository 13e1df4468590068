// The public price list of papers.
import { compareText, etagOf, fault, notFound } from "./core.ts";
import { papers } from "./data.ts";
import type { Paper } from "./data.ts";
import { conditions, route } from "./http.ts";
import type { Context, Reply } from "./http.ts";

const FINISHES = ["matt", "gloss", "silk", "uncoated"] as const;
const SORTS = [
  "sku",
  "-sku",
  "name",
  "-name",
  "grammage",
  "-grammage",
  "priceCents",
  "-priceCents",
] as const;

const view = ({ rev, ...rest }: Paper) => rest;

function listPapers({ query }: Context): Reply {
  const { page, limit } = query.paging();
  const finish = query.choice("finish", FINISHES);
  const recycled = query.choice("recycled", ["true", "false"]);
  const min = query.integer("minGrammage", 0, 2147483647) ?? 0;
  const max = query.integer("maxGrammage", 0, 2147483647) ?? Infinity;
  const q = query.text("q", 1, 100)?.toLowerCase();
  const sort = query.choice("sort", SORTS) ?? "sku";

  const found = [...papers.values()].filter(
    (p) =>
      (finish === undefined || p.finish === finish) &&
      (recycled === undefined || p.recycled === (recycled === "true")) &&
      p.grammage >= min &&
      (fault("papers-max-exclusive") ? p.grammage < max : p.grammage <= max) &&
      (q === undefined || p.name.toLowerCase().includes(q)),
  );
  const down = sort.startsWith("-");
  const key = (down ? sort.slice(1) : sort) as "sku" | "name" | "grammage" | "priceCents";
  const order = (a: Paper, b: Paper) => {
    const [x, y] = [a[key], b[key]];
    return typeof x === "string" ? compareText(x, y as string) : x - (y as number);
  };
  if (fault("papers-sort-reverse")) {
    found.sort((a, b) => order(a, b) || compareText(a.sku, b.sku));
    if (down) found.reverse();
  } else {
    found.sort((a, b) => (down ? -order(a, b) : order(a, b)) || compareText(a.sku, b.sku));
  }
  const items = found.slice((page - 1) * limit, page * limit).map(view);
  return {
    status: 200,
    json: { items, page, limit, total: fault("papers-total-page") ? items.length : found.length },
  };
}

function getPaper(ctx: Context): Reply {
  const sku = fault("paper-sku-plus") ? ctx.params[0]!.replaceAll("+", " ") : ctx.params[0]!;
  const paper = papers.get(sku);
  if (!paper) throw notFound("paper");
  const etag = etagOf("p", paper.rev);
  if (conditions(ctx, etag)) return { status: 304, headers: { ETag: etag } };
  return { status: 200, json: view(paper), headers: { ETag: etag } };
}

export function addPaperRoutes(): void {
  route("/papers", { GET: listPapers }, true);
  route("/papers/{}", { GET: getPaper }, true);
}
