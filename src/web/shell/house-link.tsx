import { Link } from '@tanstack/react-router';
import { product } from '#contract/product.ts';
import { Wordmark } from '#web/ui/music/wordmark.tsx';

/** The wordmark in the header, linked to the landing page. */
export function HouseLink() {
  return (
    <Link to="/" className="flex min-h-11 items-center text-text" aria-label={`${product.name}, home`}>
      <Wordmark size={1.75}>{product.wordmark}</Wordmark>
    </Link>
  );
}
