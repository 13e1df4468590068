/** What must compile, and what must not: a server's variables are typed. */
import { createClient, serverUrl } from "@servers/client";

export const api = createClient({
  baseUrl: serverUrl("https://{region}.example.com/{version}", { region: "us" }),
});
export const local = createClient({ baseUrl: serverUrl("http://localhost:3000") });

export const perOperation = createClient({
  baseUrl: ({ servers, operationId }) => (operationId === "ListShops" ? servers?.[0] : undefined),
});

// @ts-expect-error a region that the server does not have
serverUrl("https://{region}.example.com/{version}", { region: "mars" });

// @ts-expect-error a variable that is not in the URL
serverUrl("https://{region}.example.com/{version}", { unused: "" });

// @ts-expect-error a server that is not described
serverUrl("https://example.org");

// @ts-expect-error a server without variables
serverUrl("http://localhost:3000", { port: "1" });
