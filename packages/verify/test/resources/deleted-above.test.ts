import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const name = `content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }`;
const id = (parameter: string): string =>
  `{ name: ${parameter}, in: path, required: true, schema: { type: string } }`;

/** Folders, with files below them. */
const description = await read(`openapi: 3.1.0
info: { title: Folders, version: 1.0.0 }
paths:
  /folders:
    post:
      operationId: addFolder
      requestBody: { required: true, ${name} }
      responses: { "201": { description: It., ${json("Folder")} } }
  /folders/{folderId}:
    parameters: [${id("folderId")}]
    get:
      operationId: getFolder
      responses: { "200": { description: It., ${json("Folder")} }, "404": { description: None. } }
    delete:
      operationId: removeFolder
      responses: { "204": { description: Removed. }, "404": { description: None. }, "409": { description: Not empty. } }
  /folders/{folderId}/files:
    post:
      operationId: addFile
      parameters: [${id("folderId")}]
      requestBody: { required: true, ${name} }
      responses: { "201": { description: It., ${json("File")} }, "404": { description: None. } }
  /folders/{folderId}/files/{fileId}:
    get:
      operationId: getFile
      parameters: [${id("folderId")}, ${id("fileId")}]
      responses: { "200": { description: It., ${json("File")} }, "404": { description: None. } }
components:
  schemas:
    Folder: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    File: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`);

interface Habits {
  /** What becomes of a folder with files, which are removed with it by default. */
  readonly removal?: "removes the folder alone" | "marks the folder" | "is refused";
  /** True if the folder in the path of a file may be any. */
  readonly isAnyFolder?: boolean;
}

function service({ removal, isAnyFolder = false }: Habits) {
  const folders = new Map<string, object>();
  const files = new Map<string, { folder: string; value: object }>();
  const none = (status = 404): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , folder = "", kind, key] = new URL(request.url).pathname.split("/");
    const { method } = request;
    const made = method === "POST" ? ((await request.json()) as { name: string }) : { name: "" };
    if (folder === "") {
      const value = { id: `folder-${folders.size + 1}`, name: made.name };
      folders.set(value.id, value);
      return Response.json(value, { status: 201 });
    }
    if (kind === "files" && key !== undefined) {
      const file = files.get(key);
      const isThere = isAnyFolder || file?.folder === folder;
      return file !== undefined && isThere ? Response.json(file.value) : none();
    }
    const own = folders.get(folder);
    if (own === undefined) return none();
    if (kind === "files") {
      const value = { id: `file-${files.size + 1}`, name: made.name };
      files.set(value.id, { folder, value });
      return Response.json(value, { status: 201 });
    }
    if (method === "GET") return Response.json(own);
    const inside = [...files].filter(([, file]) => file.folder === folder);
    if (removal === "is refused" && inside.length > 0) return none(409);
    if (removal === "marks the folder") folders.set(folder, { ...own, deletedAt: "today" });
    else folders.delete(folder);
    if (removal === undefined && !isAnyFolder) for (const [file] of inside) files.delete(file);
    return none(204);
  };
}

async function messagesOf(habits: Habits): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: service(habits) },
    replay: ["getFile/flow/deleted-above"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

test("finds a record that is read below a deleted one", async () => {
  expect(await messagesOf({ removal: "removes the folder alone" })).toEqual([
    "read-after-delete getFile: answers 200 for what is below a Folder that removeFolder deleted",
  ]);
});

test.each<Habits>([
  {},
  { removal: "marks the folder" },
  { removal: "is refused" },
  { isAnyFolder: true },
])("a service has no failure: %o", async (habits) => {
  expect(await messagesOf(habits)).toEqual([]);
});
