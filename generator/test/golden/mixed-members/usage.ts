import type { Closed, Empty, Extended, Open, Prefixed, Typed } from "@mixed-members/contract";

export const typed: Typed = { count: 1, other: "text" };
export const count: number = typed.count;
export const open: Open = { count: 1, other: [] };
export const prefixed: Prefixed = { name: "a", "x-one": 1 };
export const extended: Extended = { count: 1, more: "" };
export const empty: Empty = {};

/** A named member may be missing; compilers that take this for undefined want it of the others too. */
export const missing: Typed = { count: 1, other: undefined };

// @ts-expect-error members that are not named are texts
export const mistyped: Typed = { count: 1, other: [] };

// @ts-expect-error nothing else is allowed
export const closed: Closed = { count: 1, other: 1 };

// @ts-expect-error names that start with x- have numbers
export const wrongPrefixed: Prefixed = { "x-one": "1" };

// @ts-expect-error what is demanded elsewhere is demanded
export const lacking: Extended = { more: "" };

// @ts-expect-error an empty object has nothing
export const full: Empty = { count: 1 };
