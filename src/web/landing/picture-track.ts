/** Selects the colors of the landing page's record, which is a drawing, not music. */
export const pictureTrack = 'opening';
