import { useEffect, useRef, useState } from 'react';
import { toast } from '#web/ui/display/toast-queue.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/**
 * Takes a file that is dropped anywhere on the page or pasted into it; without this the browser would leave the page to
 * show a dropped one. Answers whether a file is held over the page now.
 */
export function usePageDrop(onDrop: (file: File) => void, isDisabled: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(onDrop);
  useEffect(() => {
    take.current = onDrop;
  }, [onDrop]);
  useEffect(() => {
    const takeFrom = (files: FileList | undefined) => {
      const [file, ...others] = files ?? [];
      if (file === undefined || isDisabled) return;
      take.current(file);
      if (others.length > 0) toast({ title: 'One track at a time', body: `Only ${file.name} was used.` });
    };
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(!isDisabled);
    };
    const leave = (event: DragEvent) => {
      // Leaving an element for another one has a relatedTarget; leaving the page has none.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      takeFrom(event.dataTransfer?.files);
    };
    const paste = (event: ClipboardEvent) => takeFrom(event.clipboardData?.files);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [isDisabled]);
  return isOver;
}
