import type { Request, Response } from "express";
import { faulty } from "./faults.ts";
import { filmOf, screeningsOf } from "./films.ts";
import { signedIn } from "./requests.ts";
import { orders } from "./store.ts";

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export function getFilmStatistics(request: Request, response: Response): void {
  const film = filmOf(request.params["filmId"], signedIn(request));
  const planned = screeningsOf(film.id);
  const ordered = [...orders.values()].filter(({ filmId }) => filmId === film.id);
  const booked = ordered.filter(({ status }) => status === "booked");
  const paid = faulty("statistics-count-cancelled") ? ordered : booked;
  response.json({
    filmId: film.id,
    screenings: planned.length,
    seats: sum(planned.map(({ seats }) => seats)),
    orders: booked.length,
    ticketsSold: sum(booked.map(({ tickets }) => tickets)),
    revenue: sum(paid.map(({ total }) => total)),
  });
}
