const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The characters of a text that leave a mark on the page. */
export const seenIn = (text: string): string => text.replace(unseen, '');

export const isBlank = (text: string): boolean => seenIn(text) === '';
