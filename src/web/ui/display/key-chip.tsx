/** A key of the keyboard, as in hints. */
export const KeyChip = ({ children }: { children: string }) => (
  <kbd className="border border-rest px-1.5 font-text text-xs leading-5 text-text">{children}</kbd>
);
