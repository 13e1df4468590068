/** A pet as the shelter stores it. */
export interface Pet {
  readonly id: string;
  readonly name: string;
  readonly kind?: string;
  readonly age?: number;
}

/** What is known of pets that are not yet there. */
export type NewPet = Omit<Pet, "id">;

/** A service of pets, written by hand, without a fault. Each of its methods is there to be replaced by a faulty one. */
export class Shelter {
  readonly pets = new Map<string, Pet>();
  #made = 0;

  nextId(): string {
    this.#made += 1;
    return `pet-${this.#made}`;
  }

  create(given: NewPet): Pet {
    const pet = { id: this.nextId(), ...given };
    this.pets.set(pet.id, pet);
    return pet;
  }

  find(id: string): Pet | undefined {
    return this.pets.get(id);
  }

  /** The pet as it is shown. */
  show(pet: Pet): Pet {
    return pet;
  }

  list(): readonly Pet[] {
    return [...this.pets.values()];
  }

  update(pet: Pet, change: Partial<NewPet>): Pet {
    const changed = { ...pet, ...change };
    this.pets.set(pet.id, changed);
    return changed;
  }

  delete(id: string): boolean {
    return this.pets.delete(id);
  }

  total(): number {
    return this.list().length;
  }

  /** Answers a request. */
  fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const id = decodeURIComponent(/^\/pets\/([^/]+)$/.exec(pathname)?.[1] ?? "");
    const refused = Response.json({ message: "There is no such pet." }, { status: 404 });
    switch (`${request.method} ${id === "" ? "all" : "one"}`) {
      case "GET all":
        return Response.json({ pets: this.list(), total: this.total() });
      case "POST all":
        return Response.json(this.create((await request.json()) as NewPet), { status: 201 });
      case "DELETE one":
        return this.delete(id) ? new Response(null, { status: 204 }) : refused;
      default: {
        const pet = this.find(id);
        if (pet === undefined) return refused;
        if (request.method === "GET") return Response.json(this.show(pet));
        return Response.json(this.update(pet, (await request.json()) as Partial<NewPet>));
      }
    }
  };
}
