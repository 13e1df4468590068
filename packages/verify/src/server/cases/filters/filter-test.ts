import type { Json, JsonObject } from "@openapi-packages/description";

/** A query that filters a list, and what is certain of the items that it gives. */
export interface FilterTest {
  readonly parameter: string;
  readonly value: Json;
  /** The other parameters of the query. Default: none. */
  readonly besides?: JsonObject;
  /** The member of items that the filter is about. */
  readonly member: string | undefined;
  /** True if the filter certainly excludes an item. */
  excludes(item: JsonObject): boolean;
  /** True if the filter certainly includes an item. */
  includes(item: JsonObject): boolean;
  /** True if only a list that still has all items is an error: which texts a search compares is its own business. */
  readonly isOfAll?: true;
}

/** The query of a filter, for messages. */
export const filterText = ({ parameter, value, besides = {} }: FilterTest): string => {
  const shown = Object.entries({ ...besides, [parameter]: value }).map(
    ([name, own]) => `${name}=${[own].flat().map(String).join(",")}`,
  );
  return `filter ${shown.join("&")}`;
};
