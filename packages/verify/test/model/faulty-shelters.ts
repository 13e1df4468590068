import { Shelter, type NewPet, type Pet } from "./shelter.ts";

/** A shelter with one fault of what it remembers. */
export interface FaultyShelter {
  readonly name: string;
  readonly make: () => Shelter;
  /** The kind of divergence that shows it. */
  readonly kind: string;
  /** The operations of the shortest sequence that does. */
  readonly sequence: readonly string[];
}

const fault = (
  name: string,
  kind: string,
  sequence: readonly string[],
  faulty: new () => Shelter,
): FaultyShelter => ({ name, make: () => new faulty(), kind, sequence });

export const faultyShelters: readonly FaultyShelter[] = [
  fault(
    "loses an update",
    "lost-value",
    ["CreatePet", "UpdatePet", "GetPet"],
    class extends Shelter {
      override update(pet: Pet, change: Partial<NewPet>): Pet {
        return { ...pet, ...change };
      }
    },
  ),
  fault(
    "resets what an update does not name",
    "lost-value",
    ["CreatePet", "UpdatePet"],
    class extends Shelter {
      override update({ id, name }: Pet, change: Partial<NewPet>): Pet {
        return super.update({ id, name }, change);
      }
    },
  ),
  fault(
    "updates all pets",
    "lost-value",
    ["CreatePet", "CreatePet", "UpdatePet", "GetPet"],
    class extends Shelter {
      override update(pet: Pet, change: Partial<NewPet>): Pet {
        for (const other of this.pets.values()) super.update(other, change);
        return super.update(pet, change);
      }
    },
  ),
  fault(
    "shows a pet as it was when it was first read",
    "lost-value",
    ["CreatePet", "GetPet", "UpdatePet", "GetPet"],
    class extends Shelter {
      readonly #shown = new Map<string, Pet>();
      override show(pet: Pet): Pet {
        const shown = this.#shown.get(pet.id) ?? pet;
        this.#shown.set(pet.id, shown);
        return shown;
      }
    },
  ),
  fault(
    "answers a creation with the pet that was created before",
    "identifier",
    ["CreatePet", "CreatePet"],
    class extends Shelter {
      #last: Pet | undefined;
      override create(given: NewPet): Pet {
        const pet = super.create(given);
        const shown = this.#last ?? pet;
        this.#last = pet;
        return shown;
      }
    },
  ),
  fault(
    "answers a creation with another one's name",
    "lost-value",
    ["CreatePet"],
    class extends Shelter {
      override create(given: NewPet): Pet {
        const first = this.list()[0];
        return { ...super.create(given), name: first?.name ?? given.name };
      }
    },
  ),
  fault(
    "deletes nothing",
    "still-there",
    ["CreatePet", "DeletePet", "GetPet"],
    class extends Shelter {
      override delete(id: string): boolean {
        return this.pets.has(id);
      }
    },
  ),
  fault(
    "deletes another pet",
    "still-there",
    ["CreatePet", "DeletePet", "GetPet"],
    class extends Shelter {
      override delete(id: string): boolean {
        const [first = id] = this.pets.keys();
        return super.delete(first);
      }
    },
  ),
  fault(
    "lists what was deleted",
    "listed-after-delete",
    ["CreatePet", "DeletePet", "ListPets"],
    class extends Shelter {
      readonly #gone: Pet[] = [];
      override delete(id: string): boolean {
        const pet = this.find(id);
        if (pet !== undefined) this.#gone.push(pet);
        return super.delete(id);
      }
      override list(): readonly Pet[] {
        return [...super.list(), ...this.#gone];
      }
    },
  ),
  fault(
    "lists a pet twice once it was changed",
    "listed-twice",
    ["CreatePet", "UpdatePet", "ListPets"],
    class extends Shelter {
      readonly #changed: Pet[] = [];
      override update(pet: Pet, change: Partial<NewPet>): Pet {
        const changed = super.update(pet, change);
        this.#changed.push(changed);
        return changed;
      }
      override list(): readonly Pet[] {
        return [...super.list(), ...this.#changed];
      }
    },
  ),
  fault(
    "leaves the newest out of the list",
    "not-listed",
    ["CreatePet", "ListPets"],
    class extends Shelter {
      override list(): readonly Pet[] {
        return super.list().slice(0, -1);
      }
    },
  ),
  fault(
    "counts one too many",
    "count",
    ["ListPets"],
    class extends Shelter {
      override total(): number {
        return super.total() + 1;
      }
    },
  ),
  fault(
    "gives the identifier of a deleted pet to the next one",
    "identifier",
    ["CreatePet", "DeletePet", "CreatePet"],
    class extends Shelter {
      readonly #free: string[] = [];
      override delete(id: string): boolean {
        this.#free.push(id);
        return super.delete(id);
      }
      override nextId(): string {
        return this.#free.pop() ?? super.nextId();
      }
    },
  ),
  fault(
    "forgets pets when another one is deleted",
    "not-found",
    ["CreatePet", "CreatePet", "DeletePet", "GetPet"],
    class extends Shelter {
      override delete(id: string): boolean {
        const isThere = super.delete(id);
        this.pets.clear();
        return isThere;
      }
    },
  ),
  fault(
    "breaks down when a deleted pet is read",
    "server-error",
    ["CreatePet", "DeletePet", "GetPet"],
    class extends Shelter {
      readonly #gone = new Set<string>();
      override delete(id: string): boolean {
        this.#gone.add(id);
        return super.delete(id);
      }
      override find(id: string): Pet | undefined {
        if (this.#gone.has(id)) throw new TypeError("the pet is gone");
        return super.find(id);
      }
    },
  ),
];
