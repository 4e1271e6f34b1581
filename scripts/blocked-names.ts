/**
 * Words in addresses that the general rules of public lists for content blockers contain. They block a request for one
 * of them on any site. The addresses of documents are exempt.
 */
const blockedWords: ReadonlySet<string> = new Set(
  (
    'activity ad ads adserver advert advertising advertisement adverts affiliate affiliates analytic analytics ' +
    'audience banner banners beacon beacons campaign click clicks collect collector conversion count counter ' +
    'event events fingerprint fingerprints heartbeat hit hits impression impressions insight insights log logger ' +
    'logging logs marketing measure measurement metric metrics monitor monitoring newsletter pageview pageviews ' +
    'performance ping pixel pixels popunder popup popups promo promos promotion referrer retarget retargeting ' +
    'sentry share sharing social socials sponsor sponsored sponsors stat statistic statistics stats statsd survey ' +
    'tag tags telemetry trace tracing track tracker trackers tracking visit visitor visitors visits'
  ).split(' '),
);

/** The first word in an address that content blockers may block; null if there is none. */
export const blockedWord = (address: string): string | null =>
  address
    .replace(/\{\w+\}/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .find((word) => blockedWords.has(word)) ?? null;
