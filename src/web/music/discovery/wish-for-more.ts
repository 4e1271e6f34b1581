/** The rendered page shows the first tracks; 'Load more' loads the application, which then fetches them. */
const mark = 'wantsMore';

export function wishForMore(): void {
  document.documentElement.dataset[mark] = '';
}

/** Whether more was requested; resets the flag. */
export function takeWishForMore(): boolean {
  const { dataset } = document.documentElement;
  const isWished = mark in dataset;
  delete dataset[mark];
  return isWished;
}
