const body = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const key = `{ name: id, in: path, required: true, schema: { type: string } }`;
const refusals = `"404": { description: None. }, "409": { description: Not as it is. }, "422": { description: Wrong. }`;

/** Stays in a hotel, which guests begin and end, and pay for. What is done with a stay is the last part of a path. */
export const stays = `openapi: 3.1.0
info: { title: Stays, version: "1" }
paths:
  /stays:
    post:
      operationId: bookStay
      requestBody: { required: true, ${body("NewStay")} }
      responses: { "201": { description: Booked., ${body("Stay")} }, "422": { description: Wrong. } }
  /stays/{id}:
    parameters: [${key}]
    get: { operationId: getStay, responses: { "200": { description: It., ${body("Stay")} }, "404": { description: None. } } }
  /stays/{id}/actions/{action}:
    parameters: [${key}, { name: action, in: path, required: true, schema: { type: string, enum: [begin, end, note] } }]
    post:
      operationId: moveStay
      description: Begins or ends a stay, or notes something. A finished stay takes no more notes.
      requestBody: { required: true, ${body("Move")} }
      responses: { "200": { description: Moved., ${body("Stay")} }, ${refusals} }
  /stays/{id}/payments:
    parameters: [${key}]
    post:
      operationId: payStay
      description: A booked stay takes no payments. If the key was used with another body, the answer is 409.
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string } }]
      requestBody: { required: true, ${body("NewPayment")} }
      responses: { "201": { description: Paid., ${body("Payment")} }, ${refusals} }
components:
  schemas:
    NewStay:
      type: object
      required: [from, until]
      properties: { from: { type: string, format: date, example: "2026-05-01" }, until: { type: string, format: date, example: "2026-05-20" } }
    Stay:
      allOf:
        - $ref: "#/components/schemas/NewStay"
        - type: object
          required: [id, status, paid, payments]
          properties:
            id: { type: string }
            status: { type: string, enum: [booked, running, finished] }
            notes: { type: integer }
            paid: { type: integer, description: The sum of all payments so far. }
            payments: { type: array, items: { $ref: "#/components/schemas/Payment" } }
    Move:
      type: object
      required: ["on"]
      properties: { "on": { type: string, format: date, example: "2026-03-02" } }
    NewPayment:
      type: object
      required: [amount, paidOn]
      properties: { amount: { type: integer, minimum: 1, example: 90 }, paidOn: { type: string, format: date, example: "2026-03-02" } }
    Payment:
      allOf:
        - $ref: "#/components/schemas/NewPayment"
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

interface Payment {
  readonly id: string;
  readonly amount: number;
  readonly paidOn: string;
}

interface Stay {
  readonly id: string;
  readonly from: string;
  readonly until: string;
  status: "booked" | "running" | "finished";
  notes: number;
  readonly payments: Payment[];
}

/** What a service of stays does wrong. */
export interface StayFaults {
  readonly notesFinished?: boolean;
  readonly forgetsKeys?: boolean;
  readonly takesKeyWithOtherBody?: boolean;
}

/** A service of stays: each begins and ends on one of its days, and is paid for once it has begun. */
export function stayService(faults: StayFaults = {}): (request: Request) => Promise<Response> {
  const all = new Map<string, Stay>();
  const keys = new Map<string, { readonly text: string; readonly payment: Payment }>();
  let count = 0;
  const answer = (status: number): Response => new Response(null, { status });
  const show = (stay: Stay, status: number): Response => {
    const paid = stay.payments.reduce((total, { amount }) => total + amount, 0);
    return Response.json({ ...stay, paid }, { status });
  };
  const move = (stay: Stay, action: string, { on }: { readonly on?: unknown }): Response => {
    if (typeof on !== "string" || on < stay.from || on > stay.until) return answer(422);
    const isFinished = stay.status === "finished" && faults.notesFinished !== true;
    if (action === "note" && isFinished) return answer(409);
    if (action === "begin" && stay.status !== "booked") return answer(409);
    if (action === "end" && stay.status !== "running") return answer(409);
    if (action === "note") stay.notes += 1;
    else stay.status = action === "begin" ? "running" : "finished";
    return show(stay, 200);
  };
  const pay = (stay: Stay, text: string, ofRequest: string): Response => {
    const given = JSON.parse(text) as Partial<Payment>;
    if (!Number.isInteger(given.amount) || Number(given.amount) < 1) return answer(422);
    if (typeof given.paidOn !== "string" || given.paidOn < stay.from) return answer(422);
    const known = faults.forgetsKeys === true ? undefined : keys.get(ofRequest);
    if (known !== undefined && known.text !== text && faults.takesKeyWithOtherBody !== true)
      return answer(409);
    if (known !== undefined) return Response.json(known.payment, { status: 201 });
    if (stay.status === "booked") return answer(409);
    count += 1;
    const payment = { amount: Number(given.amount), paidOn: given.paidOn, id: `p-${count}` };
    stay.payments.push(payment);
    keys.set(ofRequest, { text, payment });
    return Response.json(payment, { status: 201 });
  };
  return async (request) => {
    const [, , id = "", kind, action = ""] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    if (id === "") {
      const { from, until } = JSON.parse(text) as Partial<Stay>;
      if (typeof from !== "string" || typeof until !== "string" || until < from) return answer(422);
      const own = `s-${all.size + 1}`;
      const stay: Stay = {
        id: own,
        from,
        until,
        status: "booked",
        notes: 0,
        payments: [],
      };
      all.set(own, stay);
      return show(stay, 201);
    }
    const stay = all.get(id);
    if (stay === undefined) return answer(404);
    if (kind === "actions") return move(stay, action, JSON.parse(text) as object);
    return kind === "payments"
      ? pay(stay, text, request.headers.get("idempotency-key") ?? "")
      : show(stay, 200);
  };
}
