/** What the steps of `program.ts` have to come to, in every runtime. */
export const transcript: Readonly<Record<string, string>> = {
  create: "first, second, third",
  list: "3 in all: first, second",
  page: "first, second, third",
  stream: "1 created, 2 größer; the server knows of the end",
  "upload a form": "Größe, zettel.note, application/vnd.example.note, 14 bytes: zwei Zettel…",
  "upload bytes": "application/octet-stream, 10 bytes: 0123456789",
  "upload a stream": "10 bytes: 0123456789; 10 sent",
  error: "404, not-found: There is no such note.",
  retry: "found after 2 attempts",
  "time limit": "attempt; the server knows of the end",
  "abort a call": "Error: enough; the server knows of the end",
  "abort a stream": "Error: enough after 2 changes; the server knows of the end",
};
