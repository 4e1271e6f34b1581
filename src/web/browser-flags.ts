/** A setting of this browser only. */
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

/** Whether the landing page shows the demo-mode card; the deployment's setting takes precedence. */
export const demoModeFlag = browserFlag('earshot-demo-mode', true);
/** Whether the matrix rain is drawn behind the pages. Read once per page load. */
export const matrixFlag = browserFlag('earshot-matrix', false);

/** Whether the next track of the review queue starts automatically. */
export const autoplayFlag = browserFlag('earshot-autoplay', false);

/** Whether the deployment allows it: the server writes its settings into the document. */
const isAllowed = (name: string): boolean =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') !== 'off';
export const isDemoModeAllowed = (): boolean => isAllowed('earshot-demo-mode');
export const isDemoCardShown = (): boolean => isDemoModeAllowed() && demoModeFlag.isOn();
export const isTestKitThere = (): boolean => isAllowed('earshot-test-kit');
