// The content security policy forbids code made from strings: zod must know before the first schema is built.
globalThis.__zod_globalConfig = { jitless: true };

// The chosen theme, or the system's until one was chosen.
(() => {
  const system = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('earshot-theme');
    } catch {
      // Storage can be forbidden; the system's theme serves.
    }
    const known = chosen === 'dark' || chosen === 'light';
    document.documentElement.dataset.theme = known ? chosen : system.matches ? 'light' : 'dark';
  };
  apply();
  system.addEventListener('change', apply);
})();

// Whoever was signed in is on the way to the application and is not shown the front door before it.
try {
  if (localStorage.getItem('earshot-signed-in') !== null) document.documentElement.dataset.signedIn = '';
} catch {
  // Storage can be forbidden; the front door then shows for a moment.
}
