import { createHash } from "node:crypto";

/** What tells where a proof can be read. */
export type Way = "links" | "location" | "key";

/** Claims with proofs by multipart, which are read at a path of their own. */
export const proofs = (
  way: Way,
  deletion = "Its proofs are deleted too.",
): string => `openapi: 3.1.0
info: { title: Claims, version: "1" }
paths:
  /claims:
    post:
      operationId: makeClaim
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewClaim" } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Claim" } } } }
  /claims/{claimId}:
    parameters: [{ name: claimId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getClaim
      responses:
        "200":
          description: It.
          headers: { ETag: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Claim" } } }
        "404": { description: None. }
    delete:
      operationId: deleteClaim
      description: ${JSON.stringify(deletion)}
      responses:
        "204": { description: Deleted. }
        "404": { description: None. }
  /claims/{claimId}/proofs:
    parameters: [{ name: claimId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addProof
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [file], properties: { file: { type: string, format: binary } } }
            encoding: { file: { contentType: "application/pdf, image/png" } }
            example: { file: "%PDF-1.4" }
      responses:
        "201":
          description: Added.
          ${way === "location" ? "headers: { Location: { schema: { type: string } } }" : ""}
          content:
            application/json:
              schema:
                type: object
                required: [fileName, contentType, size, sha256]
                properties:
                  ${way === "key" ? "id: { type: string }" : ""}
                  ${way === "links" ? "receipt: { type: object, properties: { number: { type: string } } }" : ""}
                  fileName: { type: string }
                  contentType: { type: string }
                  size: { type: integer }
                  sha256: { type: string }
          ${way === "links" ? 'links: { bytes: { operationId: getProof, parameters: { proofId: "$response.body#/receipt/number" } } }' : ""}
        "400": { description: Wrong. }
        "404": { description: None. }
        "409": { description: There are enough. }
        "415": { description: Of no type that is taken. }
  /proofs/{proofId}/bytes:
    parameters:
      - { name: proofId, in: path, required: true, schema: { type: string } }
      - { name: If-Range, in: header, schema: { type: string } }
    get:
      operationId: getProof
      responses:
        "200": { description: Its bytes., content: { application/pdf: {}, image/png: {} } }
        "206": { description: Some of them., content: { application/pdf: {}, image/png: {} } }
        "404": { description: None. }
        "416": { description: Beyond the end. }
components:
  schemas:
    NewClaim: { type: object, required: [reason], properties: { reason: { type: string, minLength: 1 } } }
    Claim:
      type: object
      required: [id, reason, hasProof]
      properties: { id: { type: string }, reason: { type: string }, hasProof: { type: boolean } }
`;

/** What a service of proofs does wrong. */
export type ProofFault =
  | "reads files as text"
  | "reads names as Latin-1"
  | "shows names as Latin-1"
  | "escapes no quotes"
  | "sends the first bytes for the last"
  | "refuses long suffixes"
  | "ends ranges beyond the end"
  | "takes ranges beyond the end"
  | "ignores If-Range"
  | "keeps the first type"
  | "digests text"
  | "keeps the tag"
  | "forgets to note proofs"
  | "keeps the proofs of deleted claims";

/** What it does by itself, which is right. */
export type ProofHabit =
  | "takes two proofs of a claim"
  | "ignores ranges"
  | "sends names in ASCII"
  | "sends names as UTF-8"
  | "names files by itself";

interface Claim {
  readonly id: string;
  readonly reason: string;
  hasProof: boolean;
  count: number;
}

interface Proof {
  readonly claim: string;
  readonly bytes: Buffer;
  readonly name: string;
  readonly type: string;
}

const refuse = (status: number): Response => new Response(null, { status });

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

/** A service of claims and proofs, in memory, which is faultless but for what it is told to do wrong. */
export function proofService(
  way: Way,
  does?: ProofFault | ProofHabit,
): (request: Request) => Promise<Response> {
  const claims = new Map<string, Claim>();
  const all = new Map<string, Proof>();
  const add = async (request: Request, claim: Claim): Promise<Response> => {
    const file = (await request.formData().catch(() => undefined))?.get("file");
    if (!(file instanceof File)) return refuse(400);
    if (!["application/pdf", "image/png"].includes(file.type)) return refuse(415);
    if (does === "takes two proofs of a claim" && claim.count === 2) return refuse(409);
    const sent = Buffer.from(await file.arrayBuffer());
    const text = Buffer.from(sent.toString("utf8"));
    const name = does === "names files by itself" ? "proof" : file.name;
    const [first] = all.values();
    const type = does === "keeps the first type" ? (first?.type ?? file.type) : file.type;
    const bytes = does === "reads files as text" ? text : sent;
    const id = `p-${all.size + 1}`;
    all.set(id, { claim: claim.id, bytes, name, type: file.type });
    claim.count += 1;
    claim.hasProof = does !== "forgets to note proofs";
    const shown = {
      ...(way === "key" && { id }),
      ...(way === "links" && { receipt: { number: id } }),
      fileName: does === "reads names as Latin-1" ? latin1(name) : name,
      contentType: type,
      size: sent.length,
      sha256: createHash("sha256")
        .update(does === "digests text" ? text : sent)
        .digest("hex"),
    };
    const headers = { ...(way === "location" && { Location: `/proofs/${id}/bytes` }) };
    return Response.json(shown, { status: 201, headers });
  };
  return async (request) => {
    const [, kind, id = "", below] = new URL(request.url).pathname.split("/");
    if (kind === "proofs") return sendProof(all.get(id), request, does);
    if (request.method === "POST" && id === "") {
      const { reason } = (await request.json()) as { reason: string };
      const claim = { id: `c-${claims.size + 1}`, reason, hasProof: false, count: 0 };
      claims.set(claim.id, claim);
      return Response.json({ ...claim, count: undefined }, { status: 201 });
    }
    const claim = claims.get(id);
    if (claim === undefined) return refuse(404);
    if (below === "proofs") return add(request, claim);
    if (request.method === "GET") {
      const text = JSON.stringify({ ...claim, count: undefined });
      const tag = does === "keeps the tag" ? claim.id : Buffer.from(text).toString("hex");
      const headers = { "content-type": "application/json", etag: `"${tag}"` };
      return new Response(text, { headers });
    }
    claims.delete(id);
    if (does === "keeps the proofs of deleted claims") return refuse(204);
    for (const [key, proof] of all) if (proof.claim === id) all.delete(key);
    return refuse(204);
  };
}

function dispositionOf({ name }: Proof, does?: ProofFault | ProofHabit): string {
  const escaped = does === "escapes no quotes" ? name : name.replaceAll('"', '\\"');
  if (does === "sends names as UTF-8") return `attachment; filename="${latin1(escaped)}"`;
  const ascii = `attachment; filename="${escaped.replaceAll(/[^ -~]/g, "_")}"`;
  if (does === "sends names in ASCII") return ascii;
  const own = does === "shows names as Latin-1" ? latin1(name) : name;
  return `${ascii}; filename*=UTF-8''${encodeURIComponent(own)}`;
}

function sendProof(
  proof: Proof | undefined,
  request: Request,
  does?: ProofFault | ProofHabit,
): Response {
  if (proof === undefined) return refuse(404);
  const { bytes, type } = proof;
  const { length } = bytes;
  const tag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
  const headers = {
    "content-type": type,
    "content-disposition": dispositionOf(proof, does),
    etag: tag,
  };
  const [, start = "", end = ""] =
    /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
  const condition = request.headers.get("if-range") ?? tag;
  const isOther = condition !== tag && does !== "ignores If-Range";
  if (start + end === "" || does === "ignores ranges" || isOther)
    return new Response(new Uint8Array(bytes), { headers });
  const isSuffix = start === "";
  const isLong = does === "refuses long suffixes" && Number(end) > length;
  if ((isSuffix && isLong) || (!isSuffix && Number(start) >= length)) {
    if (does === "takes ranges beyond the end")
      return new Response(new Uint8Array(bytes), { headers });
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${length}` } });
  }
  const wanted = does === "sends the first bytes for the last" ? 0 : length - Number(end);
  const first = isSuffix ? Math.max(0, wanted) : Number(start);
  const most = does === "ends ranges beyond the end" ? Infinity : length - 1;
  const lastOfSuffix = wanted === 0 ? Number(end) - 1 : length - 1;
  const lastOfRange = end === "" ? length - 1 : Math.min(Number(end), most);
  const last = isSuffix ? Math.min(lastOfSuffix, length - 1) : lastOfRange;
  const said = `bytes ${first}-${last}/${length}`;
  return new Response(new Uint8Array(bytes.subarray(first, last + 1)), {
    status: 206,
    headers: { ...headers, "content-range": said },
  });
}
