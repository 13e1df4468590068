import {
  addProduct,
  addressesOf,
  categories,
  coupons,
  nextId,
  nextOrderId,
  orders,
  products,
  reviews,
  type Order,
  type Product,
} from "./store.ts";

const opened = Date.parse("2025-03-01T08:00:00Z");

function daysAfterOpening(days: number): string {
  return new Date(opened + days * 86_400_000).toISOString();
}

function seedProduct(id: number, more: Pick<Product, "sku" | "name" | "priceCents" | "stock">) {
  const createdAt = daysAfterOpening(id);
  addProduct({
    id,
    sellerId: 1 + (id % 2),
    description: id % 3 === 0 ? null : `${more.name}, as new, sent within two days.`,
    categoryId: 1 + (id % 3),
    tags: id % 2 === 0 ? ["gift", "new"] : ["outdoor"],
    weightKg: id % 4 === 0 ? null : id / 4,
    availableFrom: id % 5 === 0 ? "2025-04-15" : null,
    createdAt,
    updatedAt: createdAt,
    ...more,
  });
}

function seedOrder(customerId: number, day: number, status: Order["status"], productId: number) {
  const [address] = addressesOf(customerId).values();
  const product = products.get(productId);
  if (address === undefined || product === undefined) return;
  const subtotalCents = product.priceCents * 2;
  const id = nextOrderId();
  orders.set(id, {
    id,
    customerId,
    status,
    items: [
      {
        productId,
        sku: product.sku,
        name: product.name,
        quantity: 2,
        unitPriceCents: product.priceCents,
      },
    ],
    shippingAddress: { ...address },
    couponCode: null,
    subtotalCents,
    discountCents: 0,
    totalCents: subtotalCents,
    createdAt: daysAfterOpening(day),
  });
}

function seedAddress(customerId: number, recipient: string, street: string, isDefault: boolean) {
  const id = nextId();
  addressesOf(customerId).set(id, {
    id,
    recipient,
    street,
    city: "Leeds",
    postalCode: "LS1 4AP",
    country: "GB",
    phone: isDefault ? "+441135550100" : null,
    notes: "",
    isDefault,
  });
}

function seedReview(productId: number, customerId: number, rating: number, title: string) {
  const id = nextId();
  const createdAt = daysAfterOpening(20 + rating);
  const text = "Bought it for the garden, used it all summer.";
  reviews.push({ id, productId, customerId, rating, title, text, createdAt });
}

/** Fills the empty store with what the shop opens with. */
export function seed(): void {
  categories.push(
    { id: 1, name: "Home", slug: "home", productCount: 0 },
    { id: 2, name: "Garden", slug: "garden", productCount: 0 },
    { id: 3, name: "Games", slug: "games", productCount: 0 },
  );
  seedProduct(1, { sku: "LAMP-01", name: "Desk lamp", priceCents: 3490, stock: 12 });
  seedProduct(2, { sku: "HOSE-20", name: "Garden hose", priceCents: 2199, stock: 40 });
  seedProduct(3, { sku: "CHESS-X", name: "Travel chess", priceCents: 990, stock: 0 });
  seedProduct(4, { sku: "MUG-RED", name: "Red mug", priceCents: 850, stock: 200 });
  seedProduct(5, { sku: "SPADE-5", name: "Spade", priceCents: 12900, stock: 7 });
  seedProduct(6, { sku: "PUZZLE-1K", name: "Puzzle of 1000", priceCents: 1999, stock: 30 });
  seedProduct(7, { sku: "RUG-BLUE", name: "Blue rug", priceCents: 45000, stock: 0 });
  seedAddress(1, "Anna Vogel", "4 Mill Lane", true);
  seedAddress(1, "Vogel Studio", "88 Canal Street", false);
  seedAddress(2, "Ben Okafor", "17 Park Row", true);
  seedReview(1, 1, 4, "Bright");
  seedReview(1, 2, 5, "Just right");
  seedReview(2, 1, 2, "Leaks");
  coupons.set("WELCOME10", {
    code: "WELCOME10",
    percentOff: 10,
    remaining: 5000,
    expiresOn: "2099-12-31",
  });
  coupons.set("FLASH25", {
    code: "FLASH25",
    percentOff: 25,
    remaining: 2,
    expiresOn: "2099-06-30",
  });
  coupons.set("SPRING15", {
    code: "SPRING15",
    percentOff: 15,
    remaining: 0,
    expiresOn: "2099-05-31",
  });
  seedOrder(1, 30, "delivered", 2);
  seedOrder(2, 31, "shipped", 4);
  seedOrder(1, 33, "shipped", 6);
  seedOrder(1, 40, "placed", 4);
  seedOrder(2, 41, "placed", 1);
}
