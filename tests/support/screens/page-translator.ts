/** How a translator replaces a text: Chrome by elements around a new text, Firefox by a new text. */
export type Replacement = 'elements' | 'text';

/**
 * Does to the page what a browser's translator does, but leaves the words as they are: every text node is replaced, and so
 * is every text that comes later. A text that the page shows is then a current one only if the page can still change it.
 * Journeys send its source to the page, so it uses nothing around it.
 * @returns stops the translator
 */
export function translatePage(replacement: Replacement): () => void {
  const done = new WeakSet<Node>();
  const translate = (text: Text) => {
    const isLeftAlone = text.parentElement?.closest('[translate=no], script, style, textarea, noscript');
    if (text.data.trim() === '' || done.has(text) || isLeftAlone) return;
    const translated = document.createTextNode(text.data);
    done.add(translated);
    if (replacement === 'text') return text.replaceWith(translated);
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).append(translated);
    text.replaceWith(outer);
  };
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) translate(text);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      // The page has changed a text that was translated: it is a new one.
      if (type === 'characterData') done.delete(target);
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translateAll(node);
    }
  });
  const start = () => {
    translateAll(document.body);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
  return () => observer.disconnect();
}

/**
 * The text nodes that React holds on to, and goes on to change after a translator has replaced them. A text that is the
 * only child of an element is none of these: React then changes the element.
 */
export function textsHeldByReact(root: Element | null): string[] {
  if (root === null) return [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const isHeld = Object.keys(text).some((name) => name.startsWith('__reactFiber$'));
    if (isHeld && text.nodeValue?.trim() !== '')
      found.push(text.parentElement?.outerHTML.slice(0, 300) ?? '');
  }
  return found;
}
