import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeFormData } from "../src/form-data.ts";
import { MultipartError } from "../src/multipart/multipart-error.ts";
import { cut, lines, readAll } from "./multipart-harness.ts";

const text = fc.string({ unit: "grapheme" });
const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });
// What looks like a browser's escape cannot be told from one.
const name = fc.string({ unit: "grapheme" }).filter((one) => !/%(?:22|0[ad])/i.test(one));
// A received file has a name, not a path.
const fileName = name.filter((one) => !/[/\\\p{Cc}]|^\.{1,2}$|^[a-z]:/iu.test(one));
const file = fc.record({ name: fileName, bytes: fc.uint8Array({ maxLength: 300 }) });
const asFile = (one: { name: string; bytes: Uint8Array }): File =>
  new File([one.bytes as Uint8Array<ArrayBuffer>], one.name, { type: "image/png" });

/** Line breaks of a form are CR LF (WHATWG HTML, "constructing entry list"). */
const withLineBreaks = (value: string): string => value.replaceAll(/\r\n|\r|\n/g, "\r\n");

const expected = async (key: string, value: string | File) =>
  typeof value === "string"
    ? { name: key, text: value }
    : { name: key, filename: value.name, contentType: value.type, text: await lossy(value) };

const lossy = async (blob: Blob): Promise<string> =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer());

describe("what is written comes out as it went in, wherever it is cut", () => {
  test("by encodeFormData", async () => {
    const value = fc.oneof(text, file.map(asFile));
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, value, { maxKeys: 5 }),
        lengths,
        async (object, cuts) => {
          const blob = encodeFormData({ mediaType: "multipart/form-data" }, object);
          const bytes = new Uint8Array(await blob.arrayBuffer());
          const parts = await readAll(cut(bytes, cuts), blob.type);
          const pairs = Object.entries(object).map(([key, one]) => expected(key, one));
          expect(parts).toEqual(await Promise.all(pairs));
        },
      ),
      { seed: 41, numRuns: 300 },
    );
  });

  test("by the platform", async () => {
    // Some platforms write an empty file name as none.
    const named = file.filter((one) => one.name !== "");
    const value = fc.oneof(text, named.map(asFile));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value)), lengths, async (pairs, cuts) => {
        const form = new FormData();
        for (const [key, one] of pairs) {
          if (typeof one === "string") form.append(key, one);
          else form.append(key, one, one.name);
        }
        const response = new Response(form);
        const contentType = response.headers.get("content-type") ?? "";
        const parts = await readAll(cut(await response.bytes(), cuts), contentType);
        expect(parts).toEqual(
          await Promise.all(
            pairs.map(([key, one]) =>
              expected(withLineBreaks(key), typeof one === "string" ? withLineBreaks(one) : one),
            ),
          ),
        );
      }),
      { seed: 42, numRuns: 300 },
    );
  });
});

describe("what is no multipart body is refused as one, or read", () => {
  const isReadOrRefused = async (body: Uint8Array, cuts: readonly number[]): Promise<boolean> => {
    try {
      return (await readAll(cut(body, cuts))).length >= 0;
    } catch (error) {
      return error instanceof MultipartError;
    }
  };
  const always = (body: fc.Arbitrary<Uint8Array>, seed: number): Promise<void> =>
    fc.assert(fc.asyncProperty(body, lengths, isReadOrRefused), { seed, numRuns: 2000 });

  test("for any bytes", async () => {
    await expect(always(fc.uint8Array({ maxLength: 200 }), 43)).resolves.toBeUndefined();
  });

  test("for any order of what such bodies are made of", async () => {
    const token = fc.constantFrom(
      "\r\n",
      "\r",
      "\n",
      "--edge",
      "--",
      "\r\n--edge",
      "\r\n\r\n",
      "Content-Disposition: form-data; name=a",
      "; filename*=utf-8''%",
      "%22",
      "x\0 :=;\\",
      '"',
    );
    const body = fc.array(token, { maxLength: 40 }).map((tokens) => lines(tokens.join("")));
    await expect(always(body, 44)).resolves.toBeUndefined();
  });

  test("for a body with bytes changed, in the same way wherever it is cut", async () => {
    const valid = lines(
      "--edge",
      'Content-Disposition: form-data; name="a"; filename="b"',
      "Content-Type: text/plain",
      "",
      "content",
      "--edge--",
      "",
    );
    const change = fc.tuple(fc.nat(valid.length - 1), fc.nat(255));
    const outcome = (body: Uint8Array, cuts: readonly number[]): Promise<unknown> =>
      readAll(cut(body, cuts)).catch((error: Error) => error.message);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 3 }), lengths, async (changes, cuts) => {
        const body = valid.slice();
        for (const [at, byte] of changes) body[at] = byte;
        expect(await outcome(body, cuts)).toEqual(await outcome(body, [body.length]));
      }),
      { seed: 45, numRuns: 2000 },
    );
  });
});
