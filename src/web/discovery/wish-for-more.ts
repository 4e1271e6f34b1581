/** The drawn page shows the first tracks; whoever asks it for more gets them from the application, which then comes. */
const mark = 'wantsMore';

export function wishForMore(): void {
  document.documentElement.dataset[mark] = '';
}

/** Whether more was asked for; the next time it is not. */
export function takeWishForMore(): boolean {
  const { dataset } = document.documentElement;
  const isWished = mark in dataset;
  delete dataset[mark];
  return isWished;
}
