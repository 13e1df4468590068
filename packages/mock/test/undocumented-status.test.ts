import { describe, expect, test } from "vitest";
import { mocked } from "./engine-books.ts";

describe("a fault with a status that is not documented", () => {
  test.each([
    [402, "Payment Required"],
    [418, "418"],
    [451, "Unavailable For Legal Reasons"],
    [499, "499"],
  ])("is answered with problem details: %i", async (status, title) => {
    const { mock, send, exchanges } = mocked();
    mock.faults.add({ operation: "GetBook", status });
    expect(await send("GET /books/b1")).toEqual({
      status,
      body: { type: "about:blank", title, status },
    });
    expect(exchanges).toMatchObject([{ status, fault: `status ${status}`, violations: [] }]);
  });

  test.each([204, 302, 304])("is answered without a body: %i", async (status) => {
    const { mock, send } = mocked();
    mock.faults.add({ operation: "GetBook", status });
    expect(await send("GET /books/b1")).toEqual({ status, body: "" });
  });

  test("is answered also where answers are checked strictly, and changes nothing", async () => {
    const errors: unknown[] = [];
    const onError = ({ error }: { error: unknown }): void => void errors.push(error);
    const { mock, send } = mocked({ validateResponses: "strict", onError });
    const before = mock.snapshot();
    mock.faults.add({ operation: "DeleteBook", status: 418, times: 1 });
    expect(await send("DELETE /books/b1")).toMatchObject({ status: 418 });
    expect(mock.snapshot()).toEqual(before);
    expect((await send("DELETE /books/b1")).status).toBe(204);
    expect(errors).toEqual([]);
  });

  test("goes together with a fault of the transport", async () => {
    const { mock, send } = mocked();
    mock.faults.add({ operation: "GetBook", status: 418, fault: "malformed-json" });
    await expect(send("GET /books/b1")).rejects.toThrow(SyntaxError);
  });

  test("takes the place of an answer of another server", async () => {
    const fetch = async (): Promise<Response> => Response.json({ title: "Dune" });
    const { mock, send } = mocked({ upstream: { url: "http://real.example", fetch } });
    mock.faults.add({ operation: "GetBook", status: 418 });
    expect((await send("GET /books/b1")).status).toBe(418);
  });
});
