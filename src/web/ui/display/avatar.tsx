const sizes = { small: 'size-8', large: 'size-16 text-2xl', huge: 'size-24 text-4xl sm:size-32' };

export interface AvatarProps {
  name: string;
  /** The picture; null shows the first letter of the name. */
  url: string | null;
  size?: keyof typeof sizes;
  title?: string | undefined;
}

/** Decorative for screen readers, because the name is always beside it. */
export function Avatar({ name, url, size = 'small', title }: AvatarProps) {
  const shape = `${sizes[size]} shrink-0 rounded-full bg-raised`;
  if (url !== null) return <img src={url} alt="" title={title} className={`${shape} object-cover`} />;
  return (
    <span aria-hidden title={title} className={`grid place-items-center font-bold text-brass-ink ${shape}`}>
      {[...name][0]?.toUpperCase() ?? 'U'}
    </span>
  );
}
