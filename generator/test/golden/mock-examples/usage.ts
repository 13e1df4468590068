import type { NewPet, Pet } from "@mock-examples/contract";
import {
  createPet201Rex,
  createPetRequestRex,
  createPetRequestShared,
  createPetXTraceParameter,
  getPet200Kind,
  getPet200Tom,
  notFound404,
  petExample,
} from "@mock-examples/mocks/examples";

const pets: Pet[] = [createPet201Rex, getPet200Kind, getPet200Tom, petExample];
const requests: NewPet[] = [createPetRequestRex, createPetRequestShared];
const title: string | undefined = notFound404.title;
const trace: string = createPetXTraceParameter;
console.log(pets, requests, title, trace);

// @ts-expect-error -- An example has the type of its schema.
const wrong: Pet = createPetRequestRex;
console.log(wrong);
