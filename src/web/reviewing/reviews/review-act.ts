/** The act of reviewing a track. Its key lasts until the server's final response. */
export const reviewAct = (trackId: string) => `review:${trackId}`;
