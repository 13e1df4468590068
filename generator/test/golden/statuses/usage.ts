/** What must compile, and what must not: ranges and `default` are told apart by status. */
import { createClient, type ops as ClientOps } from "@statuses/client";
import type { CreatePetResult, ops, Pet, Problem } from "@statuses/contract";

const api = createClient();

export async function create(): Promise<Pet | Problem | undefined | void> {
  const answer = await api.default.createPet().result();
  switch (answer.status) {
    case 200:
    case 201:
      return answer.body;
    case 202:
    case 404: {
      const nothing: unknown = answer.body;
      return void nothing;
    }
    // @ts-expect-error 206 is not documented
    case 206:
      return undefined;
    case 422: {
      const problem: Problem = answer.body;
      return problem;
    }
    case 503:
      return answer.body satisfies Problem;
    default:
      // @ts-expect-error what is left are the problems of a range and of default
      return answer.body satisfies Pet;
  }
}

export async function list(): Promise<Pet[]> {
  const answer = await api.default.listPets().result();
  if (answer.status === 200) return answer.body;
  const nothing: unknown = answer.body;
  // @ts-expect-error 404 is in no range that is documented
  if (answer.status === 404) return [];
  return nothing === undefined ? [] : [];
}

/** A success is whatever `default` says, where nothing else does. */
export const deleted: PromiseLike<Problem> = api.default.deletePets();

export const teapot: CreatePetResult = { status: 499, body: { title: "gone" } };

// @ts-expect-error a documented status is not in its range
export const notFound: CreatePetResult = { status: 404, body: { title: "gone" } };

// @ts-expect-error no status that is in use
export const invented: CreatePetResult = { status: 299.5, body: { title: "gone" } };

type Create = ops["CreatePet"];
export const pet: Create["response"][200 | 201] = { name: "Rex" };
export const problem: Create["response"][422] & Create["response"][500] = { title: "Dogs only" };
export const nothing: Create["response"][202] = undefined;
export const request: ops["ListPets"]["request"] = {};
export const answer: Create["result"] = { status: 200, body: pet };
export const known: ClientOps["CreatePet"]["response"][200] = pet;

// @ts-expect-error that is no body of a problem
export const wrongBody: Create["response"][422] = { title: 1 };

// @ts-expect-error the operation has no such status
export type WrongStatus = ops["ListPets"]["response"][404];

// @ts-expect-error there is no such operation
export type WrongOperation = ops["BuyPet"];
