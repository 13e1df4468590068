import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { headerOf } from "../wire/wire-request.ts";
import type { Exchange } from "../wire/exchange.ts";

const sizeNames = new Set(
  "limit perpage pagesize size count first top take maxresults maxitems results".split(" "),
);
const placeNames = new Set(
  "page pagenumber offset skip start cursor after before startingafter endingbefore pagetoken token marker continuationtoken since".split(
    " ",
  ),
);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** The page size of a list, and the query for it. */
export interface PageSize {
  /** `undefined` if it is unknown; infinite without pages. */
  readonly size: number | undefined;
  /** The query that asks for the largest pages. */
  readonly input: Pick<CallInput, "query">;
}

/** Returns the page size of a list: the documented maximum, which is requested, or the default. */
export function pageSizeOf({ model, mock }: VerifiedOperation, query: object = {}): PageSize {
  const parameters = model.parameters.filter((one) => one.in === "query");
  const size = parameters.find(({ name }) => sizeNames.has(plain(name)));
  const isPaged =
    size !== undefined ||
    mock.operation.pagination !== undefined ||
    parameters.some(({ name }) => placeNames.has(plain(name)));
  if (!isPaged) return { size: Number.POSITIVE_INFINITY, input: {} };
  const schema = isObject(size?.schema.json) ? size.schema.json : {};
  const { maximum, default: usual } = schema;
  if (size !== undefined && typeof maximum === "number" && Number.isInteger(maximum))
    return { size: maximum, input: { query: { ...query, [size.name]: maximum } } };
  return { size: typeof usual === "number" ? usual : undefined, input: {} };
}

/** True if an answer says that there is another page. */
export function saysMore({ response, value }: Exchange): boolean {
  const link = headerOf(response?.headers ?? [], "link") ?? "";
  if (/rel="?next/i.test(link)) return true;
  if (!isObject(value)) return false;
  const places = [value, ...Object.values(value).filter(isObject)];
  return places.some((place) =>
    Object.keys(place).some((name) => {
      const member = getMember(place, name);
      const isMarker = /next|hasmore|cursor|continu/.test(plain(name));
      return isMarker && member !== null && member !== false && member !== "";
    }),
  );
}
