import { KeyChip } from '#web/ui/display/key-chip.tsx';

/** Lists the shortcuts beside the list; hidden on phones, which have no keyboard. */
export function KeyHelp({ keys }: { keys: readonly (readonly [key: string, act: string])[] }) {
  return (
    <dl
      aria-label="Keys"
      className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted sm:flex"
    >
      {keys.map(([key, act]) => (
        <div key={key} className="flex items-center gap-1.5">
          <dt>
            <KeyChip>{key}</KeyChip>
          </dt>
          <dd>{act}</dd>
        </div>
      ))}
    </dl>
  );
}
