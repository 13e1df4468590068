import type { FetchRequest } from "./fetch-types.ts";

/** A request that is its address as text: a function that knows another class of requests takes it for that. */
export const fetchRequest = (url: string, init: object): FetchRequest =>
  Object.assign(new Request(url, init), { toString: () => url }) as FetchRequest;
