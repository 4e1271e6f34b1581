import { useEffect, useRef, useState } from 'react';
import { toast } from '#web/ui/display/toast-queue.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/**
 * Accepts a file dropped anywhere on the page or pasted; otherwise the browser would navigate to a dropped file.
 * Returns whether a file is being dragged over the page.
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
      // relatedTarget is only null when leaving the page, not when moving between elements.
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
