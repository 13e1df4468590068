/** The module of the status types, for a contract that does not depend on the runtime. */
export const statusModule = "contract/src/statuses.ts";

/** Declares `StatusRange` and `DefaultStatus` exactly like the runtime; a test compares them. */
export const statusTypes = `
type Status1XX = 100 | 101 | 102 | 103;
type Status2XX = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
type Status3XX = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
type Status4XX =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
  | (416 | 417 | 418 | 420 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 449 | 451 | 499);
type Status5XX = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 509 | 510 | 511 | 529;

interface StatusRanges {
  "1XX": Status1XX;
  "2XX": Status2XX;
  "3XX": Status3XX;
  "4XX": Status4XX;
  "5XX": Status5XX;
}

/** The statuses of a range such as \`4XX\`, without those that are documented themselves. */
export type StatusRange<
  Range extends keyof StatusRanges,
  Documented extends number = never,
> = Exclude<StatusRanges[Range], Documented>;

/** The statuses of \`default\`: all but the documented ones and ranges. */
export type DefaultStatus<
  Documented extends number = never,
  Ranges extends keyof StatusRanges = never,
> = Exclude<StatusRanges[keyof StatusRanges], Documented | StatusRanges[Ranges]>;
`;
