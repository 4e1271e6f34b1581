/** A part of the drawn page. The drawing and this script are built together. */
export function part<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Screen readers announce a status only when it changes. */
export function say(place: Element, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}
