import { renderReport, verifyServer, type ReportFormat } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

const password = "pa55/word+of=a-user";
const key = "k3y/of+a=service-account";

const described = pets
  .replaceAll("tags: [pets]", "tags: [pets]\n      security: [{ basicAuth: [], queryKey: [] }]")
  .replace(
    "components:\n",
    [
      "components:",
      "  securitySchemes:",
      "    basicAuth: { type: http, scheme: basic }",
      "    queryKey: { type: apiKey, in: query, name: key }",
      "",
    ].join("\n"),
  );

/** What a server may make of a text that it repeats. */
const echoes = (text: string): readonly string[] => [
  Buffer.from(text).toString("base64"),
  Buffer.from(text).toString("base64url"),
  Buffer.from(`x${text}y`).toString("base64"),
  Buffer.from(text).toString("hex"),
  encodeURIComponent(text),
  encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  new URLSearchParams([["", text]]).toString().slice(1),
  JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  text.replaceAll(/[/+=]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  text.slice(0, -2),
];

const all = [password, key, `user-of-basic:${password}`].flatMap((text) => [text, ...echoes(text)]);

const formats: readonly ReportFormat[] = ["pretty", "json", "junit", "sarif", "github"];

test.each(formats)(
  "%s: a credential is in no encoding in which a server repeats it",
  async (format) => {
    const description = await read(described);
    const fetch = (request: Request): Response =>
      new Response(
        `{"id": "7", "name": ${JSON.stringify(all.join(" "))}, "raw": "${echoes(password)[7]}"}`,
        {
          status: 299,
          headers: {
            "content-type": "application/json",
            "x-echo": echoes(key).join(" "),
            "x-url": request.url,
          },
        },
      );
    const report = await verifyServer({
      description,
      server: { fetch },
      credentials: { basicAuth: `user-of-basic:${password}`, queryKey: key },
    });
    const text = renderReport(format, report);
    expect(text).toContain("299");
    for (const one of all) expect(text).not.toContain(one);
    expect(text).not.toContain("user-of-basic");
    expect(text).toContain("$BASIC_AUTH_BASE64");
  },
);
