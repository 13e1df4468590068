/**
 * True for an object that stands for a `Request` of the platform and makes one only when it must, as servers on
 * Node do (`@hono/node-server`): its body has an accessor of its own. The body is then that of the connection,
 * as long as `content-length` says (RFC 9112, section 6.3), since whoever puts another one in its place makes a
 * `Request` of the platform for it.
 */
export function isStandIn(request: Request): boolean {
  const prototype = Object.getPrototypeOf(request) as object;
  return Object.hasOwn(prototype, "body") && prototype !== platformPrototype();
}

/** What all requests inherit from, whatever stands in for `Request` by now. */
function platformPrototype(): object {
  let prototype = Request.prototype as object;
  for (;;) {
    const above = Object.getPrototypeOf(prototype) as object;
    if (above === Object.prototype) return prototype;
    prototype = above;
  }
}
