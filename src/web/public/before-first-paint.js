// Only syntax that every browser can read: those that are too old for the application are told so here.

// The content security policy forbids eval, and zod must know that before the first schema is created.
window.__zod_globalConfig = { jitless: true };

function beforeFirstPaint() {
  var page = document.documentElement;
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch (_error) {
      // Storage may be forbidden; use the system's theme, and show the landing page for a moment.
      return null;
    }
  }

  // The chosen theme, or the system's by default.
  var system = matchMedia('(prefers-color-scheme: light)');
  function apply() {
    var chosen = stored('earshot-theme');
    var known = chosen === 'dark' || chosen === 'light';
    page.dataset.theme = known ? chosen : system.matches ? 'light' : 'dark';
  }
  apply();
  if (system.addEventListener) system.addEventListener('change', apply);

  // Chrome 108, Firefox 113 and Safari 16.4 were the first to have both.
  if (window.CompressionStream && window.CSS && CSS.supports('height', '1dvh')) {
    // A browser that was signed in is redirected to the application, so hide the landing page.
    if (stored('earshot-signed-in') !== null) page.dataset.signedIn = '';
    return;
  }
  function saySo() {
    var isLight = page.dataset.theme === 'light';
    var notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.textContent =
      'This browser is too old for Earshot. Please update it, or use Chrome or Edge 109, Firefox 115, ' +
      'Safari 16.4 (iOS 16.4), or a newer version of one of them.';
    // Such a browser may not understand the style sheet.
    notice.style.cssText =
      'margin: 0; padding: 24px; font: 18px/1.5 sans-serif; border-bottom: 2px solid #ffb224; ' +
      (isLight ? 'color: #241629; background: #ffffff' : 'color: #f6eff4; background: #1e1525');
    page.style.background = isLight ? '#f7f2f6' : '#150e1a';
    document.body.insertBefore(notice, document.body.firstChild);
  }
  document.addEventListener('DOMContentLoaded', saySo);
}
beforeFirstPaint();
