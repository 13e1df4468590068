import { faulty } from "./faults.ts";
import { entityTag } from "./http.ts";
import { photos, reviews, type Product } from "./store.ts";

export interface ProductView extends Product {
  photoIds: number[];
  reviewCount: number;
  averageRating: number | null;
}

/** The rendered products; whatever a product shows drops its entry when it changes. */
const rendered = new Map<number, ProductView>();

export function render(product: Product): ProductView {
  const ratings = reviews
    .filter((review) => review.productId === product.id)
    .map((review) => review.rating);
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return {
    ...product,
    photoIds: [...photos.values()]
      .filter((photo) => photo.productId === product.id)
      .map((photo) => photo.id),
    reviewCount: ratings.length,
    averageRating: ratings.length === 0 ? null : Math.round((sum / ratings.length) * 100) / 100,
  };
}

export function renderCached(product: Product): ProductView {
  const view = rendered.get(product.id) ?? render(product);
  rendered.set(product.id, view);
  return view;
}

export function dropRendered(productId: number): void {
  rendered.delete(productId);
}

export function productTag(view: ProductView): string {
  return faulty("product-etag-constant") ? `"product-${view.id}"` : entityTag(view);
}
