/** The act of reviewing a track; its key lasts until the server's final answer. */
export const reviewAct = (trackId: string) => `review:${trackId}`;
