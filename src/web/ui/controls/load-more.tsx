import { Button } from './button.tsx';
import { useNewRows } from './use-new-rows.ts';

interface LoadMoreProps {
  isLoading: boolean;
  onPress: () => void;
  children?: string;
}

/** Loads more rows of the list beside it. */
export function LoadMore({ isLoading, onPress, children = 'Load more' }: LoadMoreProps) {
  const rows = useNewRows(isLoading);
  const press = () => {
    rows.expect();
    onPress();
  };
  return (
    <div ref={rows.place} className="not-on-paper">
      <Button variant="quiet" isPending={isLoading} pendingLabel="Loading..." onPress={press}>
        {children}
      </Button>
    </div>
  );
}
