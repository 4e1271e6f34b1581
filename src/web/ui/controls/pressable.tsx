import type { ComponentPropsWithRef, MouseEvent } from 'react';

export interface PressableProps
  extends Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'onClick' | 'onMouseDown' | 'type'> {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** In progress: the button keeps the focus and ignores presses. */
  isPending?: boolean | undefined;
  type?: 'button' | 'submit' | undefined;
  /** A press does not move the focus, which keeps a phone's keyboard open. */
  keepsFocus?: boolean | undefined;
}

/** An unstyled native button with the kit's props. */
export function Pressable({ onPress, isDisabled, isPending, keepsFocus, type, ...rest }: PressableProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) return event.preventDefault();
    // Safari does not focus a clicked button, and dialogs restore the focus to it. Enter in a field clicks the submit
    // button, too, but the focus stays in the field.
    const isEnterInField = type === 'submit' && event.detail === 0;
    if (!keepsFocus && !isEnterInField) event.currentTarget.focus({ preventScroll: true });
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
