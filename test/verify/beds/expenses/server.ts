import type { AddressInfo } from "node:net";
import { createApp } from "./app.ts";
import { BASE } from "./calls.ts";
import { seed } from "./seed.ts";

seed();
const server = createApp().listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening http://127.0.0.1:${port}${BASE}`);
});
