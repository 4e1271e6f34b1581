import { type ReactNode, useId } from 'react';

export interface PanelProps {
  title?: string;
  level?: 2 | 3;
  actions?: ReactNode;
  children: ReactNode;
  tone?: 'plain' | 'act' | 'earned' | 'wrong';
  /** No padding, for content that reaches the edges. */
  flush?: boolean;
}

const edges = {
  plain: 'border-line',
  act: 'border-line border-t-2 border-t-brass-mark',
  earned: 'border-line border-t-2 border-t-mint',
  wrong: 'border-line border-t-2 border-t-rose',
};

/** A bordered area; with a title it is a named region. */
export function Panel({ title, level = 2, actions, children, tone = 'plain', flush = false }: PanelProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      {...(title === undefined ? {} : { 'aria-labelledby': titleId })}
      className={`min-w-0 border bg-panel ${edges[tone]} ${flush ? '' : 'p-4 sm:p-5'}`}
    >
      {title !== undefined && (
        <div className={`flex items-center justify-between gap-3 ${flush ? 'p-4 sm:p-5' : 'pb-4'}`}>
          <Heading id={titleId} className="min-w-0 text-xl">
            {title}
          </Heading>
          {actions && <div className="shrink-0">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
