import { serveMock } from "@openapi-packages/mock/node";
import type { MockService } from "@openapi-packages/mock/node";
import type { Page } from "playwright-core";
import { afterEach, beforeEach } from "vitest";
import { description } from "../../packages/mocks/src/description.ts";
import { isWithoutBrowser, openPage } from "./open-page.ts";
import type { OpenPage } from "./open-page.ts";

/** The token of the console, before and after it is started anew. */
const consoleToken = "token-of-tests";

/** A mock that is served, and a page of the browser's. */
export class RunningConsole {
  #service: MockService;
  readonly #opened: OpenPage;

  private constructor(service: MockService, opened: OpenPage) {
    this.#service = service;
    this.#opened = opened;
  }

  static async start(): Promise<RunningConsole> {
    const service = await serveMock(description, { port: 0, isQuiet: true, consoleToken });
    return new RunningConsole(service, await openPage());
  }

  get mock(): MockService["mock"] {
    return this.#service.mock;
  }

  /** Where the mock is, without a slash at the end. */
  get url(): string {
    return this.#service.url;
  }

  /** The page, which shows nothing at first. */
  get page(): Page {
    return this.#opened.page;
  }

  /** What went wrong on the page that nobody caught. */
  get failures(): readonly string[] {
    return this.#opened.failures;
  }

  /** The address of its console, with the token. */
  get consoleUrl(): string {
    return this.#service.consoleUrl ?? "";
  }

  /** Shows the console, and waits until it is connected. */
  async open(): Promise<Page> {
    await this.page.goto(this.consoleUrl);
    await this.page.getByRole("status").getByText("connected", { exact: true }).waitFor();
    return this.page;
  }

  /** Sends a request to the mock. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { "content-type": "application/json" };
    const given = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    return fetch(this.url + path, { method, ...given });
  }

  /** Ends the mock, and when it is called back starts another at the same address. */
  async stopMock(): Promise<() => Promise<void>> {
    const port = Number(new URL(this.url).port);
    await this.#service.close();
    return async () => {
      this.#service = await serveMock(description, { port, isQuiet: true, consoleToken });
    };
  }

  async close(): Promise<void> {
    await this.#opened[Symbol.asyncDispose]();
    await this.#service.close();
  }
}

/** Starts a mock and a page for each test. */
export function useConsole(): () => RunningConsole {
  let running: RunningConsole;
  beforeEach(async () => {
    if (!isWithoutBrowser) running = await RunningConsole.start();
  });
  afterEach(async () => {
    if (!isWithoutBrowser) await running.close();
  });
  return () => running;
}
