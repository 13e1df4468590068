import { expect, it } from "vitest";
import type { StateOperation } from "@openapi-packages/mock";
import { Classifier } from "../../../src/mock/state/classify.ts";
import { findResources } from "../../../src/mock/state/find-resources.ts";
import { operationViews, type OperationView } from "../../../src/mock/state/operation-view.ts";
import { ResourceIndex } from "../../../src/mock/state/resource-index.ts";
import { Shapes } from "../../../src/mock/state/shapes.ts";
import { answers, done, modelOf, pathOf } from "./described.ts";

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const pet = answers(ref("Pet"));
const pets = answers(`{ type: array, items: ${ref("Pet")} }`);
const body = `{ content: { application/json: { schema: ${ref("Pet")} } } }`;

/** A path of one pet, and operations at other paths. */
function classifierOf(paths: string) {
  const model = modelOf(
    `
/pets/{petId}:
  parameters: ${pathOf("petId")}
  get: { operationId: GetPet, responses: { "200": ${pet} } }
${paths}`,
    `{ Pet: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, pets: { type: array, items: ${ref("Pet")} } } } }`,
  );
  const shapes = new Shapes(model);
  const views = operationViews(model, shapes);
  const classifier = new Classifier(
    new ResourceIndex(findResources(views, shapes), shapes),
    shapes,
  );
  const viewOf = (id: string): OperationView => {
    const view = views.find(({ operation }) => operation.id === id);
    if (view === undefined) throw new Error(`there is no operation ${id}`);
    return view;
  };
  return {
    list: (id: string): StateOperation | undefined => classifier.list(viewOf(id))?.operation,
    other: (id: string): StateOperation | undefined => classifier.other(viewOf(id))?.operation,
  };
}

it("a list is what answers records, and only to GET", () => {
  const { list } = classifierOf(`
/pets:
  get: { operationId: ListPets, responses: { "200": ${pets} } }
  post: { operationId: FindPets, responses: { "200": ${pets} } }
/names:
  get: { operationId: ListNames, responses: { "200": ${answers("{ type: array, items: { type: string } }")} } }
`);
  expect(list("ListPets")).toMatchObject({ kind: "list", resource: "Pet", at: "" });
  expect(list("GetPet")).toBeUndefined();
  expect(list("FindPets")).toBeUndefined();
  expect(list("ListNames")).toBeUndefined();
});

it("at the path of a record the method says what is done, whatever is answered", () => {
  const { other } = classifierOf(`
/pets/{pet}:
  parameters: ${pathOf("pet")}
  put: { operationId: PutPet, responses: { "204": ${done} } }
  post: { operationId: PostPet, responses: { "200": ${pet} } }
  patch: { operationId: PatchPet, responses: { "200": ${pet} } }
  delete: { operationId: DeletePet, responses: { "200": ${pet} } }
  trace: { operationId: TracePet, responses: { "204": ${done} } }
  head: { operationId: HasPet, responses: { "204": ${done} } }
`);
  const kinds = ["GetPet", "PutPet", "PostPet", "PatchPet", "DeletePet", "TracePet"];
  expect(kinds.map((id) => other(id)?.kind)).toEqual([
    "read",
    "replace",
    "update",
    "update",
    "delete",
    "below",
  ]);
  expect(other("PutPet")).not.toHaveProperty("at");
  expect(other("DeletePet")).toHaveProperty("at", "");
  expect(other("HasPet")).toBeUndefined();
});

it("a record that is sent to its collection is created, though nothing is answered", () => {
  const { other } = classifierOf(`
/pets:
  post: { operationId: AddPet, requestBody: ${body}, responses: { "201": ${done} } }
  put: { operationId: PutPet, requestBody: ${body}, responses: { "204": ${done} } }
/settings:
  put: { operationId: PutSettings, requestBody: ${body}, responses: { "204": ${done} } }
`);
  expect(other("AddPet")).toMatchObject({ kind: "create", given: ["id", "name", "pets"] });
  expect(other("PutPet")).toMatchObject({ kind: "create", given: ["id", "name", "pets"] });
  expect(other("PutSettings")).toBeUndefined();
});

it("a record that is answered below its path was not created, but acted upon", () => {
  const { other } = classifierOf(`
/pets/{petId}/stop:
  parameters: ${pathOf("petId")}
  post: { operationId: StopPet, responses: { "200": ${pet} } }
/pets/{petId}/feed:
  parameters: ${pathOf("petId")}
  post: { operationId: FeedPet, responses: { "200": ${pet} } }
/pets/{petId}/photos/all:
  parameters: ${pathOf("petId")}
  post: { operationId: ShowPhotos, responses: { "200": ${pet} } }
`);
  expect(other("StopPet")).toMatchObject({ kind: "act", at: "", action: "cancel" });
  expect(other("FeedPet")).toMatchObject({ kind: "act", at: "" });
  expect(other("FeedPet")).not.toHaveProperty("action");
  expect(other("ShowPhotos")).toMatchObject({ kind: "below", resource: "Pet" });
});

it("so is one with a word for actions between the record and what is done", () => {
  const { other } = classifierOf(`
/pets/{petId}/actions/stop:
  parameters: ${pathOf("petId")}
  post: { operationId: StopPet, responses: { "200": ${pet} } }
/pets/{petId}/actions/{action}:
  parameters:
    - { name: petId, in: path, required: true, schema: { type: string } }
    - { name: action, in: path, required: true, schema: { type: string, enum: [feed, walk] } }
  post: { operationId: MovePet, responses: { "200": ${pet} } }
/pets/{petId}/transitions/{transitionId}:
  parameters: ${pathOf("petId", "transitionId")}
  post: { operationId: MovePetBy, responses: { "200": ${pet} } }
`);
  expect(other("StopPet")).toMatchObject({ kind: "act", at: "", action: "cancel" });
  expect(other("MovePet")).toMatchObject({ kind: "act", at: "" });
  expect(other("MovePetBy")).toMatchObject({ kind: "below", resource: "Pet" });
});

it("so is one whose path lists records of the same kind", () => {
  const { list, other } = classifierOf(`
/pets/{petId}/friends:
  parameters: ${pathOf("petId")}
  get: { operationId: ListFriends, responses: { "200": ${pets} } }
  post: { operationId: MakeFriends, responses: { "200": ${pet} } }
`);
  expect(list("ListFriends")?.kind).toBe("list");
  expect(other("MakeFriends")?.kind).toBe("act");
});

it("an act may be done with GET where another method does it at the same path", () => {
  const { other } = classifierOf(`
/pets/{petId}/feed:
  parameters: ${pathOf("petId")}
  get: { operationId: FeedByLink, responses: { "200": ${pet} } }
  post: { operationId: FeedPet, responses: { "200": ${pet} } }
`);
  expect(other("FeedByLink")?.kind).toBe("below");
  expect(other("FeedPet")?.kind).toBe("act");
  expect(other("FeedByLink")?.kind).toBe("act");
});

it("what is not below a record and answers none has no state", () => {
  const { other } = classifierOf(`
/weather:
  get: { operationId: GetWeather, responses: { "200": ${answers("{ type: object }")} } }
`);
  expect(other("GetWeather")).toBeUndefined();
});
