import type { Express, RequestHandler } from "express";
import { jsonBody } from "../body.ts";
import { isInteger, isText, objectBody, Problems, Query } from "../check.ts";
import { faulty } from "../faults.ts";
import { customerOf, Refusal, resource, send, signedIn } from "../http.ts";
import { toJson } from "../json.ts";
import { pageOf, pageRequest } from "../page.ts";
import { dropRendered } from "../product-view.ts";
import { customers, nextId, reviews, type Review } from "../store.ts";
import { productOfPath } from "./products.ts";

function viewOf({ customerId, ...review }: Review) {
  const author = customers.find((customer) => customer.id === customerId)?.name ?? "";
  return { ...review, author };
}

const sorts = ["newest", "oldest", "-rating", "rating"] as const;

const comparisons: Record<(typeof sorts)[number], (left: Review, right: Review) => number> = {
  newest: (left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt),
  oldest: (left, right) => Date.parse(left.createdAt) - Date.parse(right.createdAt),
  "-rating": (left, right) => right.rating - left.rating,
  rating: (left, right) => left.rating - right.rating,
};

const listReviews: RequestHandler = (req, res) => {
  const product = productOfPath(req);
  const query = new Query(req);
  const request = pageRequest(query);
  const minRating = query.integer("minRating", 1, 5) ?? 1;
  const compare = comparisons[query.oneOf("sort", sorts) ?? "newest"];
  const found = reviews
    .filter((review) => review.productId === product.id && review.rating >= minRating)
    .toSorted((left, right) => compare(left, right) || left.id - right.id);
  const page = pageOf(found, request);
  const body = { ...page, items: page.items.map(viewOf) };
  if (faulty("reviews-as-html")) res.send(toJson(body));
  else send(res, 200, body);
};

const createReview: RequestHandler = (req, res) => {
  const product = productOfPath(req);
  const { rating, title, text = "" } = objectBody(req);
  const problems = new Problems();
  problems.expect(isInteger(rating, 1, 5), "rating", "has to be an integer from 1 to 5");
  problems.expect(isText(title, 1, 80), "title", "has to be a text of 1 to 80 characters");
  problems.expect(isText(text, 0, 2000), "text", "has to be a text of up to 2000 characters");
  problems.throwAny();
  const customerId = customerOf(res).id;
  const earlier = reviews.some(
    (review) => review.productId === product.id && review.customerId === customerId,
  );
  if (earlier && !faulty("review-twice")) {
    throw new Refusal(409, "already_reviewed", "You have reviewed this product already.");
  }
  const review: Review = {
    id: nextId(),
    productId: product.id,
    customerId,
    rating: Number(rating),
    title: String(title),
    text: String(text),
    createdAt: new Date().toISOString(),
  };
  reviews.push(review);
  dropRendered(product.id);
  send(res, 201, viewOf(review));
};

export function reviewRoutes(app: Express): void {
  resource(app, "/products/:productId/reviews", {
    get: [listReviews],
    post: [signedIn, ...jsonBody, createReview],
  });
}
