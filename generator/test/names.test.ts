import { describe, expect, it } from "vitest";
import {
  fileName,
  groupName,
  methodName,
  operationNameFromPath,
  schemaTypeName,
  typeName,
  variableName,
} from "../../packages/description/src/names/names.ts";

describe("an operationId", () => {
  it.each([
    ["CreateAssistantRun", "CreateAssistantRun", "createAssistantRun"],
    ["listPets", "ListPets", "listPets"],
    ["list-pets", "ListPets", "listPets"],
    ["pets.list all", "PetsListAll", "petsListAll"],
    ["get_pet_by_id", "GetPetById", "getPetById"],
    ["LIST_PETS", "ListPets", "listPets"],
    ["_links", "Links", "links"],
    ["v1_2", "V1_2", "v1_2"],
    ["APIKeysList", "APIKeysList", "apiKeysList"],
    ["VPCsList", "VPCsList", "vpcsList"],
    ["invoices_get_byUUID", "InvoicesGetByUUID", "invoicesGetByUUID"],
    ["GetRunEventsSSE", "GetRunEventsSSE", "getRunEventsSSE"],
    ["größe ändern", "GrößeÄndern", "größeÄndern"],
    ["2fa", "_2fa", "_2fa"],
    ["用户", "用户", "用户"],
    ["!?", "_", "_"],
  ])("%j keeps its words: %s, %s", (id, type, method) => {
    expect([typeName(id), methodName(id)]).toEqual([type, method]);
  });

  it.each(["constructor", "toString", "hasOwnProperty", "valueOf", "then"])(
    "%s is not a name for a method, since objects have or promise it",
    (id) => {
      expect(methodName(id)).toBe(`${id}_`);
    },
  );

  it("that is a reserved word is a method, but no variable", () => {
    expect([methodName("Delete"), variableName("Delete")]).toEqual(["delete", "delete_"]);
  });

  it("does not take the name of what the contract exports besides", () => {
    expect(["api", "Paths", "operations"].map(variableName)).toEqual([
      "api_",
      "paths_",
      "operations_",
    ]);
  });

  it("is made of method and path where the description has none", () => {
    expect(operationNameFromPath("GET", "/pets/{petId}/photos.json")).toBe(
      "GetPetsByPetIdPhotosJson",
    );
  });
});

describe("a schema", () => {
  it("does not stand before a type that generated files use", () => {
    expect(["Record", "Blob", "Pet"].map(schemaTypeName)).toEqual(["Record_", "Blob_", "Pet"]);
  });
});

describe("a tag", () => {
  it.each([
    ["Assistant runs", "assistantRuns", "assistant-runs"],
    ["API keys", "apiKeys", "api-keys"],
    ["Config", "config", "config"],
    ["GPU", "gpu", "gpu"],
    ["VPCs", "vpcs", "vpcs"],
    ["Reserved IP actions", "reservedIPActions", "reserved-ip-actions"],
    ["GenAI platform", "genAIPlatform", "gen-ai-platform"],
    ["C++/C#", "cC", "c-c"],
    ["../../etc", "etc", "etc"],
    ["3D models", "_3dModels", "3d-models"],
    ["***", "_", "_"],
    ["con", "con", "con_"],
    ["a\u200db\ufe0f c", "abC", "ab-c"],
  ])("%j becomes the property %s and the file %s", (tag, name, file) => {
    expect([groupName(tag), fileName(groupName(tag))]).toEqual([name, file]);
  });

  it("that is composed in two ways is one", () => {
    expect(groupName("cafe\u0301")).toBe(groupName("caf\u00e9"));
  });

  it.each(["tag ".repeat(100), "长".repeat(200)])("of any length is a file of some", (tag) => {
    const [one, other] = [fileName(tag), fileName(`${tag}!other`)];
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(150);
    expect(one).not.toBe(other);
    expect(fileName(tag)).toBe(one);
  });
});
