/** Browsers give this code to every key that an input method handles. */
const handledByInputMethod = 229;

/**
 * Keeps the keys of a composition from the page: Enter that confirms a word must not send a form, nor Escape that drops
 * it close a dialog. Safari reports the confirming Enter after the composition has ended, with only the code left.
 */
function keepFromPage(event: KeyboardEvent): void {
  if (!event.isComposing && event.keyCode !== handledByInputMethod) return;
  event.stopImmediatePropagation();
  if (event.key === 'Enter' && !event.isComposing) event.preventDefault();
}

/** Call it before anything else listens to keys. */
export const leaveKeysToInputMethods = (): void => window.addEventListener('keydown', keepFromPage, true);
