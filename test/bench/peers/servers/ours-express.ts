import { toExpress } from "@openapi-packages/runtime/server/express";
import express from "express";
import { listen } from "./listen.ts";
import { server } from "./ours.ts";

listen(express().use(toExpress(server)));
