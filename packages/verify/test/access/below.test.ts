import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { albums, albumService, type AlbumFault, type AlbumHabit } from "./albums.ts";

const description = await read(albums);

async function messagesOf(replay: string, way?: AlbumFault | AlbumHabit): Promise<string[]> {
  const report = await verifyServer({
    description,
    server: { fetch: albumService(...(way === undefined ? [] : [way])) },
    credentials: { key: "ada" },
    otherCredentials: { key: "bob" },
    replay: [replay],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const ofOthers = (way?: AlbumFault | AlbumHabit) => messagesOf("createAlbum/other-principal", way);

test.each<[AlbumHabit | undefined]>([
  [undefined],
  ["deletes what is not there"],
  ["lists nothing for others"],
])(
  "what is below an album is its owner's, and a service may say so in other ways: %s",
  async (habit) => {
    expect(await ofOthers(habit)).toEqual([]);
  },
);

const allowed = "; if others may, name Album in sharedResources";

test.each<[AlbumFault, string]>([
  [
    "lists the notes of others",
    `other-principal listNotes: shows what is below another principal's Album${allowed}`,
  ],
  [
    "shows pictures of others",
    `other-principal getPicture: shows what is below another principal's Album${allowed}`,
  ],
  [
    "takes pictures for others",
    `other-principal putPicture: does putPicture to what is below another principal's Album${allowed}`,
  ],
  [
    "deletes pictures of others",
    `other-principal deletePicture: does deletePicture to what is below another principal's Album${allowed}`,
  ],
  [
    "exports all albums",
    `other-principal exportAlbums: exports another principal's Album${allowed}`,
  ],
  [
    "exports all albums of a title",
    `other-principal exportAlbums: exports another principal's Album by title${allowed}`,
  ],
])("finds a service that %s", async (fault, message) => {
  expect(await ofOthers(fault)).toEqual([message]);
});

const ofDeleted = (way?: AlbumFault | AlbumHabit) =>
  messagesOf("deleteAlbum/flow/deleted-below", way);

test.each<[AlbumHabit | undefined]>([[undefined], ["lists nothing where there is no album"]])(
  "what was below an album is deleted with it: %s",
  async (habit) => {
    expect(await ofDeleted(habit)).toEqual([]);
  },
);

test.each<[AlbumFault, string]>([
  [
    "keeps the pictures of a deleted album",
    "read-after-delete getPicture: answers 200 with what was below a deleted Album",
  ],
  [
    "keeps the notes of a deleted album",
    "read-after-delete listNotes: answers 200 with what was below a deleted Album",
  ],
])("finds a service that %s", async (fault, message) => {
  expect(await ofDeleted(fault)).toEqual([message]);
});

test("a service may refuse notes for albums of others, and has keys for each user", async () => {
  expect(await messagesOf("addNote/keys-of-others")).toEqual([]);
});

test("finds a service that refuses idempotency keys of others for what is below an album", async () => {
  expect(await messagesOf("addNote/keys-of-others", "refuses keys of others")).toEqual([
    "other-principal addNote: answers 400 to an idempotency key that another principal has used, and 201 to another key; if others may, name Note in sharedResources",
  ]);
});
