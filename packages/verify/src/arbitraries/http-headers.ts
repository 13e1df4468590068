/**
 * Headers for which HTTP, or the standard that defines them, says that a value that is not understood
 * is ignored (RFC 9110, sections 12.5, 13.1 and 14.2; RFC 7240; W3C Trace Context).
 */
const ruled =
  /^(accept(-.*)?|authorization|content-.*|cookie|host|connection|te|expect|range|if-.*|prefer|user-agent|origin|referer|date|via|forwarded|x-forwarded-.*|x-real-ip|traceparent|tracestate|baggage|(x-)?request-id|(x-)?correlation-id|(x-)?idempotency-key|max-forwards|transfer-encoding|upgrade|dnt|save-data|sec-.*|last-event-id)$/i;

/** True if HTTP, not the description, defines what a header means and what a wrong value does. */
export const isRuledByHttp = (name: string): boolean => ruled.test(name);
