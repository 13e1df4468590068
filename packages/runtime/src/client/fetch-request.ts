import type { FetchRequest } from "./fetch-types.ts";

/** Creates a request whose text is its address, for `fetch` functions that use another class of `Request`. */
export const fetchRequest = (url: string, init: object): FetchRequest =>
  Object.assign(new Request(url, init), { toString: () => url }) as FetchRequest;
