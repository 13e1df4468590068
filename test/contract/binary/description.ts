import { rows, type Row, type Version } from "./rows.ts";

/** A row with the operation that has it. */
export interface BinaryCase extends Row {
  readonly operationId: string;
}

const mediaTypes = {
  part: "multipart/form-data",
  json: "application/json",
  urlencoded: "application/x-www-form-urlencoded",
  line: "application/x-ndjson",
  event: "text/event-stream",
};

/** The cases of a version: an operation each, which takes what it answers. */
export function casesOf(version: Version): BinaryCase[] {
  return rows
    .filter(({ versions }) => versions === undefined || versions.includes(version))
    .map((row, index) => ({ ...row, operationId: `case${index}` }));
}

/** A description with an operation for each case. */
export function describeCases(version: Version): object {
  const paths = casesOf(version).map((one) => {
    const content = contentOf(one, version);
    const operation = {
      operationId: one.operationId,
      requestBody: { required: true, content },
      responses: { "200": { description: "What was sent.", content } },
    };
    return [`/${one.operationId}`, { post: operation }];
  });
  return {
    openapi: version,
    info: { title: "Binary data", version: "1.0.0" },
    paths: Object.fromEntries(paths) as object,
    components: {
      schemas: {
        File: { type: "string", format: "binary" },
        Picture: { type: "string", contentMediaType: "image/png" },
      },
    },
  };
}

function contentOf({ place, schema, mediaType, encoding }: Row, version: Version): object {
  if (place === "body") return { [mediaType ?? ""]: schema === undefined ? {} : { schema } };
  const object = { type: "object", required: ["value"], properties: { value: schema } };
  const isItem = version === "3.2.0" && ["line", "event"].includes(place);
  const held = isItem ? { itemSchema: object } : { schema: object };
  const media = { ...held, ...(encoding && { encoding: { value: encoding } }) };
  return { [mediaTypes[place]]: media };
}
