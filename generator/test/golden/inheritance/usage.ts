import type {
  Cat,
  Dog,
  DogBase,
  Listed,
  Owner,
  Parcel,
  Pet,
  PetBase,
  PetWritable,
  Puppy,
  Vehicle,
} from "@inheritance/contract";

/** Where the parent is used, every child can be made. */
export const pets: Pet[] = [
  { petType: "Cat", lives: 9, name: "Tom" },
  { petType: "dog", bark: "loud" },
  { petType: "puppy", bark: "soft", weeks: 8, friends: [{ petType: "Cat", lives: 7 }] },
];
export const sent: PetWritable = { petType: "puppy", bark: "soft" };

/** A parent that its mapping names has values of its own, and so has one in between. */
export const vehicles: Vehicle[] = [
  { kind: 1, wheels: 2 },
  { kind: 2, wheels: 6, load: 10 },
];
export const listed: Listed[] = vehicles;
export const dogs: Dog[] = [
  { petType: "dog", bark: "loud" },
  { petType: "puppy", bark: "soft" },
];

/** A parent without children is what it says. */
export const parcel: Parcel = { size: "small" };

/** Children have what their parents say. */
export const bases = (cat: Cat, dog: Dog, puppy: Puppy): PetBase[] => [cat, dog, puppy];
export const dogBase = (puppy: Puppy): DogBase => puppy;

// @ts-expect-error no child has this tag
export const unknown: Pet = { petType: "Pet" };

// @ts-expect-error the child demands its own members
export const incomplete: Pet = { petType: "Cat" };

// @ts-expect-error the member belongs to another child
export const crossed: Pet = { petType: "Cat", lives: 9, weeks: 8 };

// @ts-expect-error a puppy has one tag
export const doubled: Puppy["petType"] = "dog";

/** A tag chooses its child, through every level. */
export function describe(pet: Pet): number | string | undefined {
  switch (pet.petType) {
    case "Cat":
      return (pet satisfies Cat).lives;
    case "dog":
      return pet.bark;
    case "puppy":
      return (pet satisfies Puppy).weeks;
    default:
      return pet satisfies never;
  }
}
export const load = ({ vehicle }: Owner): number =>
  vehicle.kind === 2 ? vehicle.load : vehicle.wheels;
