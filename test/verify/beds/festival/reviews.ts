import type { Request, Response } from "express";
import { Checks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { filmOf, reviewsOf } from "./films.ts";
import { pageOf } from "./pages.ts";
import { Problem } from "./problems.ts";
import { jsonOf, queryOf, signedIn } from "./requests.ts";
import { nextId, reviews } from "./store.ts";
import type { Review } from "./store.ts";

function ratingOf(checks: Checks, value: unknown): number {
  const isNumber = typeof value === "number" && value >= 1 && value <= 5;
  if (isNumber && (faulty("review-rating-step") || Number.isInteger(value * 2))) return value;
  checks.refuse("/rating", "must be from 1 to 5 in steps of a half");
  return 1;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function reviewInputOf(body: unknown): Pick<Review, "juror" | "rating" | "text"> {
  const checks = new Checks();
  const value = checks.object(body, "", ["juror", "rating", "text"]);
  const juror = checks.text(value["juror"], "/juror", { least: 1, most: 60, pattern: /\S/ });
  const rating = ratingOf(checks, value["rating"]);
  const text = checks.optional(value["text"], (part) => checks.text(part, "/text", { most: 1000 }));
  checks.finish();
  const kept = faulty("review-text-escaped") && text !== undefined ? escaped(text) : text;
  return { juror, rating, text: kept };
}

export function listReviews(request: Request, response: Response): void {
  const film = filmOf(request.params["filmId"], signedIn(request));
  const sorting = {
    name: `reviews of ${film.id}`,
    valueOf: (review: Review) => review.id,
    idOf: (review: Review) => review.id,
    descending: true,
    inclusive: faulty("reviews-page-overlaps"),
  };
  response.json(pageOf(reviewsOf(film.id), queryOf(request), sorting, (review) => review));
}

export function createReview(request: Request, response: Response): void {
  const film = filmOf(request.params["filmId"], signedIn(request));
  const input = reviewInputOf(jsonOf(request));
  if (film.status !== "submitted" && film.status !== "accepted")
    throw new Problem(409, `A film that is ${film.status} is not reviewed.`);
  if (reviewsOf(film.id).some(({ juror }) => juror === input.juror))
    throw new Problem(409, "The juror has reviewed the film already.");
  const review: Review = {
    id: nextId("review"),
    filmId: film.id,
    ...input,
    createdAt: new Date().toISOString(),
  };
  reviews.set(review.id, review);
  film.version += 1;
  response.status(201).json(review);
}
