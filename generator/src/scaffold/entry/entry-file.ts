import { literal } from "@openapi-packages/description/text/escape";
import { memberText } from "../handler-files.ts";
import type { EntryParts } from "./entry-types.ts";
import { frameworkCode, type FrameworkCode } from "./frameworks.ts";

/** Returns the code of an entry: a server with limits and timeouts, which shuts down gracefully. */
export function entryFile(parts: EntryParts, start: string): string {
  const { server, imports, setup, handlers, security } = parts;
  const code = frameworkCode(parts);
  const names = parts.framework === "hono" ? "createServer, toFetch" : "createServer";
  const cors = parts.allowOrigins.length > 0;
  const [made, end] = cors
    ? ["withCors(createServer", `, ${corsOptions(parts)})`]
    : ["createServer", ""];
  const imported = [
    ...code.imports,
    ...(cors ? [`import { withCors } from "${parts.runtime}/server/cors";`] : []),
    `import { ${names} } from "${server}";`,
    ...imports,
  ];
  const verifiers = security === undefined ? [] : [`${memberText("security", security)},`];
  return `// Starts the service: ${start}
// The file is yours: \`scaffold\` does not change it again.
/// <reference types="node" />
${imported.join("\n")}

const port = Number(process.env["PORT"] || 3000);
/** \`HOST=0.0.0.0\` is for containers and for other machines. */
const host = process.env["HOST"] || "127.0.0.1";
/** Milliseconds in which requests have to end when the process is stopped: Docker kills it after 10 seconds. */
const shutdownTimeout = 9000;

${setup.join("\n")}
const server = ${made}(${handlers}, {
${[...verifiers, "maxBodyBytes: 1024 * 1024,"].join("\n")}
bodyTimeout: 30_000,
onError: ({ operation, phase, requestId, error }) => {
console.error(\`\${operation.operationId} failed (\${phase}, request \${requestId})\`, error);
},
})${end};

${code.app.join("\n")}

const service = configure(${code.nodeServer}, server, {
headersTimeout: 10_000,
requestTimeout: 300_000,
keepAliveTimeout: 5000,
});

${code.listen}

${gracefulEnd(code)}`;
}

/** Returns the CORS options: the allowed origins, and `credentials` if operations need cookies. */
const corsOptions = ({ allowOrigins, usesCredentials }: EntryParts): string =>
  `{ origins: ${literal([...allowOrigins])}${usesCredentials ? ", credentials: true" : ""} }`;

function gracefulEnd({ closed }: FrameworkCode): string {
  const end = [
    "await service.close({ streamTimeout: Math.max(0, shutdownTimeout - 2000) });",
    ...closed,
    "process.exit(0);",
  ];
  return `/** Accepts no more, lets requests and streams end, and exits: with 1 if some had to be cut off. */
async function stop(): Promise<void> {
setTimeout(() => {
console.error(\`requests are cut off, after \${shutdownTimeout} ms\`);
process.exit(1);
}, shutdownTimeout);
// A stream that has not ended by then is told that the service ends.
${end.join("\n")}
}

// A second signal ends the process at once.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
`;
}
