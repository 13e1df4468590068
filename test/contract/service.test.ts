import { createClient } from "@genai-app/client";
import { describe, expect, test } from "vitest";
import {
  conflict,
  createAssistant,
  finish,
  nobody,
  notFound,
  refusalOf,
  startRun,
  useService,
} from "./service-calls.ts";
import { serviceInMemory, serviceOverHttp, userId } from "./subjects/service.ts";

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe.each([serviceInMemory, serviceOverHttp])("$name", (subject) => {
  const service = useService(subject);

  describe("an assistant", () => {
    test("is what it was created as", async () => {
      const { client } = service();
      const body = { name: "Guide", description: "Knows the city", tool_ids: [nobody] };
      const created = await client.assistants.createAssistant({ body });
      const time = "2025-03-07T09:00:00.000Z";
      expect(created).toMatchObject({ ...body, created_by: userId, created_at: time });
      expect(created.assistant_id).toMatch(uuid);
      const path = { assistant_id: created.assistant_id };
      expect(await client.assistants.getAssistant({ path })).toStrictEqual(created);
    });

    test("changes in what an update names, and in nothing else", async () => {
      const { client, clock } = service();
      const created = await createAssistant(service());
      const path = { assistant_id: created.assistant_id };
      clock.pass(60_000);
      const body = { description: "Plans day tours" };
      const updated = await client.assistants.updateAssistant({ path, body });
      const updated_at = "2025-03-07T09:01:00.000Z";
      expect(updated).toStrictEqual({ ...created, ...body, updated_at });
      expect(await client.assistants.getAssistant({ path })).toStrictEqual(updated);
    });

    test("is gone once it is deleted", async () => {
      const { assistants } = service().client;
      const { assistant_id } = await createAssistant(service());
      const path = { assistant_id };
      await expect(assistants.deleteAssistant({ path })).resolves.toBeUndefined();
      expect(await refusalOf(assistants.getAssistant({ path }))).toEqual(notFound);
      expect(await refusalOf(assistants.updateAssistant({ path }))).toEqual(notFound);
      expect(await refusalOf(assistants.deleteAssistant({ path }))).toEqual(notFound);
      const runs = service().client.assistantRuns.createAssistantRun({ path });
      expect(await refusalOf(runs)).toEqual(notFound);
    });

    test("is not deleted while it runs", async () => {
      const { assistant_id } = await startRun(service());
      const deletion = () =>
        service().client.assistants.deleteAssistant({ path: { assistant_id } });
      expect(await refusalOf(deletion())).toEqual(conflict);
      await finish(service());
      await expect.poll(deletion).toBeUndefined();
    });

    test("is listed on its page", async () => {
      const names = ["A", "B", "C", "D", "E"];
      for (const name of names) await createAssistant(service(), name);
      const list = (query: { page?: number; page_size?: number }) =>
        service().client.assistants.listAssistants({ query });
      const items = await Array.fromAsync(list({ page_size: 2 }));
      expect(items.map(({ name }) => name)).toStrictEqual(names);
      const second = await list({ page: 2, page_size: 2 });
      expect(second.assistants.map(({ name }) => name)).toStrictEqual(["C", "D"]);
      expect(second.pagination).toStrictEqual({
        page_number: 2,
        page_size: 2,
        total_count: 5,
        total_pages: 3,
        next_page: 3,
        previous_page: 1,
      });
      const third = await list({ page: 3, page_size: 2 });
      expect(third.pagination).not.toHaveProperty("next_page");
      const beyond = await list({ page: 9 });
      expect(beyond.assistants).toStrictEqual([]);
    });

    test("cannot be listed on a page that is none", async () => {
      const list = (query: { page?: number; page_size?: number }) =>
        refusalOf(service().client.assistants.listAssistants({ query }));
      const error = (pointer: string) => [
        400,
        { type: "ValidationError", errors: [expect.objectContaining({ in: "query", pointer })] },
      ];
      expect(await list({ page: 0 })).toEqual(error("/page"));
      expect(await list({ page: 1.5 })).toEqual(error("/page"));
      expect(await list({ page_size: 1e9 })).toEqual(error("/page_size"));
    });
  });

  test("a body that is not as described is refused with every issue", async () => {
    const call = service().client.assistants.createAssistant({
      body: { name: "", tool_ids: ["no uuid"] },
    });
    const [status, body] = await refusalOf(call);
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: "ValidationError" });
    const { errors } = body as { errors: { in: string; pointer: string }[] };
    expect(new Set(errors.map((error) => `${error.in} ${error.pointer}`))).toStrictEqual(
      new Set(["body /name", "body /tool_ids/0"]),
    );
  });

  test("retrievers of an assistant cannot be changed", async () => {
    const { assistant_id } = await createAssistant(service());
    const response = await service().fetch(`${service().origin}/assistants/${assistant_id}`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${service().client.core.options.auth as string}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ retriever_ids: [] }),
    });
    expect(response.status).toBe(400);
  });

  test("only who has a key is let in", async () => {
    const { core } = service().client;
    const stranger = createClient({ ...core.options, auth: "gk-nobody" });
    expect((await refusalOf(stranger.assistants.listAssistants()))[0]).toBe(401);
  });

  test("operations that nobody has written answer 501", async () => {
    expect((await refusalOf(service().client.users.listUsers()))[0]).toBe(501);
  });
});
