/** A tab that gets its URL later. Browsers only allow opening one during a click. */
export interface LaterTab {
  /** Shows the page; returns false if the browser blocked the tab. */
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
