import {
  createClient,
  match,
  type Constant,
  type Mapped,
  type Vehicle,
} from "@discriminators/client";

/** A tag chooses its alternative, as in requests. */
export const radius = (value: Constant): number | string | undefined => {
  switch (value.shape) {
    case "circle":
      return value.radius satisfies number | undefined;
    case "square":
      return value.radius satisfies string | undefined;
    default:
      // What is not described has any members.
      return value["corners"] satisfies unknown as string;
  }
};
export const lives = (value: Mapped): number | undefined =>
  value.kind === "cat" || value.kind === "kitten" ? value.lives : undefined;
export const doors = (value: Vehicle): number =>
  value.form === "car" ? value.doors : value.wheels;

/** Members that all listed alternatives have need no choice. */
export const area = (value: Constant): number => value.area;

// @ts-expect-error the listed alternatives are not all there are
export const listed = (value: Constant): "circle" | "square" => value.shape;

export const named = (value: Constant): string =>
  match(value.shape, {
    circle: () => "round",
    square: () => "even",
    unknown: (shape) => shape satisfies string,
  });

export async function read(): Promise<string | undefined> {
  const { constant } = await createClient().default.getZoo();
  return constant?.shape;
}
