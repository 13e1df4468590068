/** A module as openapi-typescript writes it. */
interface Pet {
  id: string;
  name: string;
}

interface Problem {
  title: string;
}

interface Responses<Data> {
  200: { headers: { [name: string]: unknown }; content: { "application/json": Data } };
  404: { headers: { [name: string]: unknown }; content: { "application/json": Problem } };
}

export interface paths {
  "/pets": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: {
      parameters: {
        query?: {
          limit?: number;
          tags?: string[];
          filter?: { kind?: string; age?: number };
        };
        header?: { "x-trace"?: string };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: Responses<Pet[]>;
    };
    put?: never;
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          "application/json": { name: string };
        };
      };
      responses: Responses<Pet>;
    };
    delete?: never;
    options?: never;
    head: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: Responses<Pet>;
    };
    patch?: never;
    trace?: never;
  };
  "/pets/{id}": {
    parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
    get: {
      parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
      requestBody?: never;
      responses: Responses<Pet>;
    };
    put?: never;
    post?: never;
    delete: {
      parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
      requestBody?: never;
      responses: { 204: { headers: { [name: string]: unknown }; content?: never } };
    };
    options?: never;
    head?: never;
    patch: {
      parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
      requestBody?: { content: { "application/x-www-form-urlencoded": { name?: string } } };
      responses: Responses<Pet>;
    };
    trace?: never;
  };
  "/any{.list}/{;object*}/{plain*}": {
    get: {
      parameters: {
        path: { list: string[]; object: { a: number; b: string }; plain: string[] };
      };
      responses: Responses<Pet>;
    };
  };
}
