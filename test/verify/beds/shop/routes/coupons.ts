import type { Express, RequestHandler } from "express";
import { faulty } from "../faults.ts";
import { notFound, resource, send, signedIn } from "../http.ts";
import { coupons } from "../store.ts";

const getCoupon: RequestHandler = (req, res) => {
  const code = String(req.params["code"]);
  // Express has decoded it already.
  const coupon = coupons.get(faulty("coupon-code-decoded-twice") ? decodeURIComponent(code) : code);
  if (coupon === undefined) throw notFound("coupon");
  send(res, 200, coupon);
};

export function couponRoutes(app: Express): void {
  resource(app, "/coupons/:code", { get: [signedIn, getCoupon] });
}
