/** What must compile, and what must not: JSON is what is meant where no media type is named, whatever comes first. */
import { createClient } from "@media-type-names/client";
import type {
  CreatePetResponseDefault,
  CreatePetPdfResponse,
  CreatePetXmlBody,
  MadeResponse,
  NewToyBody,
  NewToyFormBody,
  Pet,
  UploadFileFormBody,
  UploadFileMultipartBody,
} from "@media-type-names/contract";

// @ts-expect-error the body of JSON is a Pet, and no other has its name
export type { CreatePetBody } from "@media-type-names/contract";
// @ts-expect-error the answer of JSON is a Pet, and no other has its name
export type { CreatePetResponse } from "@media-type-names/contract";

const api = createClient();

export const pet: Pet = await api.default.createPet({ body: { name: "Rex" } });
export const pdf: CreatePetPdfResponse = await api.default.createPet(
  { body: "<pet/>" satisfies CreatePetXmlBody, contentType: "application/xml" },
  { accept: "application/pdf" },
);

// @ts-expect-error a text is no Pet
api.default.createPet({ body: "<pet/>" });

const toy: NewToyBody = { name: "Ball", size: 3 };
export const made: MadeResponse = await api.default.createToy({ body: toy });
const form: NewToyFormBody = { name: "Ball" };
api.default.createToy({ body: form, contentType: "application/x-www-form-urlencoded" });

const file: UploadFileMultipartBody = { file: new Blob() };
const url: UploadFileFormBody = { url: "https://example.com/rex.png" };
/** Without JSON the first that is described need not be named. */
api.default.uploadFile({ body: file });
api.default.uploadFile({ body: url, contentType: "application/x-www-form-urlencoded" });

// @ts-expect-error an address is not a file
api.default.uploadFile({ body: url });

export async function title(): Promise<string | undefined> {
  const answer = await api.default.createPet({ body: { name: "Rex" } }).result();
  if (answer.ok || answer.contentType !== "application/problem+json") return undefined;
  const problem: CreatePetResponseDefault = answer.body;
  return problem.title;
}
