import { useEffect, useRef } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Takes a file that is dropped anywhere on the page; without this the browser would leave the page to show it. */
export function usePageDrop(onDrop: (file: File) => void, isDisabled: boolean): void {
  const take = useRef(onDrop);
  useEffect(() => {
    take.current = onDrop;
  }, [onDrop]);
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      // The drop zone has taken it already.
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined && !isDisabled) take.current(file);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [isDisabled]);
}
