interface ReservedTextProps {
  /** The longest text that may come: its height is reserved, so that the buttons below stay where they are. */
  longest: string;
  className?: string;
  /** Nothing while it loads. */
  children: string | false;
}

/** A text that arrives later than what is around it. */
export const ReservedText = ({ longest, className = '', children }: ReservedTextProps) => (
  <p
    data-longest={longest}
    className={`grid before:invisible before:[grid-area:1/1] before:content-[attr(data-longest)] ${className}`}
  >
    <span className="[grid-area:1/1]">{children}</span>
  </p>
);
