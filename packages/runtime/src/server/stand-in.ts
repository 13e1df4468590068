/**
 * True for an object that stands in for a `Request` and creates the real one only when needed, as servers
 * on Node do (`@hono/node-server`): its body has an accessor of its own. The body is then that of the
 * connection, with the length of `content-length` (RFC 9112, section 6.3), since replacing the body creates
 * a real `Request`.
 */
export function isStandIn(request: Request): boolean {
  const prototype = Object.getPrototypeOf(request) as object;
  return Object.hasOwn(prototype, "body") && prototype !== platformPrototype();
}

/** Returns the prototype of all requests, even if `Request` has been replaced. */
function platformPrototype(): object {
  let prototype = Request.prototype as object;
  for (;;) {
    const above = Object.getPrototypeOf(prototype) as object;
    if (above === Object.prototype) return prototype;
    prototype = above;
  }
}
