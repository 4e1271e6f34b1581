import { Link } from '@tanstack/react-router';
import { product } from '#contract/product.ts';
import { Wordmark } from '#web/ui/music/wordmark.tsx';

/** The wordmark at the head of a page, which leads to the front door. */
export function HouseLink() {
  return (
    <Link to="/" className="flex min-h-11 items-center text-text" aria-label={`${product.name}, home`}>
      <Wordmark size={1.75}>{product.wordmark}</Wordmark>
    </Link>
  );
}
