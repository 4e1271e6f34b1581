import { useState } from 'react';
import type { PayoutOrder } from '../admin-queries.ts';

const key = 'payouts-due-first';

// Without storage, newest first, as specified.
function kept(): PayoutOrder {
  try {
    return localStorage.getItem(key) === 'on' ? 'due' : 'newest';
  } catch {
    return 'newest';
  }
}

function keep(order: PayoutOrder): void {
  try {
    if (order === 'due') localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the switch lasts until the page is closed.
  }
}

/** The order of the payout list, remembered by this browser. */
export function usePayoutOrder(): { order: PayoutOrder; setDueFirst: (on: boolean) => void } {
  const [order, setOrder] = useState(kept);
  const setDueFirst = (on: boolean) => {
    keep(on ? 'due' : 'newest');
    setOrder(on ? 'due' : 'newest');
  };
  return { order, setDueFirst };
}
