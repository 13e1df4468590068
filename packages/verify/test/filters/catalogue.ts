/** What a list of products does wrong. */
export type FilterFault =
  | "ignores status"
  | "leaves out a match"
  | "excludes the bound"
  | "compares prices as texts"
  | "ignores tags"
  | "ignores the search"
  | "searches with case"
  | "ignores created_after"
  | "looks at the first of several"
  | "takes any of several tags"
  | "drops the offset of times"
  | "takes either of two filters"
  | "loses ties behind a page"
  | "ignores active"
  | "counts all"
  | "counts all in a header"
  | "forgets the filter behind the first page"
  | "sorts the wrong way"
  | "sorts prices as texts"
  | "sorts by another member"
  | "sorts each page"
  | "does not sort";

interface Product {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly price: number;
  readonly active: boolean;
  readonly tags: readonly string[];
  readonly created_at: string;
}

/** How a service names its parameters, and what it means by them, which a description may leave open. */
export interface Naming {
  readonly parameters: string;
  /** The plain names of parameters, by those of the service. */
  readonly names: Readonly<Record<string, string>>;
  /** A filter by name finds parts of it, in any case. */
  readonly isLoose: boolean;
}

const query = (name: string, schema: string, description = ""): string =>
  `{ name: "${name}", in: query, description: "${description}", schema: ${schema} }`;

const status = "{ type: string, enum: [draft, available, sold] }";
const words = "{ type: string, minLength: 1 }";
const amount = "{ type: number, minimum: 0 }";
const time = "{ type: string, format: date-time }";
const limit = query("limit", "{ type: integer, minimum: 1, maximum: 50, default: 20 }");

export const namings = {
  snake: {
    parameters: [
      query("status", status),
      query("min_price", amount),
      query("price_lte", amount),
      query("tag", words),
      query("active", "{ type: boolean }"),
      query("created_after", time),
      query("name", words),
      query("q", words, "Searches in the name, case-insensitive."),
      query("sort", "{ type: string, enum: [price, -price, name, -name, created_at] }"),
      query("offset", "{ type: integer, minimum: 0 }"),
      limit,
    ].join(", "),
    names: {},
    isLoose: true,
  },
  camel: {
    parameters: [
      query("status", `{ type: array, items: ${status} }`),
      query("minPrice", amount),
      query("price[lte]", amount),
      query("tags", "{ type: array, items: { type: string } }", "Products with all of these."),
      query("createdAfter", time),
      query("search", words),
      query("orderBy", "{ type: string, enum: [price, name, createdAt] }"),
      query("order", "{ type: string, enum: [asc, desc], default: asc }"),
      query("offset", "{ type: integer, minimum: 0 }"),
      limit,
    ].join(", "),
    names: {
      minPrice: "min_price",
      "price[lte]": "price_lte",
      tags: "tag",
      createdAfter: "created_after",
      search: "q",
      orderBy: "sort",
    },
    isLoose: false,
  },
  suffixed: {
    parameters: [
      query("status", status),
      query("sort_by", "{ type: string, enum: [price_asc, price_desc, name_asc, 'name:desc'] }"),
      limit,
      query("offset", "{ type: integer, minimum: 0 }"),
    ].join(", "),
    names: { sort_by: "sort" },
    isLoose: false,
  },
} as const satisfies Readonly<Record<string, Naming>>;

export const described = ({ parameters }: Naming): string => `openapi: 3.1.0
info: { title: Catalogue, version: 1.0.0 }
paths:
  /products:
    get:
      operationId: listProducts
      parameters: [${parameters}]
      responses:
        "200":
          description: Products.
          headers: { X-Total-Count: { schema: { type: integer } } }
          content:
            application/json:
              schema:
                type: object
                required: [products, total]
                properties:
                  products: { type: array, items: { $ref: "#/components/schemas/Product" } }
                  total: { type: integer }
    post:
      operationId: addProduct
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewProduct" } } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Product" } } }
  /products/{id}:
    get:
      operationId: getProduct
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The product.
          content: { application/json: { schema: { $ref: "#/components/schemas/Product" } } }
        "404": { description: There is none. }
components:
  schemas:
    NewProduct:
      type: object
      required: [name, price]
      properties:
        name: { type: string, minLength: 1 }
        price: ${amount}
        status: ${status}
        active: { type: boolean }
        tags: { type: array, items: { type: string, minLength: 1 } }
    Product:
      allOf:
        - $ref: "#/components/schemas/NewProduct"
        - type: object
          required: [id, status, created_at]
          properties:
            id: { type: string }
            created_at: ${time}
`;

/** A service with a naming, which is faultless but for what it is told to do wrong. */
export function service(
  naming: Naming,
  fault?: FilterFault,
): (request: Request) => Promise<Response> {
  const all: Product[] = [];
  return async (request) => {
    const url = new URL(request.url);
    const [, , id] = url.pathname.split("/");
    if (request.method === "POST") {
      const body = (await request.json()) as Product;
      const number = all.length + 1;
      // Two are made in each second.
      const created = new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 2)));
      const isNew = { active: true, tags: [], status: "draft" };
      all.push({ ...isNew, ...body, id: `product-${number}`, created_at: created.toISOString() });
      return Response.json(all.at(-1), { status: 201 });
    }
    if (id !== undefined) {
      const one = all.find((product) => product.id === id);
      return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    }
    const asked = new Map<string, string[]>();
    for (const [name, value] of url.searchParams) {
      const plain = (naming.names as Readonly<Record<string, string>>)[name] ?? name;
      asked.set(plain, [...(asked.get(plain) ?? []), value]);
    }
    const offset = Number(asked.get("offset")?.[0] ?? 0);
    const size = Number(asked.get("limit")?.[0] ?? 20);
    const isForgotten = fault === "forgets the filter behind the first page" && offset > 0;
    const inOrder = (one: readonly Product[]): Product[] => sorted(one, asked, fault);
    const found = isForgotten
      ? all
      : all.filter((product) => matches(product, asked, naming, fault));
    const isPaged = fault === "sorts each page";
    const matching = isPaged ? found : inOrder(found);
    const before = fault === "loses ties behind a page" ? matching[offset - 1] : undefined;
    const page = matching
      .slice(offset, offset + size)
      .filter((one) => !asked.has("sort") || one.created_at !== before?.created_at);
    const total = fault === "counts all" ? all.length : matching.length;
    const count = fault === "counts all in a header" ? all.length : total;
    const headers = { "x-total-count": String(count) };
    return Response.json({ products: isPaged ? inOrder(page) : page, total }, { headers });
  };
}

type Asked = ReadonlyMap<string, readonly string[]>;

function matches(
  product: Product,
  asked: Asked,
  { isLoose }: Naming,
  fault: FilterFault | undefined,
): boolean {
  const { status: own, price, tags, active, name, created_at, id } = product;
  const isOther = (parameter: string): boolean => parameter === "min_price" && asked.has("status");
  const several = (wanted: readonly string[]): readonly string[] =>
    fault === "looks at the first of several" ? wanted.slice(0, 1) : wanted;
  const timeOf = (value: string): number =>
    Date.parse(
      fault === "drops the offset of times" ? value.replace(/[+-]\d\d:\d\d$/, "Z") : value,
    );
  const wantedTags = asked.get("tag") ?? [];
  const isEach = fault !== "takes any of several tags";
  const hasTags = isEach
    ? wantedTags.every((one) => tags.includes(one))
    : wantedTags.length === 0 || wantedTags.some((one) => tags.includes(one));
  const has = (
    parameter: string,
    test: (value: string) => boolean,
    ignored?: FilterFault,
  ): boolean =>
    (ignored !== undefined && fault === ignored) ||
    (fault === "takes either of two filters" && isOther(parameter)) ||
    (asked.get(parameter)?.some(test) ?? true);
  const least = (value: string): boolean =>
    fault === "compares prices as texts"
      ? String(price) >= value
      : fault === "excludes the bound"
        ? price > Number(value)
        : price >= Number(value);
  const found = (value: string): boolean =>
    fault === "searches with case"
      ? name.includes(value)
      : name.toLowerCase().includes(value.toLowerCase());
  return (
    has("status", () => several(asked.get("status") ?? []).includes(own), "ignores status") &&
    !(fault === "leaves out a match" && asked.has("status") && id.endsWith("2")) &&
    has("min_price", least) &&
    has("price_lte", (value) => price <= Number(value)) &&
    (fault === "ignores tags" || hasTags) &&
    has("active", (value) => String(active) === value, "ignores active") &&
    has(
      "created_after",
      (value) => Date.parse(created_at) > timeOf(value),
      "ignores created_after",
    ) &&
    has("name", (value) =>
      isLoose ? name.toLowerCase().includes(value.toLowerCase()) : name === value,
    ) &&
    has("q", found, "ignores the search")
  );
}

function sorted(all: readonly Product[], asked: Asked, fault: FilterFault | undefined): Product[] {
  const [, sign = "", text = "", end] =
    /^(-?)(.*?)(?:[_:](asc|desc))?$/.exec(asked.get("sort")?.[0] ?? "") ?? [];
  if (text === "" || fault === "does not sort") return [...all];
  const plain = text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const member = (
    fault === "sorts by another member" && plain === "price" ? "name" : plain
  ) as keyof Product;
  const isDown = sign === "-" || (end ?? asked.get("order")?.[0]) === "desc";
  const down = isDown !== (fault === "sorts the wrong way") ? -1 : 1;
  const isText = member !== "price" || fault === "sorts prices as texts";
  return all.toSorted((one, other) => {
    const [left, right] = [one[member], other[member]];
    if (!isText) return (Number(left) - Number(right)) * down;
    return (String(left) < String(right) ? -1 : Number(String(left) > String(right))) * down;
  });
}
