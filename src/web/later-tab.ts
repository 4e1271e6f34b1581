/** A tab whose address comes later. Browsers open one only at the click. */
export interface LaterTab {
  /** Answers whether the tab shows the page; it does not when the browser blocked it. */
  show(url: string): boolean;
  close(): void;
}

export function openLaterTab(): LaterTab {
  const tab = window.open('', '_blank');
  if (tab !== null) tab.opener = null;
  return {
    show: (url) => {
      if (tab === null || tab.closed) return false;
      tab.location.href = url;
      return true;
    },
    close: () => tab?.close(),
  };
}
