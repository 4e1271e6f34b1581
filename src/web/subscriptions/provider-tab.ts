/** A tab for a page of the billing provider. Browsers open one only at the click, before its address is known. */
export interface ProviderTab {
  /** Answers whether the tab shows the page; it does not when the browser blocked it. */
  show(url: string): boolean;
  close(): void;
}

export function openProviderTab(): ProviderTab {
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
