// The content security policy forbids eval, and zod must know that before the first schema is created.
globalThis.__zod_globalConfig = { jitless: true };

// The chosen theme, or the system's by default.
(() => {
  const system = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('earshot-theme');
    } catch {
      // Storage may be forbidden; use the system's theme.
    }
    const known = chosen === 'dark' || chosen === 'light';
    document.documentElement.dataset.theme = known ? chosen : system.matches ? 'light' : 'dark';
  };
  apply();
  system.addEventListener('change', apply);
})();

// A browser that was signed in is redirected to the application, so hide the landing page.
try {
  if (localStorage.getItem('earshot-signed-in') !== null) document.documentElement.dataset.signedIn = '';
} catch {
  // Storage may be forbidden; the landing page is then visible for a moment.
}
