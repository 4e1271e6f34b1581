import type { ComponentPropsWithRef, MouseEvent } from 'react';

export interface PressableProps
  extends Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'onClick' | 'onMouseDown' | 'type'> {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** The act is under way: the button keeps focus and takes no second press. */
  isPending?: boolean | undefined;
  type?: 'button' | 'submit' | undefined;
  /** A press leaves focus where it is, and with it the keyboard of a phone. */
  keepsFocus?: boolean | undefined;
}

/** The browser's own button, in the words of the kit. It brings no look. */
export function Pressable({ onPress, isDisabled, isPending, keepsFocus, type, ...rest }: PressableProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) return event.preventDefault();
    // Safari does not focus a button that is pressed, and dialogs return focus to where it was.
    if (!keepsFocus) event.currentTarget.focus({ preventScroll: true });
    onPress?.();
  };
  const keepFocus = (event: MouseEvent) => {
    if (keepsFocus) event.preventDefault();
  };
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={isDisabled === true}
      onClick={press}
      onMouseDown={keepFocus}
      {...(isPending ? { 'aria-disabled': true, 'data-pending': true } : {})}
    />
  );
}
