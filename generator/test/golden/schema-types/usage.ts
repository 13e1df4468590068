import type { Extended, Shape, Thing, Tree, _100Sure } from "@schema-types/contract";

/** All members can be there, and these values have their types. */
export const whole: Required<Omit<Thing, "nothingAtAll">> = {
  id: "1",
  kind: "small",
  version: 1,
  nothing: null,
  anything: Symbol(),
  open: { anything: 1 },
  map: { one: 1 },
  pair: ["one", 2],
  "with-dash": "",
  shape: { type: "circle", radius: 1 },
  tree: { value: "root", children: [{ value: "leaf", children: [] }] },
  extended: { name: "", more: 1 },
  old: "",
  start: ["first", 2, 3],
  fixed: { name: "a", sizes: [1, 2] },
  values: "one",
  either: [1, null],
  both: { type: "square", side: 1, depth: 2 },
  nested: { at: { x: 1 } },
  "50%": { "%": true },
  "#/%zz": 1,
};

/** What is not demanded may be missing, a default or not. */
export const least: Thing = { id: "1", nothing: "something" };
export const shortest: Thing = { ...least, pair: [], start: ["first"], values: null, either: true };

/** What is read has these types, and no others. */
export const kind: "small" | "large" | undefined = whole.kind;
export const version: 1 = whole.version;
export const nothing: string | null = least.nothing;
export const mapped: number | undefined = whole.map["one"];
export const second: number | undefined = whole.pair[1];
export const fixed: 2 = whole.fixed.sizes[1];
export const leaf: Tree | undefined = whole.tree.children?.[0];
export const depth: number = whole.both.side + whole.both.depth;
export const sure: boolean | undefined = whole["50%"]["%"];
export const area = (shape: Shape): number =>
  shape.type === "circle" ? shape.radius ** 2 : shape.side ** 2;
export const either = (value: _100Sure | number): Thing["#/%zz"] => value;

// @ts-expect-error id is demanded
export const withoutId: Thing = { nothing: null };

// @ts-expect-error what may be null may not be missing
export const withoutNull: Thing = { id: "1" };

// @ts-expect-error there is no such member
export const surplus: Thing = { ...least, surplus: 1 };

// @ts-expect-error no value of the enum
export const wrongKind: Thing["kind"] = "medium";

// @ts-expect-error the constant is a number
export const wrongVersion: Thing["version"] = "1";

// @ts-expect-error the second of the pair is a number
export const wrongPair: Thing["pair"] = ["one", "two"];

// @ts-expect-error a pair has no third
export const triple: Thing["pair"] = ["one", 2, 3];

// @ts-expect-error the first is demanded
export const withoutStart: Thing["start"] = [];

// @ts-expect-error numbers come after the first
export const wrongStart: Thing["start"] = ["first", "second"];

// @ts-expect-error a constant has one value
export const wrongFixed: Thing["fixed"] = { name: "a", sizes: [1, 3] };

// @ts-expect-error an item is a number or null
export const wrongItem: Thing["either"] = [true];

// @ts-expect-error both parts are demanded
export const halfBoth: Thing["both"] = { type: "square", side: 1 };

// @ts-expect-error nothing is allowed
export const something: Thing["nothingAtAll"] = null;

// @ts-expect-error the inner member is demanded
export const shallow: Thing["nested"] = { at: {} };

// @ts-expect-error a branch has its own members
export const crossed: Shape = { type: "circle", side: 1 };

// @ts-expect-error the extension demands a member of its base
export const nameless: Extended = { more: 1 };
