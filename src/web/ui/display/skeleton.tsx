/** Keeps the place of what is loading; seen only when waiting passes 200 ms. `className` gives its size. */
export function Skeleton({ className = 'h-5 w-full', label }: { className?: string; label?: string }) {
  return (
    <span className={`skeleton block ${className}`} {...(label === undefined ? { 'aria-hidden': true } : {})}>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
