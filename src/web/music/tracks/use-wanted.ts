import { useEffect, useState } from 'react';

export interface Wanted {
  /** Begins work that waits for a response. The result tells whether it is still wanted. */
  readonly begin: () => () => boolean;
  /** Nothing that has begun is wanted anymore. */
  readonly end: () => void;
}

/** For links that may arrive after the page was left: nothing on the page could stop what they would play. */
export function useWanted(): Wanted {
  const [wanted] = useState(untilEnded);
  useEffect(() => wanted.end, [wanted]);
  return wanted;
}

function untilEnded(): Wanted {
  let ends = 0;
  return {
    begin: () => {
      const before = ends;
      return () => ends === before;
    },
    end: () => {
      ends += 1;
    },
  };
}
