import express, { type ErrorRequestHandler } from "express";
import { middleware } from "express-openapi-validator";
import { listen } from "./listen.ts";
import { document } from "./schemas.ts";
import { runs, structure } from "./server-exchanges.ts";

const app = express();
app.use(express.json());
app.use(
  middleware({
    apiSpec: { ...document, servers: [] },
    validateSecurity: false,
    validateApiSpec: false,
  }),
);
app.get("/assistants/:assistant_id/runs", (_, response) => response.json(runs));
app.post("/structures", (_, response) => response.status(201).json(structure));
const refuse: ErrorRequestHandler = (
  error: { status?: number; message: string },
  _,
  response,
  __,
) => response.status(error.status ?? 500).json({ message: error.message });
app.use(refuse);
listen(app);
