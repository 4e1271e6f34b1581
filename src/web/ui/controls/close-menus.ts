/**
 * Closes open menus, `details` marked by `data-menu`, when something else is pressed. A dialog that a menu opened gives the
 * focus back to it.
 * @returns ends it
 */
export function closeMenusOnPress(): () => void {
  const close = ({ target }: PointerEvent) => {
    if (document.querySelector('[role=dialog]') !== null) return;
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]'))
      if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  };
  document.addEventListener('pointerdown', close);
  return () => document.removeEventListener('pointerdown', close);
}
