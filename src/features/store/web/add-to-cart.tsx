import ShoppingCart from '#ui/icons/shopping-cart.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useNavigate } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { toast } from '#ui/toast.tsx';
import { quantityOf } from '../rules/cart.ts';
import { type Offered, putInCart, useCart } from './cart.ts';

export function AddToCart({
  product,
  variant = 'secondary',
  className,
}: {
  product: Offered;
  variant?: 'primary' | 'secondary';
  className?: string;
}) {
  const go = useNavigate();
  const hasCart = usePathExists()('/cart');
  const add = () => {
    putInCart(product);
    // The counts are drawn first: they answer the press, and what says it in words takes longer than a frame.
    requestAnimationFrame(() =>
      setTimeout(() =>
        toast.success(
          `${product.title} is in your cart`,
          hasCart ? { action: { label: 'Open cart', onAct: () => go('/cart') } } : {},
        ),
      ),
    );
  };
  return (
    <Button
      variant={variant}
      icon={ShoppingCart}
      onClick={add}
      aria-label={`Add to cart: ${product.title}`}
      {...(className && { className })}
    >
      Add to cart
    </Button>
  );
}

/** Said where somebody could buy the same thing twice without noticing; nothing when it is not in the cart. */
export function InCart({ id }: { id: string }) {
  const count = useCart()
    .filter((item) => String(item.id) === id)
    .reduce((sum, item) => sum + quantityOf(item), 0);
  if (count === 0) return null;
  return (
    <Link href="/cart" className="text-13">
      {count} in your cart
    </Link>
  );
}
