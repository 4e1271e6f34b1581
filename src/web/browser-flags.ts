/** A switch of this browser alone. */
export interface BrowserFlag {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
}

function browserFlag(key: string, isOnWhenAbsent: boolean): BrowserFlag {
  return {
    isOn: () => {
      try {
        const kept = localStorage.getItem(key);
        return kept === null ? isOnWhenAbsent : kept === 'on';
      } catch {
        return isOnWhenAbsent;
      }
    },
    set: (isOn) => {
      try {
        localStorage.setItem(key, isOn ? 'on' : 'off');
      } catch {
        // Without storage the switch lasts as long as the page that shows it.
      }
    },
  };
}

/** Whether the front door shows the demo-mode card; the deployment's own setting comes first. */
export const demoModeFlag = browserFlag('earshot-demo-mode', true);
/** Whether the quiet rain of signs falls behind the pages. Read once when the page loads. */
export const matrixFlag = browserFlag('earshot-matrix', false);

/** Whether the next track of the review queue starts by itself. */
export const autoplayFlag = browserFlag('earshot-autoplay', false);

/** What the deployment allows: the server writes its settings into the document. */
const isAllowed = (name: string): boolean =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') !== 'off';
export const isDemoModeAllowed = (): boolean => isAllowed('earshot-demo-mode');
export const isDemoCardShown = (): boolean => isDemoModeAllowed() && demoModeFlag.isOn();
export const isTestKitThere = (): boolean => isAllowed('earshot-test-kit');
