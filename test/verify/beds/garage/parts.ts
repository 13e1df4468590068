// Parts and their stock.
import { fault } from "./faults.ts";
import { json, parseJson, Problem, requireContent, type Answer, type Call } from "./http.ts";
import { Query } from "./query.ts";
import { CATEGORIES, compareText, type Part } from "./store.ts";
import { checkBody, type Shapes } from "./validate.ts";

const SHAPES: Shapes = {
  name: { kind: "text", required: true, min: 1, max: 120 },
  category: { kind: "text", required: true, oneOf: CATEGORIES },
  unitPriceCents: { kind: "int", required: true, min: 0, max: 10000000 },
  stock: { kind: "int", required: true, min: 0, max: 100000 },
  minStock: { kind: "int", fallback: 0, min: 0, max: 100000 },
};

const SORTS = [
  "partNumber",
  "-partNumber",
  "name",
  "-name",
  "unitPriceCents",
  "-unitPriceCents",
  "stock",
  "-stock",
];

function isLow(part: Part): boolean {
  return fault("part-low-boundary") ? part.stock <= part.minStock : part.stock < part.minStock;
}

function partView(part: Part) {
  const { partNumber, name, category, unitPriceCents, stock, minStock } = part;
  return { partNumber, name, category, unitPriceCents, stock, minStock, low: isLow(part) };
}

const foldAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function comparer(sort: string): (a: Part, b: Part) => number {
  const descending = sort.startsWith("-");
  const key = sort.replace("-", "") as keyof Part;
  const byKey = (a: Part, b: Part): number => {
    const left = a[key];
    const right = b[key];
    return typeof left === "number" ? left - (right as number) : compareText(left, right as string);
  };
  const byNumber = (a: Part, b: Part): number => compareText(a.partNumber, b.partNumber);
  if (fault("parts-desc-ties") && descending) return (a, b) => -(byKey(a, b) || byNumber(a, b));
  return (a, b) => (descending ? -byKey(a, b) : byKey(a, b)) || byNumber(a, b);
}

export function listParts(call: Call): Answer {
  const query = new Query(call);
  const page = query.int("page", 1, 1000000, 1);
  const perPage = fault("parts-per-page-clamped")
    ? Math.min(50, Math.max(1, query.int("perPage", -1000000, 1000000, 10)))
    : query.int("perPage", 1, 50, 10);
  const text = query.text("q", 1, 60);
  let categories = query.choices("category", CATEGORIES);
  const low = query.bool("low");
  const minPrice = query.int("minPriceCents", 0, 10000000);
  const maxPrice = query.int("maxPriceCents", 0, 10000000);
  const sort = query.choice("sort", SORTS, "partNumber");
  query.done();
  if (fault("parts-category-first-only")) categories = categories.slice(0, 1);
  let found = [...call.workshop.parts.values()];
  if (text !== undefined) {
    const wanted = foldAscii(text);
    found = found.filter(
      (part) =>
        foldAscii(part.name).includes(wanted) || foldAscii(part.partNumber).includes(wanted),
    );
  }
  if (categories.length > 0) found = found.filter((part) => categories.includes(part.category));
  if (fault("parts-low-false-ignored") ? low : low !== undefined)
    found = found.filter((part) => isLow(part) === low);
  if (minPrice !== undefined) found = found.filter((part) => part.unitPriceCents >= minPrice);
  if (maxPrice !== undefined) found = found.filter((part) => part.unitPriceCents <= maxPrice);
  found.sort(comparer(sort));
  const items = found.slice((page - 1) * perPage, page * perPage).map(partView);
  const total = fault("parts-total-of-page") ? items.length : found.length;
  return json(200, { items, total, page, perPage, pageCount: Math.ceil(total / perPage) });
}

export function putPart(call: Call): Answer {
  const partNumber = call.params.partNumber;
  if (!/^[A-Z0-9][A-Z0-9-]{1,19}$/.test(partNumber)) {
    throw new Problem(400, "The part number does not have the required form.", [
      { in: "path", field: "partNumber", message: "does not have the required form" },
    ]);
  }
  const fields = checkBody<Omit<Part, "partNumber">>(
    parseJson(requireContent(call, "application/json")),
    SHAPES,
  );
  const existed = call.workshop.parts.has(partNumber);
  const part = { partNumber, ...fields } as Part;
  call.workshop.parts.set(partNumber, part);
  return json(existed && !fault("part-replace-201") ? 200 : 201, partView(part));
}
