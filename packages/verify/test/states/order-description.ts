const reference = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

const json = (name: string): string =>
  `content: { application/json: { schema: ${reference(name)} } }`;

const key = (name: string): string =>
  `    parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/**
 * Orders with states, one operation of which is described by a sentence.
 *
 * @param conflict what its answer 409 says
 * @param state what is said of the states
 */
export function orders(
  id: string,
  sentence: string,
  conflict = "Not as it is.",
  state = "",
): string {
  const operation = (own: string, body: string | undefined, status: string, shown?: string) =>
    [
      `operationId: ${own}`,
      `description: ${JSON.stringify(own === id ? sentence : "")}`,
      ...(body === undefined ? [] : [`requestBody: { required: true, ${json(body)} }`]),
      "responses:",
      `  "${status}": { description: Done.${shown === undefined ? "" : `, ${json(shown)}`} }`,
      `  "409": { description: ${JSON.stringify(own === id ? conflict : "Not as it is.")} }`,
      `  "422": { description: Invalid. }`,
    ]
      .map((line) => `      ${line}`)
      .join("\n");
  return `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
paths:
  /orders:
    post:
${operation("createOrder", "NewOrder", "201", "Order")}
  /orders/{orderId}:
${key("orderId")}
    get:
${operation("getOrder", undefined, "200", "Order")}
    patch:
${operation("changeOrder", "NewOrder", "200", "Order")}
    delete:
${operation("deleteOrder", undefined, "204")}
  /orders/{orderId}/cancel:
${key("orderId")}
    post:
${operation("cancelOrder", "Cancellation", "200", "Order")}
  /orders/{orderId}/moves:
${key("orderId")}
    post:
${operation("moveOrder", "Move", "200", "Order")}
  /orders/{orderId}/lines:
${key("orderId")}
    post:
${operation("addLine", "NewLine", "201", "Line")}
  /shipments:
    post:
${operation("createShipment", "NewShipment", "201", "Shipment")}
  /shipments/{shipmentId}:
${key("shipmentId")}
    get:
${operation("getShipment", undefined, "200", "Shipment")}
  /lines/{lineId}:
${key("lineId")}
    get:
${operation("getLine", undefined, "200", "Line")}
    delete:
${operation("deleteLine", undefined, "204")}
components:
  schemas:
    NewOrder:
      type: object
      properties:
        first_day: { type: string, format: date }
        lastDay: { type: string, format: date }
        min: { type: number }
        max: { type: number }
        kind: { type: string, enum: [gift, pick_up] }
        note: { type: string }
        card: { type: string, default: none }
    Order:
      type: object
      required: [id, status]
      properties:
        id: { type: string }
        status: { type: string, enum: [draft, open, in_progress, cancelled], description: ${JSON.stringify(state)} }
    Move: { type: object, required: [to], properties: { to: { type: string, enum: [open, in_progress, cancelled] } } }
    Cancellation: { type: object, properties: { reason: { type: string } } }
    NewLine: { type: object, properties: { text: { type: string } } }
    NewShipment: { type: object, required: [orderId], properties: { orderId: { type: string } } }
    Shipment:
      type: object
      required: [id, orderId]
      properties: { id: { type: string }, orderId: { type: string } }
    Line:
      type: object
      required: [id, orderId]
      properties: { id: { type: string }, orderId: { type: string } }
`;
}
