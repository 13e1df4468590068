import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { unknownPath, writeError } from "./http.ts";
import { addressRoutes } from "./routes/addresses.ts";
import { cartRoutes } from "./routes/cart.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { couponRoutes } from "./routes/coupons.ts";
import { orderRoutes } from "./routes/orders.ts";
import { photoRoutes } from "./routes/photos.ts";
import { productRoutes } from "./routes/products.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { seed } from "./seed.ts";

seed();

const app = express();
app.disable("x-powered-by");
// Express would tag every answer, and answer 304 where the description knows none.
app.disable("etag");
app.enable("strict routing");
app.enable("case sensitive routing");

catalogRoutes(app);
productRoutes(app);
photoRoutes(app);
reviewRoutes(app);
cartRoutes(app);
orderRoutes(app);
addressRoutes(app);
couponRoutes(app);
app.use(unknownPath);
app.use(writeError);

const server = createServer(app);
server.listen(Number(process.env["PORT"] ?? "0"), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`listening http://127.0.0.1:${port}\n`);
});
