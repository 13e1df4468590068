/** A client as a program of Node.js: each line of its input is a call. */
const program = (catching: string, encode: string): string => `
  const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
  const call = async ({ id, baseUrl, operation, input }) => {
    const path = operation.path.replace(/\\{(\\w+)\\}/g, (_, name) => ${encode}(input.path[name]));
    const query = new URLSearchParams(input.query);
    const url = baseUrl + path + (query.size > 0 ? "?" + query : "");
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const headers = input.body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(url, { method: operation.method, headers, ...body });
    const { status } = response;
    const text = await response.text();
    if (status === 204) return say({ id, status });
    const isJson = response.ok || (response.headers.get("content-type") ?? "").includes("json");
    const shown = { id, status, body: text !== "" && isJson ? JSON.parse(text) : undefined };
    say(response.ok ? shown : { ...shown, error: "an error", reason: "status" });
  };
  const lines = require("node:readline").createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const given = JSON.parse(line);
    call(given)${catching};
  });
`;

const telling = `.catch((error) => say({ id: given.id, error: String(error) }))`;

/** Clients as programs of Node.js, for \`node -e\`. */
export const programs = {
  faultless: program(telling, "encodeURIComponent"),
  /** Its promises are rejected, and nobody handles that. */
  rejecting: program("", "encodeURIComponent"),
  ending: program(".catch(() => process.exit(3))", "encodeURIComponent"),
  plainPath: program(telling, "String"),
};
