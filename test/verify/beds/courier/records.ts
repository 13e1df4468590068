export const services = ["economy", "standard", "express"] as const;
export type Service = (typeof services)[number];

export const statuses = ["created", "handed_over", "in_transit", "delivered", "returned"] as const;
export type Status = (typeof statuses)[number];

export const webhookEvents = ["parcel.status", "pickup.done", "invoice.issued"] as const;

export interface SenderInput {
  readonly code: string;
  readonly name: string;
  readonly contactEmail: string;
  readonly phone?: string;
  readonly defaultService: Service;
  readonly notes?: string | null;
}

export interface Sender extends SenderInput {
  readonly id: string;
  readonly notes: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface AddressInput {
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
  readonly position?: { readonly latitude: number; readonly longitude: number };
}

export interface Address extends AddressInput {
  readonly id: string;
  readonly senderId: string;
}

export interface Recipient {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
  readonly email?: string;
}

export interface ParcelInput {
  readonly senderId: string;
  readonly clientReference: string;
  readonly weightGrams: number;
  readonly recipient: Recipient;
  readonly service?: Service;
  readonly declaredValueCents?: number;
  readonly size?: { readonly length: number; readonly width: number; readonly height: number };
  readonly tags?: readonly string[];
  readonly note?: string | null;
}

/** A merge patch (RFC 7396): null removes. */
export type ParcelPatch = Partial<
  Pick<ParcelInput, "weightGrams" | "service" | "declaredValueCents" | "tags" | "note">
> & { readonly recipient?: Partial<Omit<Recipient, "email">> & { readonly email?: string | null } };

export interface Parcel extends ParcelInput {
  readonly id: string;
  readonly status: Status;
  readonly service: Service;
  readonly declaredValueCents: number;
  readonly tags: readonly string[];
  readonly note: string | null;
  readonly hasLabel: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Label {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly uploadedAt: string;
  readonly version: number;
}

export interface EventInput {
  readonly kind: Exclude<Status, "created">;
  readonly occurredAt?: string;
  readonly place?: string;
}

export interface TrackingEvent {
  readonly id: string;
  readonly parcelId: string;
  readonly kind: Status;
  readonly occurredAt: string;
  readonly place?: string;
}

export interface PickupInput {
  readonly addressId: string;
  readonly date: string;
  readonly window: { readonly from: string; readonly to: string };
  readonly parcelCount: number;
  readonly instructions?: string | null;
}

export interface Pickup extends PickupInput {
  readonly id: string;
  readonly instructions: string | null;
  readonly createdAt: string;
}

export interface WebhookInput {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
  readonly active?: boolean;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly createdAt: string;
}

export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly status: "open" | "paid";
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly paidOn: string | null;
  readonly currency: string;
  readonly totalCents: number;
  readonly lines: readonly { readonly text: string; readonly amountCents: number }[];
}

export interface QuoteInput {
  readonly fromPostcode: string;
  readonly to: { readonly country: string; readonly postcode: string };
  readonly weightGrams: number;
  readonly service: Service;
  readonly insuredCents?: number;
}
