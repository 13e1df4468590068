/** In which forms bookings of a court say when they are. */
export const forms = {
  ends: {
    sent: "end: { type: string, format: date-time }",
    needs: "start, end",
    example: "start: 2031-03-01T10:00:00Z, end: 2031-03-01T11:00:00Z",
  },
  durations: {
    sent: "durationMinutes: { type: integer, minimum: 5, maximum: 300 }",
    needs: "start, durationMinutes",
    example: "start: 2031-03-01T10:00:00Z, durationMinutes: 60",
  },
  starts: {
    sent: "note: { type: string, maxLength: 80 }",
    needs: "start",
    example: "start: 2031-03-01T10:00:00Z",
  },
} as const;

export type Form = keyof typeof forms;

/** Describes a service of bookings, which says what is given of overlaps, and of bookings that are deleted. */
export function courts(
  form: Form,
  sentences: string,
  conflict = "Refused.",
  deletion = "Deletes a booking.",
): string {
  const { sent, needs, example } = forms[form];
  return `openapi: 3.1.0
info: { title: Courts, version: 1.0.0 }
paths:
  /bookings:
    post:
      operationId: CreateBooking
      description: >-
        Books a court. ${sentences}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [court, ${needs}]
              properties:
                court: { type: string, enum: [north, south] }
                start: { type: string, format: date-time }
                ${sent}
            example: { court: north, ${example} }
      responses:
        "201":
          description: Booked.
          content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } }
        "400": { description: Not as described. }
        "409": { description: "${conflict}" }
  /bookings/{bookingId}:
    get:
      operationId: GetBooking
      parameters:
        - { name: bookingId, in: path, required: true, schema: { type: string } }
      responses:
        "200":
          description: The booking.
          content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } }
        "404": { description: There is none. }
    delete:
      operationId: DeleteBooking
      description: ${deletion}
      parameters:
        - { name: bookingId, in: path, required: true, schema: { type: string } }
      responses:
        "204": { description: Deleted. }
        "404": { description: There is none. }
components:
  schemas:
    Booking:
      type: object
      required: [id, court, start, end, status]
      properties:
        id: { type: string, readOnly: true }
        court: { type: string }
        start: { type: string, format: date-time }
        end: { type: string, format: date-time }
        durationMinutes: { type: integer }
        note: { type: string }
        status: { type: string, enum: [asked, booked], readOnly: true }
`;
}

interface Times {
  readonly from: number;
  readonly to: number;
}

/** Tells whether a new booking is refused because of another one. */
export type Refuses = (own: Times, other: Times) => boolean;

/** Refuses what overlaps. */
export const overlapping: Refuses = (own, other) => own.from < other.to && other.from < own.to;

interface Sent {
  readonly court: string;
  readonly start: string;
  readonly end?: string;
  readonly durationMinutes?: number;
}

interface Booking extends Times {
  readonly id: string;
  readonly court: string;
  /** `undefined` once it is deleted. */
  shown: object | undefined;
}

/** A service of bookings that refuses what is given, and whose new bookings have a status; deleted ones keep their time, or not. */
export function courtService(
  refuses: Refuses,
  status = "booked",
  keepsTimes = false,
): (request: Request) => Promise<Response> {
  const bookings: Booking[] = [];
  let made = 0;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST") {
      const found = bookings.find(
        ({ id, shown }) => pathname === `/bookings/${id}` && shown !== undefined,
      );
      if (found !== undefined && request.method === "DELETE") {
        found.shown = undefined;
        if (!keepsTimes) bookings.splice(bookings.indexOf(found), 1);
        return new Response(null, { status: 204 });
      }
      return found ? Response.json(found.shown) : new Response(null, { status: 404 });
    }
    const sent = (await request.json()) as Sent;
    const from = Date.parse(sent.start);
    const to = sent.end ? Date.parse(sent.end) : from + (sent.durationMinutes ?? 90) * 60_000;
    if (!(from < to)) return new Response(null, { status: 400 });
    const isTaken = bookings.some((one) => one.court === sent.court && refuses({ from, to }, one));
    if (isTaken) return new Response(null, { status: 409 });
    made += 1;
    const id = `b${made}`;
    const times = { start: sent.start, end: new Date(to).toISOString() };
    const shown = { ...sent, ...times, id, status };
    bookings.push({ from, to, id, court: sent.court, shown });
    return Response.json(shown, { status: 201 });
  };
}
