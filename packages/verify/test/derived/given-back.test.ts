import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** How a booking names its course. */
type Place = "path" | "body";

/** Describes courses and bookings of their places. */
const courses = (cancellation: string, place: Place): string => `openapi: 3.1.0
info: { title: Courses, version: "1" }
paths:
  /courses:
    post:
      operationId: createCourse
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Course" } } } }
  /courses/{courseId}:
    parameters: [{ name: courseId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getCourse
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Course" } } } }
        "404": { description: None. }
  ${place === "path" ? "/courses/{courseId}/bookings" : "/bookings"}:
    ${place === "path" ? "parameters: [{ name: courseId, in: path, required: true, schema: { type: string } }]" : ""}
    post:
      operationId: createBooking
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name${place === "path" ? "" : ", courseId"}]
              properties: { name: { type: string, minLength: 1 }${place === "path" ? "" : ", courseId: { type: string }"} }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } } }
        "404": { description: No course. }
  /bookings/{bookingId}:
    parameters: [{ name: bookingId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBooking
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } } }
        "404": { description: None. }
  /bookings/{bookingId}/cancel:
    parameters: [{ name: bookingId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: cancelBooking
      description: ${JSON.stringify(cancellation)}
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } } }
        "404": { description: None. }
        "409": { description: It is cancelled already. }
components:
  schemas:
    Course:
      type: object
      required: [id, title, seatsLeft, seatsTaken, bookingsMade]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        seatsLeft: { type: integer, readOnly: true }
        seatsTaken: { type: integer, readOnly: true }
        bookingsMade: { type: integer, readOnly: true }
    Booking:
      type: object
      required: [id, name, courseId, state]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string }
        courseId: { type: string }
        state: { type: string, enum: [booked, cancelled], readOnly: true }
`;

interface Numbers {
  readonly seatsLeft: number;
  readonly seatsTaken: number;
  readonly bookingsMade: number;
}

/** Computes the numbers of a course from its bookings. */
type Counted = (booked: number, cancelled: number) => Numbers;

const right: Counted = (booked, cancelled) => ({
  seatsLeft: 20 - booked,
  seatsTaken: booked,
  bookingsMade: booked + cancelled,
});

interface Booking {
  readonly id: string;
  readonly name: string;
  readonly courseId: string;
  readonly state: "booked" | "cancelled";
}

function courseService(counted: Counted): (request: Request) => Promise<Response> {
  const known = new Map<string, string>();
  const bookings = new Map<string, Booking>();
  const none = (): Response => new Response(null, { status: 404 });
  const course = (id: string, status: number): Response => {
    const own = [...bookings.values()].filter(({ courseId }) => courseId === id);
    const booked = own.filter(({ state }) => state === "booked").length;
    const numbers = counted(booked, own.length - booked);
    return Response.json({ id, title: known.get(id), ...numbers }, { status });
  };
  const keep = (one: Booking, status: number): Response => {
    bookings.set(one.id, one);
    return Response.json(one, { status });
  };
  return async (request) => {
    const [, kind = "", id = "", below] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Partial<Booking & { title: string }>;
    const isPost = request.method === "POST";
    if (kind === "courses" && id === "") {
      const own = `c-${known.size}`;
      known.set(own, body.title ?? "");
      return course(own, 201);
    }
    if (isPost && (id === "" || below === "bookings")) {
      const courseId = below === undefined ? (body.courseId ?? "") : id;
      if (!known.has(courseId)) return none();
      const name = body.name ?? "";
      return keep({ id: `b-${bookings.size}`, name, courseId, state: "booked" }, 201);
    }
    if (kind === "courses") return known.has(id) ? course(id, 200) : none();
    const booking = bookings.get(id);
    if (booking === undefined) return none();
    if (!isPost) return Response.json(booking);
    if (booking.state === "cancelled") return new Response(null, { status: 409 });
    return keep({ ...booking, state: "cancelled" }, 200);
  };
}

async function said(cancellation: string, counted: Counted, place: Place): Promise<string[]> {
  const { failures } = await verifyServer({
    description: await read(courses(cancellation, place)),
    server: { fetch: courseService(counted) },
  });
  return failures
    .filter(({ check }) => check === "derived-value")
    .map(({ operationId = "", message }) => `${operationId}: ${message}`);
}

const freed = "Cancels a booking. Its seat can be booked again.";
const places = ["path", "body"] as const;

describe("finds a service that keeps what a cancelled booking has taken", () => {
  test.each(places)("where the %s names the course", async (place) => {
    const counted: Counted = (booked, cancelled) => ({
      ...right(booked, cancelled),
      seatsLeft: 20 - booked - cancelled,
    });
    expect(await said(freed, counted, place)).toEqual([
      expect.stringMatching(
        /^cancelBooking: `seatsLeft` of the \w+ is \d+ after cancelBooking, and was \d+ before createBooking; the description says "Its seat can be booked again\."$/,
      ),
    ]);
  });

  test.each([
    freed,
    "Cancels a booking; its seat becomes available.",
    "Cancels a booking and releases the seat.",
    "Cancels a booking. The seat goes back into the course.",
  ])("and counts it: %s", async (sentence) => {
    const counted: Counted = (booked, cancelled) => ({
      ...right(booked, cancelled),
      seatsTaken: booked + cancelled,
    });
    expect(await said(sentence, counted, "body")).toHaveLength(1);
  });
});

describe("says nothing of a service", () => {
  test.each(places)("that gives it back, where the %s names the course", async (place) => {
    expect(await said(freed, right, place)).toEqual([]);
  });

  test.each([
    "Cancels a booking.",
    "Cancels a booking. Its seat is not available again.",
    "Cancels a booking. Its seat may be released later.",
    "Cancels a booking. The seat is released only until a day before.",
  ])("that keeps it where it may: %s", async (sentence) => {
    const counted: Counted = (booked, cancelled) => right(booked + cancelled, 0);
    expect(await said(sentence, counted, "body")).toEqual([]);
  });
});
