import type { Answer } from "./answers.ts";
import * as bookings from "./bookings.ts";
import { exportCalendar } from "./calendar.ts";
import type { Call } from "./calls.ts";
import { streamEvents } from "./events.ts";
import { getFloorPlan, putFloorPlan } from "./plans.ts";
import * as rooms from "./rooms.ts";
import { getMe, logout } from "./sessions.ts";

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** Methods of a path, but login, which needs nobody to be logged in. */
const table: Record<string, Record<string, Handler>> = {
  "/session": { DELETE: logout },
  "/me": { GET: getMe },
  "/buildings": { GET: rooms.listBuildings },
  "/buildings/{buildingId}": { GET: rooms.getBuilding },
  "/rooms": { GET: rooms.listRooms, POST: rooms.createRoom },
  "/rooms/{roomId}": { GET: rooms.getRoom, PUT: rooms.replaceRoom, DELETE: rooms.deleteRoom },
  "/rooms/{roomId}/floor-plan": { GET: getFloorPlan, PUT: putFloorPlan },
  "/rooms/{roomId}/availability": { GET: bookings.getAvailability },
  "/rooms/{roomId}/calendar": { GET: exportCalendar },
  "/bookings": { GET: bookings.listBookings, POST: bookings.createBooking },
  "/bookings/{bookingId}": {
    GET: bookings.getBooking,
    PATCH: bookings.updateBooking,
    DELETE: bookings.cancelBooking,
  },
  "/bookings/{bookingId}/attendees/{email}": {
    PUT: bookings.putAttendee,
    DELETE: bookings.removeAttendee,
  },
  "/events": { GET: streamEvents },
};

export interface Route {
  methods: Record<string, Handler>;
  params: Map<string, string>;
}

/**
 * The route of a path. Segments are split before they are decoded, so that an encoded slash belongs
 * to its parameter; what cannot be decoded names nothing.
 */
export function routeOf(path: string): Route | undefined {
  const segments = path.split("/");
  for (const [pattern, methods] of Object.entries(table)) {
    const wanted = pattern.split("/");
    if (wanted.length !== segments.length) continue;
    const params = new Map<string, string>();
    const fits = wanted.every((segment, at) => {
      const sent = segments[at] ?? "";
      if (!segment.startsWith("{")) return sent === segment;
      params.set(segment.slice(1, -1), sent);
      return sent !== "";
    });
    if (fits) return decoded({ methods, params });
  }
  return undefined;
}

function decoded(route: Route): Route | undefined {
  try {
    for (const [name, value] of route.params) route.params.set(name, decodeURIComponent(value));
    return route;
  } catch {
    return undefined;
  }
}
