import { useEffect, useState } from 'react';

const pauseMilliseconds = 300;

/** A value once it has not changed for a moment, so that not every press of a stepper is a request. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
