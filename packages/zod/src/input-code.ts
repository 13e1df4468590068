import {
  bodyText,
  literal,
  literalKey,
  propertyKey,
  type MediaType,
  type Operation,
  type Parameter,
  type RequestBody,
} from "openapi-packages/emitter";
import { schemaCode } from "./schema-code.ts";
import type { SchemaContext } from "./schema-context.ts";
import { anything, optional, union, type ZodCode } from "./zod-code.ts";

const locations = ["path", "query", "header", "cookie"] as const;

type Entry = readonly [name: string, code: ZodCode];

/** Returns the schema of an operation's input, as in the contract: parameters by location, and the body. */
export function inputCode(context: SchemaContext, operation: Operation): ZodCode {
  const { parameters, requestBody } = operation;
  const members = locations.flatMap((location) =>
    locationMember(
      context,
      location,
      parameters.filter((one) => one.in === location),
    ),
  );
  if (requestBody === undefined) {
    if (members.length > 0) return objectOf(members);
    return {
      code: "z.record(z.string(), z.never())",
      type: "z.ZodRecord<z.ZodString, z.ZodNever>",
    };
  }
  return union(bodyMembers(context, requestBody).map((body) => objectOf([...members, ...body])));
}

function objectOf(entries: readonly Entry[]): ZodCode {
  const code = entries.map(([name, one]) => `${literalKey(name)}: ${one.code}`).join(", ");
  const type = entries.map(([name, one]) => `${propertyKey(name)}: ${one.type}`).join("; ");
  return { code: `z.object({ ${code} })`, type: `z.ZodObject<{ ${type} }>` };
}

function locationMember(
  context: SchemaContext,
  location: Parameter["in"],
  parameters: readonly Parameter[],
): Entry[] {
  if (parameters.length === 0) return [];
  const members = parameters.map(({ name, schema, required }): Entry => {
    const code = schemaCode(context, schema.json);
    return [name, required ? code : optional(code)];
  });
  const all = objectOf(members);
  return [[location, parameters.some(({ required }) => required) ? all : optional(all)]];
}

/** Returns the members for the body: one alternative for each kind of body, distinguished by `contentType`. */
function bodyMembers(context: SchemaContext, { required, content }: RequestBody): Entry[][] {
  const choices = new Map<string, { body: ZodCode; mediaTypes: MediaType[] }>();
  for (const media of content) {
    const body = bodyCode(context, media);
    const choice = choices.get(body.code) ?? { body, mediaTypes: [] };
    choice.mediaTypes.push(media);
    choices.set(body.code, choice);
  }
  const hasContentType = content.length > 1 || content.some(isRange);
  return [...choices.values()].map(({ body, mediaTypes }, index) => {
    const contentType = contentTypeCode(mediaTypes);
    return [
      ["body", required ? body : optional(body)],
      ...(hasContentType
        ? [["contentType", index === 0 ? optional(contentType) : contentType] as const]
        : []),
    ];
  });
}

function bodyCode(context: SchemaContext, media: MediaType): ZodCode {
  const { kind, stream, schema } = media;
  if (kind === "binary") return { code: "z.instanceof(Blob)", type: "z.ZodType<Blob>" };
  if (stream !== undefined) {
    const type = bodyText(context.scope, media);
    return { code: `z.custom<${type}>()`, type: `z.ZodCustom<${type}, ${type}>` };
  }
  if (kind === "text") return { code: "z.string()", type: "z.ZodString" };
  return schema === undefined ? anything : schemaCode(context, schema.json);
}

const isRange = ({ mediaType }: MediaType): boolean => mediaType.includes("*");

function contentTypeCode(mediaTypes: readonly MediaType[]): ZodCode {
  const ranges = mediaTypes.filter(isRange).map(rangeCode);
  const names = mediaTypes
    .filter((one) => !isRange(one))
    .map(({ mediaType }) => literal(mediaType));
  const type = `z.ZodLiteral<${names.join(" | ")}>`;
  const listed = names.length === 0 ? [] : [{ code: `z.literal([${names.join(", ")}])`, type }];
  return union([...listed, ...ranges]);
}

/** Returns the schema of a media type within a range such as `image/*`. */
function rangeCode({ mediaType }: MediaType): ZodCode {
  const essence = /^[\w.+*-]+\/[\w.+*-]+/.exec(mediaType)?.[0];
  if (essence === undefined) return { code: "z.string()", type: "z.ZodString" };
  const parts = essence.split("*").map(literal).join(", z.string(), ");
  const type = essence.replaceAll("*", "${string}");
  return { code: `z.templateLiteral([${parts}])`, type: `z.ZodTemplateLiteral<\`${type}\`>` };
}
