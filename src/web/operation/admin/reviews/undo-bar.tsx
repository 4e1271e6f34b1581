import { Button } from '#web/ui/controls/button.tsx';

interface UndoBarProps {
  /** What was done, and what an undo does. */
  done: string;
  undone: string;
  isUndoing: boolean;
  onUndo: () => void;
}

/** The latest decision, with Undo. */
export const UndoBar = ({ done, undone, isUndoing, onUndo }: UndoBarProps) => (
  <div className="flex flex-wrap items-center gap-3 border border-rest bg-panel px-4 py-2">
    <p className="min-w-0 wrap-anywhere">
      {done} <span className="text-muted">{undone}</span>
    </p>
    <Button size="small" variant="quiet" isPending={isUndoing} onPress={onUndo}>
      Undo
    </Button>
  </div>
);
