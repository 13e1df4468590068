import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { rentals, rentalService } from "./rentals.ts";

const description = await read(rentals);

/** Ends rentals in many cases, and counts what is made for that. */
async function counted(ways: Parameters<typeof rentalService>[0]) {
  const answers: string[] = [];
  const service = rentalService(ways);
  const fetch = async (request: Request): Promise<Response> => {
    const response = await service(request);
    const path = new URL(request.url).pathname.replace(/[^/]*\d[^/]*/, "{id}");
    answers.push(`${request.method} ${path} ${response.status}`);
    return response;
  };
  const operations = ["endRental"];
  const { errors } = await verifyServer({ description, server: { fetch }, operations });
  expect(errors).toEqual([]);
  const countOf = (answer: string): number => answers.filter((one) => one === answer).length;
  return {
    bikes: countOf("POST /bikes 201"),
    rentals: countOf("POST /rentals 201"),
    refused: countOf("POST /rentals 409"),
    ended: countOf("POST /rentals/{id}/end 200"),
  };
}

describe("a creation that needs a record which is free", () => {
  test("and another text begins with both, once it has needed them in a row", async () => {
    const count = await counted({ ofBike: 1, ofRider: 2 });
    expect(count.rentals).toBeGreaterThan(15);
    expect(count.ended).toBeGreaterThan(5);
    expect(count.refused).toBeLessThan(0.75 * count.rentals);
  });

  test("refers to the record that was free until that is full, too", async () => {
    const count = await counted({ ofBike: 3, ofRider: Infinity });
    expect(count.rentals).toBeGreaterThan(15);
    expect(count.bikes).toBeLessThan(0.75 * count.rentals);
  });

  test("refers to one record in most cases where that is never full", async () => {
    const count = await counted({ ofBike: Infinity, ofRider: Infinity });
    expect(count.refused).toBe(0);
    expect(count.bikes).toBeLessThan(0.5 * count.rentals);
  });
});
