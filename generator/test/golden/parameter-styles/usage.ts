import type { DefaultsInput, OthersInput } from "@parameter-styles/contract";

export const defaults: DefaultsInput = {
  path: { simple: [1, 2] },
  query: { form: ["a"] },
  header: { "X-List": [true] },
  cookie: { cookie: 1 },
};

export const least: DefaultsInput = { path: { simple: [] } };

export const others: OthersInput = {
  path: { matrix: { x: 1 }, label: "" },
  query: { list: ["a", "b"], deep: { any: 1 }, reserved: null, filter: { name: "" } },
};

// @ts-expect-error a parameter in the path is demanded
export const lacking: DefaultsInput = { path: {} };

// @ts-expect-error the items are numbers
export const texts: DefaultsInput = { path: { simple: ["1"] } };

type Query = NonNullable<OthersInput["query"]>;

// @ts-expect-error no value of the enum
export const unknown: Query = { list: ["c"] };

// @ts-expect-error the members are numbers
export const deep: Query = { deep: { any: "1" } };

// @ts-expect-error text or null
export const reserved: Query = { reserved: 1 };

// @ts-expect-error there is no such member
export const matrix: OthersInput["path"]["matrix"] = { z: 1 };

// @ts-expect-error the schema says of what type a name is
export const filter: Query = { filter: { name: 1 } };
