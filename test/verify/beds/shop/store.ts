import { faulty } from "./faults.ts";

export interface Customer {
  id: number;
  name: string;
  token: string;
}

export interface Category {
  id: number;
  name: string;
  slug: string;
  productCount: number;
}

export interface Photo {
  id: number;
  productId: number;
  contentType: string;
  size: number;
  alt: string | null;
}

export interface Review {
  id: number;
  productId: number;
  customerId: number;
  rating: number;
  title: string;
  text: string;
  createdAt: string;
}

export interface Product {
  id: number;
  sellerId: number;
  sku: string;
  name: string;
  description: string | null;
  categoryId: number;
  priceCents: number;
  stock: number;
  tags: string[];
  weightKg: number | null;
  availableFrom: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface Address {
  id: number;
  recipient: string;
  street: string;
  city: string;
  postalCode: string;
  country: string;
  phone: string | null;
  notes: string;
  isDefault: boolean;
}

export interface Coupon {
  code: string;
  percentOff: number;
  remaining: number;
  expiresOn: string;
}

export interface OrderLine {
  productId: number;
  sku: string;
  name: string;
  quantity: number;
  unitPriceCents: number;
}

export interface Order {
  id: bigint;
  customerId: number;
  status: "placed" | "shipped" | "delivered" | "cancelled";
  items: OrderLine[];
  shippingAddress: Address;
  couponCode: string | null;
  subtotalCents: number;
  discountCents: number;
  totalCents: number;
  createdAt: string;
}

export const customers: readonly Customer[] = [
  { id: 1, name: "Anna Vogel", token: "sk_anna_6f1c20d9b7" },
  { id: 2, name: "Ben Okafor", token: "sk_ben_93ae41f05c" },
];

export const categories: Category[] = [];
export const products = new Map<number, Product>();
/** The products in the order of their creation, as the search goes through them. */
export const listing: Product[] = [];
export const skus = new Set<string>();
export const photos = new Map<number, Photo & { bytes: Buffer }>();
export const reviews: Review[] = [];
export const coupons = new Map<string, Coupon>();
export const orders = new Map<bigint, Order>();
/** Quantities by product, by customer. */
const carts = new Map<number, Map<number, { quantity: number }>>();
const addresses = new Map<number, Map<number, Address>>();

let lastId = 1000;

export function nextId(): number {
  lastId += 1;
  return lastId;
}

let lastOrderId = 7_250_000_000_000_000_000n;

/** Orders are numbered by another system, whose numbers need all 64 bits. */
export function nextOrderId(): bigint {
  lastOrderId += 1n;
  return lastOrderId;
}

export function cartOf(customerId: number): Map<number, { quantity: number }> {
  const cart = carts.get(customerId) ?? new Map<number, { quantity: number }>();
  carts.set(customerId, cart);
  return cart;
}

export function addressesOf(customerId: number): Map<number, Address> {
  const own = addresses.get(customerId) ?? new Map<number, Address>();
  addresses.set(customerId, own);
  return own;
}

export function addProduct(product: Product): void {
  products.set(product.id, product);
  listing.push(product);
  skus.add(product.sku);
  countInCategory(product.categoryId, 1);
}

export function countInCategory(categoryId: number, difference: number): void {
  const category = categories.find((candidate) => candidate.id === categoryId);
  if (category !== undefined) category.productCount += difference;
}

/** With the product go its photos, its reviews, and the cart lines that name it. */
export function removeProduct(product: Product): void {
  products.delete(product.id);
  if (!faulty("deleted-product-still-listed")) listing.splice(listing.indexOf(product), 1);
  skus.delete(product.sku);
  countInCategory(product.categoryId, -1);
  for (const photo of photos.values()) {
    if (photo.productId === product.id) photos.delete(photo.id);
  }
  const kept = reviews.filter((review) => review.productId !== product.id);
  reviews.splice(0, reviews.length, ...kept);
  for (const cart of carts.values()) cart.delete(product.id);
}
