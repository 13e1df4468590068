import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BASE } from "./http.ts";
import { answer } from "./router.ts";
import { seed } from "./seed.ts";

seed();
const server = createServer((req, res) => void answer(req, res));
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  process.stdout.write(
    `listening http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}\n`,
  );
});
