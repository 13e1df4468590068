/** The words of a line. */
const words = (line: string): string[] => line.split(" ");

/** What is known to lead parsers of addresses, headers and texts astray. */
export const hostileTexts = [
  words("%00 %FF %C0%AF %2F %2e%2e % %zz %ED%A0%80 %0d%0aset-cookie:%20a=b"),
  words(String.raw`.. / // \ ? # & = ; , + [ ] [] [a] { } * ' " <script> é 😀`),
  words("__proto__ constructor prototype toString hasOwnProperty length __proto__[a]"),
  words("NaN Infinity -0 1e400 0x10 1_000 true null undefined"),
  ["\u0000", "\u0001", "\r\n", "\u007f", "\u2028", "\ud800", " ", "\t"],
  ["9".repeat(400), "a".repeat(9000), "a".repeat(17_000), "[".repeat(1000), "&a=b".repeat(1000)],
].flat();

/** JSON, as text, that is odd, larger than one thinks, or none. */
export const hostileJson = [
  words(String.raw`null true 0 -0 1e400 -1e-400 1.5 "" [] {} [[]] "\ud800" 2025-01-01`),
  words('{"__proto__":{"polluted":true}} {"constructor":{"prototype":{"polluted":true}}}'),
  words('{"a":1,"a":2} {"toString":1,"valueOf":null} {"length":-1} {"then":1} {"":0}'),
  ["9".repeat(1000), `"${"a".repeat(10_000)}"`, `"${"a".repeat(70_000)}"`],
  [`[${"{},".repeat(3000)}0]`, `{${"a".repeat(3000).replaceAll("a", '"a":0,')}"b":0}`],
  [`${"[".repeat(1000)}${"]".repeat(1000)}`, `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`],
  words(`nul [1,] {a:1} 'a' 01 "\t" /**/1 NaN`),
  [""],
].flat();

/** The methods of HTTP, and what is none. */
export const methods = [
  ...words("GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT get __proto__"),
  "",
];

/** Headers that a server looks at. */
export const headerNames = [
  words("content-type content-length content-encoding transfer-encoding accept host"),
  words("authorization cookie last-event-id x-request-id expect range __proto__"),
].flat();

/** What such headers may say, be it for others of them. */
export const headerValues = [
  words("application/json application/merge-patch+json text/plain text/event-stream"),
  words("application/x-www-form-urlencoded application/jsonl application/octet-stream"),
  words('multipart/form-data multipart/form-data;boundary=" multipart/form-data;boundary=piece'),
  words("*/* */*;q=0 a/b;q=2,;;,/ image/* gzip identity chunked 0 -1 99999999 bytes=0-1"),
  ["application/JSON; charset=utf-16", "Bearer", "Bearer ", "Basic ====", "Basic OjpA"],
  ["a=b; a=c; =; ;", "__proto__=1", ""],
].flat();
