import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeFormData } from "../src/decode-form-data.ts";
import { encodeFormData } from "../src/form-data.ts";
import { withPartHeaders } from "../src/multipart/part-headers.ts";
import type { EncodingDescriptor, MediaTypeDescriptor, ValueShape } from "../src/operation.ts";

const mediaType = "multipart/form-data";

/** A multipart media type whose body has one property. */
const described = (shape: ValueShape, encoding?: EncodingDescriptor): MediaTypeDescriptor => ({
  mediaType,
  shape: { object: { value: shape } },
  ...(encoding && { encoding: { value: encoding } }),
});

async function send(media: MediaTypeDescriptor, body: object): Promise<unknown> {
  return decodeFormData(media, await new Response(encodeFormData(media, body)).formData());
}

const textOf = (media: MediaTypeDescriptor, body: object): Promise<string> =>
  encodeFormData(media, body).text();

const list: ValueShape = { array: "integer" };
const flat: ValueShape = { object: { a: "integer", b: "string" } };

describe("a property of a multipart body comes out as it went in", () => {
  test.each<[ValueShape, EncodingDescriptor | undefined, unknown]>([
    ["string", undefined, "ü\r\n%41+"],
    ["integer", undefined, 7],
    ["boolean", undefined, true],
    [list, undefined, [1, 2]],
    [{ array: flat }, undefined, [{ a: 1, b: "x" }, { a: 2 }]],
    [flat, undefined, { a: 1, b: "x" }],
    ["string", { contentType: "text/markdown" }, "# A"],
    ["string", { contentType: "application/json" }, "quoted"],
    [flat, { contentType: "application/vnd.a+json" }, { a: 1 }],
    [list, { style: "form", explode: true }, [1, 2]],
    [list, { style: "form", explode: false }, [1, 2]],
    [list, { style: "spaceDelimited", explode: false }, [1, 2]],
    [list, { style: "pipeDelimited", explode: false }, [1, 2]],
    [flat, { style: "form", explode: true }, { a: 1, b: "x %41+" }],
    [flat, { style: "form", explode: false }, { a: 1, b: "x %41+" }],
    [flat, { style: "deepObject", explode: true }, { a: 1, b: "x %41+" }],
    ["string", { style: "form", allowReserved: true }, "a/b?c %41+"],
  ])("%j with %j: %j", async (shape, encoding, value) => {
    expect(await send(described(shape, encoding), { value })).toEqual({ value });
  });

  test("whatever texts and names there are", async () => {
    const text = fc.string({ unit: "grapheme" });
    // A lone line feed is what an escaped name cannot tell from its escape.
    const name = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((one) => !/["\r\n%]/.test(one));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, text, { maxKeys: 4 }), async (body) => {
        expect(await send({ mediaType }, body)).toEqual({ ...body });
      }),
      { seed: 31, numRuns: 100 },
    );
  });

  test("a file, with its name and type", async () => {
    const value = new File(["bytes"], 'a "b".bin', { type: "image/png" });
    const { value: received } = (await send(described("binary"), { value })) as { value: File };
    expect([received.type, await received.text()]).toEqual(["image/png", "bytes"]);
  });
});

describe("a part says what it is", () => {
  test("an object is JSON and has no file name", async () => {
    const text = await textOf(described(flat), { value: { a: 1 } });
    expect(text).toContain(
      'Content-Disposition: form-data; name="value"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
    );
  });

  test.each([
    ["image/png, image/jpeg", "image/png"],
    ["image/*", "application/octet-stream"],
    [undefined, "application/octet-stream"],
  ])("bytes described as %s are %s", async (contentType, expected) => {
    const media = described("binary", contentType === undefined ? undefined : { contentType });
    const text = await textOf(media, { value: new Uint8Array([65]) });
    expect(text).toContain(`filename="blob"\r\nContent-Type: ${expected}\r\n\r\nA\r\n`);
  });

  test("bytes may be of any kind", async () => {
    const view = new DataView(new Uint8Array([65, 66]).buffer, 1);
    const text = await textOf(described("binary"), { value: view });
    expect(text).toContain(
      'filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\nB\r\n',
    );
  });

  test.each([new Blob([]).stream(), (async function* () {})(), () => ""])(
    "but not a stream, which cannot be one",
    (value) => {
      expect(() => encodeFormData(described("binary"), { value })).toThrow(
        'property "value": a part cannot be a stream',
      );
    },
  );

  test("and has the headers that it was given", async () => {
    const value = withPartHeaders(new Blob(["A"]), { "X-Rotation": "90" });
    expect(await textOf(described("binary"), { value })).toContain("\r\nX-Rotation: 90\r\n\r\nA");
  });

  test("but none with a line break", () => {
    const value = withPartHeaders(new Blob(["A"]), { "X-Rotation": "90\r\nX-Other: 1" });
    expect(() => encodeFormData(described("binary"), { value })).toThrow("has a line break");
  });

  test("and no name that ends its header", async () => {
    const text = await textOf({ mediaType }, { 'a"\r\nb': "c" });
    expect(text).toContain('name="a%22%0D%0Ab"\r\n\r\nc');
  });

  test("a list in one part cannot hold its delimiter", () => {
    const media = described({ array: "string" }, { style: "form", explode: false });
    expect(() => encodeFormData(media, { value: ["a,b"] })).toThrow("the delimiter");
  });
});
