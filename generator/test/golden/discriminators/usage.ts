import type {
  Cat,
  Circle,
  Constant,
  Implied,
  Inherited,
  Manager,
  Mapped,
  Person,
  Vehicle,
} from "@discriminators/contract";
import { isCat, isCircle, isDog, isManager } from "@discriminators/contract/guards";

/** Every branch can be made. */
export const mapped: Mapped[] = [{ kind: "cat", lives: 9 }, { kind: "kitten" }, { kind: "dog" }];
export const implied: Implied[] = [
  { type: "Fish", fins: 2 },
  { type: "Bird", wings: 2 },
];
export const constant: Constant[] = [
  { shape: "circle", area: 1 },
  { shape: "square", area: 1 },
];

// @ts-expect-error what is sent is one of the listed alternatives
export const unlisted: Constant = { shape: "triangle", area: 1 };

export const inherited: Inherited[] = [
  { role: "boss", name: "Ada", reports: 2 },
  { role: "Worker", desk: "A1" },
];
export const circular: Vehicle[] = [
  { form: "car", wheels: 4, doors: 5 },
  { form: "bike", wheels: 2 },
];

// @ts-expect-error no branch has this tag
export const wrong: Mapped = { kind: "bird" };

// @ts-expect-error the tag belongs to the other branch
export const crossed: Implied = { type: "Fish", wings: 2 };

/** A tag chooses its branch. */
export const narrowed = (value: Mapped): number | undefined =>
  value.kind === "dog" ? undefined : value.lives;
export const reports = (value: Inherited): number | undefined =>
  value.role === "boss" ? (value satisfies Manager).reports : undefined;
export const doors = (value: Vehicle): number =>
  value.form === "car" ? value.doors : value.wheels;
export const circle = (value: Constant): Circle | undefined =>
  value.shape === "circle" ? value : undefined;

export const cats = (all: readonly Mapped[]): readonly Cat[] => all.filter(isCat);
export const dogOrShape = (value: Mapped | Constant): string => {
  if ("kind" in value)
    return isDog(value) ? (value.kind satisfies "dog") : (value.kind satisfies "cat" | "kitten");
  return isCircle(value) ? (value.shape satisfies "circle") : (value.shape satisfies "square");
};
export const reportsOf = (value: Person): number | undefined =>
  isManager(value) ? value.reports : (value.desk satisfies string | undefined, undefined);

// @ts-expect-error a person has no kind
export const isPersonCat = (value: Person): boolean => isCat(value);
