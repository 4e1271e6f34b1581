import { Wordmark } from '../music/wordmark.tsx';

/** Fills the window while the application loads. */
export function LoadingScreen({ wordmark, children }: { wordmark: string; children: string }) {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6">
      <Wordmark size={3}>{wordmark}</Wordmark>
      <p role="status" className="text-center text-balance text-muted">
        {children}
      </p>
    </div>
  );
}
