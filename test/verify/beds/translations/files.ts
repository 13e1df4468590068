import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import { sendPart } from "./downloads.ts";
import type { Project, SourceFile } from "./records.ts";
import { files, nextNumber, projectOf } from "./store.ts";
import { now } from "./times.ts";
import { uploadOf, uploadLimit } from "./uploads.ts";
import type { Upload } from "./uploads.ts";
import { fileView } from "./views.ts";

function storedBytes({ content, mediaType }: Upload): Buffer {
  if (!faulty("line-ends-changed") || !mediaType.startsWith("text/")) return content;
  return Buffer.from(content.toString().replaceAll("\r\n", "\n"));
}

function storeFile(project: Project, upload: Upload): SourceFile {
  const file = {
    id: `f-${String(nextNumber("file"))}`,
    projectId: project.id,
    customer: project.customer,
    name: upload.name,
    mediaType: upload.mediaType,
    note: upload.note,
    uploadedAt: now(),
    content: storedBytes(upload),
  };
  project.files.push(file);
  project.updatedAt = file.uploadedAt;
  files.set(file.id, file);
  return file;
}

function fileOf(customer: string, id: string): SourceFile {
  const file = files.get(id);
  if (file === undefined || (file.customer !== customer && !faulty("file-of-others")))
    throw new Refusal(404, "There is no such file.");
  return file;
}

export function addFileRoutes(app: FastifyInstance): void {
  app.post<{ Params: { projectId: string }; Body: Buffer | undefined }>(
    "/projects/:projectId/files",
    { config: { accepts: "multipart/form-data" }, bodyLimit: uploadLimit },
    (request, reply) => {
      const { body = Buffer.alloc(0) } = request;
      const upload = uploadOf(request.headers["content-type"] ?? "", body);
      const project = projectOf(request.customer, request.params.projectId);
      if (!["draft", "ordered"].includes(project.status))
        throw new Refusal(409, `A project that is ${project.status} takes no more files.`);
      const file = storeFile(project, upload);
      const location = faulty("upload-location-wrong")
        ? `/projects/${project.id}/files/${file.id}`
        : `/files/${file.id}/content`;
      reply.code(201).header("Location", location).send(fileView(file));
    },
  );

  app.get<{ Params: { fileId: string } }>("/files/:fileId/content", (request, reply) => {
    const file = fileOf(request.customer, request.params.fileId);
    sendPart(reply, file, request.method === "GET" ? request.headers.range : undefined);
  });
}
