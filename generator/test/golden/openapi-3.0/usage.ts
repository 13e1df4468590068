import type { Measure } from "@openapi-3.0/contract";

export const measure: Measure = { name: null, unit: null, above: 1, parent: null, beside: {} };
export const inner: Measure = { name: "Length", unit: "m", parent: { unit: "s" } };

// @ts-expect-error a reference may not be null, whatever stands beside it
export const beside: Measure = { beside: null };

// @ts-expect-error no value of the enum
export const unit: Measure = { unit: "km" };

// @ts-expect-error a number may not be null unless it says so
export const above: Measure = { above: null };
