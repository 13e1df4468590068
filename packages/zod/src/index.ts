export { zod } from "./emit-zod.ts";
