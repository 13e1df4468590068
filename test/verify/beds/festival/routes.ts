import { Router } from "express";
import type { RequestHandler } from "express";
import { updateFilm } from "./film-updates.ts";
import { createFilm, deleteFilm, getFilm, listFilms } from "./films.ts";
import { listHalls } from "./halls.ts";
import { cancelOrder, createOrder, getOrder } from "./orders.ts";
import { downloadPoster, uploadPoster } from "./posters.ts";
import { Problem } from "./problems.ts";
import { createReview, listReviews } from "./reviews.ts";
import { createScreening, listScreenings } from "./screenings.ts";
import { getFilmStatistics } from "./statistics.ts";
import { deleteWatchlistEntry, listWatchlist, putWatchlistEntry } from "./watchlist.ts";

export const router = Router({ caseSensitive: true, strict: true });

const otherMethods =
  (allowed: string): RequestHandler =>
  (request) => {
    throw new Problem(405, `The path has no method ${request.method}.`, {
      headers: { Allow: allowed },
    });
  };

router.route("/films").get(listFilms).post(createFilm).all(otherMethods("GET, HEAD, POST"));
router
  .route("/films/:filmId")
  .get(getFilm)
  .patch(updateFilm)
  .delete(deleteFilm)
  .all(otherMethods("GET, HEAD, PATCH, DELETE"));
router
  .route("/films/:filmId/poster")
  .get(downloadPoster)
  .put(uploadPoster)
  .all(otherMethods("GET, HEAD, PUT"));
router
  .route("/films/:filmId/reviews")
  .get(listReviews)
  .post(createReview)
  .all(otherMethods("GET, HEAD, POST"));
router.route("/films/:filmId/statistics").get(getFilmStatistics).all(otherMethods("GET, HEAD"));
router.route("/halls").get(listHalls).all(otherMethods("GET, HEAD"));
router
  .route("/screenings")
  .get(listScreenings)
  .post(createScreening)
  .all(otherMethods("GET, HEAD, POST"));
router.route("/orders").post(createOrder).all(otherMethods("POST"));
router.route("/orders/:orderId").get(getOrder).all(otherMethods("GET, HEAD"));
router.route("/orders/:orderId/cancellation").post(cancelOrder).all(otherMethods("POST"));
router.route("/watchlist").get(listWatchlist).all(otherMethods("GET, HEAD"));
router
  .route("/watchlist/:filmId")
  .put(putWatchlistEntry)
  .delete(deleteWatchlistEntry)
  .all(otherMethods("PUT, DELETE"));
