import { applicationRoutes } from "./applications.ts";
import { attachmentRoutes } from "./attachments.ts";
import { candidateRoutes } from "./candidates.ts";
import { commentRoutes } from "./comments.ts";
import { serve } from "./http.ts";
import { jobRoutes } from "./jobs.ts";
import { seed } from "./seed.ts";

seed();
serve(
  [...jobRoutes, ...candidateRoutes, ...applicationRoutes, ...commentRoutes, ...attachmentRoutes],
  Number(process.env.PORT ?? 0),
);
