/** Placeholder for loading content, visible after 200 ms. `className` sets the size. */
export function Skeleton({ className = 'h-5 w-full', label }: { className?: string; label?: string }) {
  return (
    <span className={`skeleton block ${className}`} {...(label === undefined ? { 'aria-hidden': true } : {})}>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
