/** Stands where the code of a part could not be fetched. Drafts are kept, so a reload costs nothing. */
export const MissingPart = () => (
  <p role="alert" className="text-muted">
    This part of the page didn’t load.{' '}
    <button
      type="button"
      className="min-h-11 cursor-pointer font-semibold text-text underline underline-offset-4"
      onClick={() => window.location.reload()}
    >
      Reload the page
    </button>
  </p>
);
