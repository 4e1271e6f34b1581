/** Days that a private link is open unless its artist says otherwise, and at most. */
export const linkDays = 30;
export const mostLinkDays = 365;
/** Devices that may open a link unless its artist says otherwise, and at most. */
export const linkDevices = 10;
export const mostLinkDevices = 100;
/** Private links of a track, those that have ended included. */
export const mostLinks = 50;

export const linkNameLength = 80;
export const guestNameLength = 60;
export const guestLineLength = 500;

/** Seconds between two reports of a guest's player while it plays. */
export const guestReportSeconds = 10;

/** The page of a private link. */
export const privateLinkPath = (address: string) => `/listen/${address}` as const;
/** A stream of server-sent events for its page. The event `ended` says that the link has ended. */
export const linkEventsPath = (address: string) => `/api/listen/${address}/news` as const;

/** How the artist's pages call a device: by the name that its guest typed, or by its number among the link's devices. */
export const guestName = ({ name, number }: { readonly name: string | null; readonly number: number }) =>
  name ?? `Device ${number}`;
