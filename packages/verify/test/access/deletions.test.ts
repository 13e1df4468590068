import { expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { creationsOfDeletion } from "../../src/server/cases/flows/deleted-below.ts";
import { resourceFlows } from "../../src/server/cases/flows/resources.ts";
import { describe as read } from "../support.ts";

const answer = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Returns the operations that must not show anything any more when a patient is deleted. */
async function shownBefore(text: string): Promise<string[]> {
  const description = await read(`openapi: 3.1.0
info: { title: Practice, version: 1.0.0 }
paths:
  /patients:
    post:
      operationId: createPatient
      requestBody: { required: true, ${answer("NewPatient")} }
      responses: { "201": { description: Made., ${answer("Patient")} } }
  /patients/{patientId}:
    parameters: [{ name: patientId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPatient, responses: { "200": { description: It., ${answer("Patient")} }, "404": { description: None. } } }
    delete: { operationId: deletePatient, description: "${text}", responses: { "204": { description: Gone. } } }
  /patients/{patientId}/letters:
    parameters: [{ name: patientId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addLetter
      requestBody: { required: true, ${answer("NewLetter")} }
      responses: { "201": { description: Made., ${answer("Letter")} } }
  /letters/{letterId}:
    parameters: [{ name: letterId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getLetter, responses: { "200": { description: It., ${answer("Letter")} }, "404": { description: None. } } }
  /letters/{letterId}/content:
    parameters: [{ name: letterId, in: path, required: true, schema: { type: string } }]
    get: { operationId: readLetter, responses: { "200": { description: It., content: { text/plain: {} } }, "404": { description: None. } } }
components:
  schemas:
    NewPatient: { type: object, required: [name], properties: { name: { type: string } } }
    Patient: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewLetter: { type: object, required: [text], properties: { text: { type: string } } }
    Letter: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
`);
  const api = verifiedApi(description);
  const flow = resourceFlows(api).find(({ name }) => name === "Patient");
  if (flow?.read === undefined || flow.remove === undefined) throw new Error("no such flow");
  const creations = creationsOfDeletion(api, flow.read, flow.remove);
  return creations.flatMap(({ reads }) => reads.map(({ id }) => id));
}

test("what a deletion names is deleted with the record, also at paths of its own", async () => {
  expect(await shownBefore("Deletes the patient with all letters.")).toEqual([
    "getLetter",
    "readLetter",
  ]);
});

test.each(["Deletes the patient.", "Letters are kept.", "Deletes it. The letters remain."])(
  "a deletion may leave what it does not name, or says that it keeps: %s",
  async (text) => {
    expect(await shownBefore(text)).toEqual([]);
  },
);
